import { JSDOM } from 'jsdom';
import { vi } from 'vitest';
import { pageSettings, parseSettings } from '#core/settings/settings.ts';
import type { Outline } from '#core/site.ts';
import type { LiveSettings } from '#page/boot/live-settings.ts';
import type { Push, VersionedSettings } from '#protocol/messages.ts';
import { pageEvents } from '#protocol/page-events.ts';
import { site } from '../sample-page.ts';

/** Timers since the last `reset`: a page without cards goes on after 2 s, which may be in the next test. */
const timers: NodeJS.Timeout[] = [];
const { setTimeout: startTimer } = globalThis;
const setTimer = (work: () => void, ms?: number) => {
  const timer = startTimer(work, ms);
  timers.push(timer);
  return timer;
};
Object.assign(globalThis, { setTimeout: setTimer });

/** What the worker tells; each reading is newer than the one before. */
let readings = 0;
export const tell = (on: boolean, reading = ++readings, settings: object = {}): VersionedSettings => ({
  worker: 'one',
  reading,
  settings: { ...pageSettings(parseSettings(settings)), sitesOn: on ? [site.id] : [] },
});

export const started: { readonly id: string; readonly settings: LiveSettings }[] = [];
export const asked: string[] = [];
/** Number of the test, for files of its own: a module runs once. */
let run = 0;

export const listeners = new Set<(message: unknown, sender: object, respond: (answer: unknown) => void) => void>();
/** `fails`: how many more requests fail; `ignores`: how many more get no answer, ever. */
export const worker: {
  told: () => VersionedSettings | Promise<VersionedSettings>;
  asked: string[];
  fails: number;
  ignores: number;
} = { told: () => tell(true), asked: [], fails: 0, ignores: 0 };

/** The browser's runtime as a content script has it; one for all tests, because modules keep a reference. */
const runtime = {
  id: 'skinlens',
  getURL: (path: string) => {
    asked.push(path);
    return `data:text/javascript,await globalThis.file; // ${run} ${path}`;
  },
  onMessage: { addListener: listeners.add.bind(listeners), removeListener: listeners.delete.bind(listeners) },
  sendMessage: async ({ kind }: { kind: string }) => {
    worker.asked.push(kind);
    if (worker.ignores-- > 0) return new Promise<never>(() => undefined);
    if (worker.fails-- > 0) throw new Error('the worker is not there');
    return JSON.stringify({ ok: true, answer: await worker.told() });
  },
};
Object.assign(globalThis, { chrome: { runtime } });
const { waitForCards } = await import('#page/boot/wait-for-cards.ts');

/** Lets the page's work go on that waits for messages, mutations and files; timers ring only where a test turns them. */
export async function settle(): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(20);
  else for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export async function push(told: VersionedSettings): Promise<void> {
  for (const listener of [...listeners])
    listener({ push: 'settings', versioned: told } satisfies Push, { id: 'skinlens' }, () => undefined);
  await settle();
}

/** Opens a page and waits for the worker's answer; `load` lets the lazy scripts arrive. */
export async function watch(html: string, change: Partial<Outline> = {}, readyState = 'complete', path = '/market') {
  const { window } = new JSDOM(html, { url: `https://sample.invalid${path}` });
  Object.defineProperty(window.document, 'readyState', { value: readyState });
  const { document, MutationObserver, Element, Node, AbortController, CustomEvent } = window;
  const file = Promise.withResolvers<void>();
  const overlays = ({ id }: Outline, settings: LiveSettings) => void started.push({ id, settings });
  const offer = () => Object.assign(globalThis, { skinlensExports: { overlays, site } });
  const offered = file.promise.then(offer);
  /** Lets files load that are requested from now on; those requested before stay pending. */
  const loadLater = () =>
    // biome-ignore lint/suspicious/noThenProperty: the files await it, and run what they hold then.
    Object.assign(globalThis, { file: { then: (run: () => void) => [offer(), run()] } });
  Object.assign(globalThis, { window, document, MutationObserver, Element, Node, AbortController, CustomEvent });
  Object.assign(globalThis, { file: offered, skinlensExports: undefined });
  const shown = new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
  let rests = 0;
  document.addEventListener(pageEvents.pause, () => rests++);
  void waitForCards({ ...site, tapped: false, ...change });
  const early = { questions: [...worker.asked], files: [...new Set(asked)] };
  const atRead: string[] = [];
  document.addEventListener('DOMContentLoaded', () => atRead.push(...asked));
  await settle();
  const load = async () => {
    file.resolve();
    // Importing takes longer on a busy machine.
    for (let round = 0; round < 25 && started.length === 0; round++) await settle();
  };
  /** Fires `pageshow`: out of the back-forward cache, or of a load. */
  const show = async (persisted: boolean) => {
    if (persisted) window.dispatchEvent(Object.assign(new window.Event('pagehide'), { persisted }));
    window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted }));
    await settle();
  };
  return { window, document, load, show, shown, early, atRead, loadLater, rests: () => rests };
}

export const card = '<div class="card" data-name="AK-47"><span class="price">1.00</span></div>';

export function reset(): void {
  listeners.clear();
  for (const timer of timers.splice(0)) clearTimeout(timer);
  for (const list of [started, asked, worker.asked]) list.splice(0);
  Object.assign(worker, { told: () => tell(true), fails: 0, ignores: 0 });
  run++;
}
