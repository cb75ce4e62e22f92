import { JSDOM } from 'jsdom';
import { beforeEach, expect, test } from 'vitest';
import { reportOfBare } from '#content/report/page-report.ts';
import type { Outline } from '#core/site.ts';
import type { Push, View } from '#protocol/messages.ts';
import { pageEvents } from '#protocol/page-events.ts';
import { site, view } from '../page.ts';

/** What prices cards was started with. */
const started: { readonly id: string; readonly view: View }[] = [];
const asked: string[] = [];
let files = 0;

const listeners = new Set<(message: unknown, sender: object, respond: (answer: unknown) => void) => void>();
const worker: { view: View; asked: string[] } = { view, asked: [] };

/** The browser as a content script has it; one for all tests, because modules hold on to it. */
const runtime = {
  id: 'skinlens',
  // A browser runs a module once; each test has its own.
  getURL: (path: string) => {
    asked.push(path);
    return `data:text/javascript,await globalThis.file; // ${++files}`;
  },
  onMessage: { addListener: listeners.add.bind(listeners), removeListener: listeners.delete.bind(listeners) },
  sendMessage: async ({ kind }: { kind: string }) => {
    worker.asked.push(kind);
    return JSON.stringify({ ok: true, answer: worker.view });
  },
};
Object.assign(globalThis, { chrome: { runtime } });
const { watchPage } = await import('#content/boot/wait-for-cards.ts');

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function push(what: Push['push']): Promise<void> {
  for (const listener of listeners) listener({ push: what }, { id: 'skinlens' }, () => undefined);
  await settle();
}

/** Begins to watch a page, and waits until the worker has answered; `load` lets the page's later files come. */
async function watch(html: string, change: Partial<Outline> = {}, readyState = 'complete', path = '/market') {
  const { window } = new JSDOM(html, { url: `https://sample.invalid${path}` });
  Object.defineProperty(window.document, 'readyState', { value: readyState });
  const { document, MutationObserver, Element, Node, AbortController, CustomEvent } = window;
  const file = Promise.withResolvers<void>();
  const overlays = ({ id }: Outline, view: View) => void started.push({ id, view });
  const offered = file.promise.then(() =>
    Object.assign(globalThis, { skinlensOffers: { overlays, site, bareReport: reportOfBare } }),
  );
  Object.assign(globalThis, { window, document, MutationObserver, Element, Node, AbortController, CustomEvent });
  Object.assign(globalThis, { file: offered, skinlensOffers: undefined });
  let rests = 0;
  document.addEventListener(pageEvents.pause, () => rests++);
  void watchPage({ ...site, tapped: false, ...change });
  const early = { questions: [...worker.asked], files: [...new Set(asked)] };
  const atRead: string[] = [];
  document.addEventListener('DOMContentLoaded', () => atRead.push(...asked));
  await settle();
  const load = async () => {
    file.resolve();
    // Files are read from the disk of a machine that may be busy.
    for (let round = 0; round < 25 && started.length === 0; round++) await settle();
  };
  /** The page comes back: out of the back-forward cache, or because it was loaded. */
  const show = async (persisted: boolean) => {
    if (persisted) window.dispatchEvent(Object.assign(new window.Event('pagehide'), { persisted }));
    window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted }));
    await settle();
  };
  return { window, document, load, show, early, atRead, rests: () => rests };
}

const card = '<div class="card" data-name="AK-47"><span class="price">1.00</span></div>';

beforeEach(() => {
  // Pages of other tests, which nobody closed.
  listeners.clear();
  started.splice(0);
  asked.splice(0);
  worker.asked.splice(0);
  worker.view = view;
});

test('the worker is asked before the document has been read, so that it wakes meanwhile', async () => {
  const { early } = await watch(card);
  expect(early.questions).toEqual(['view']);
});

test('on a page of a kind that has no cards the worker sleeps on, until the page becomes one of a kind that has', async () => {
  const { window, document, show } = await watch('<main></main>', {}, 'complete', '/faq');
  await push('view-changed');
  await show(true);
  expect(worker.asked).toEqual([]);
  window.history.pushState({}, '', '/market');
  document.body.append(document.createElement('p'));
  await settle();
  await settle();
  expect(worker.asked).toEqual(['view']);
});

test('the popup hears of a page without cards how its site stands', async () => {
  const { load } = await watch('<main></main>', {}, 'complete', '/faq');
  expect(asked).toEqual([]);
  const reports = [...listeners].map(
    (listener) => new Promise((resolve) => listener({ ask: 'page-report' }, { id: 'skinlens' }, resolve)),
  );
  void load();
  expect(await Promise.race(reports)).toMatchObject({ site: site.id, on: true, seen: 0, findings: { kinds: [] } });
});

test('the popup is answered with nothing when what makes the report cannot be had', async () => {
  await watch('<main></main>', {}, 'complete', '/faq');
  // The file comes, and offers nothing.
  Object.assign(globalThis, { file: Promise.resolve() });
  const [listener] = listeners;
  const said = new Promise((resolve) => listener?.({ ask: 'page-report' }, { id: 'skinlens' }, resolve));
  expect(await said).toBeUndefined();
});

test('with a first card come the adapter and what prices cards, once', async () => {
  const { load } = await watch(card);
  expect([...new Set(asked)]).toEqual(['/overlays.js', `/${site.id}-cards.js`]);
  await load();
  expect(started).toEqual([{ id: site.id, view }]);
  expect(listeners.size).toBe(0);
});

test('a page whose document is still being read is left alone until it has been', async () => {
  expect((await watch(card)).early.files).toEqual(['/overlays.js', `/${site.id}-cards.js`]);
  asked.splice(0);
  const { early, atRead } = await watch(card, {}, 'loading');
  // The browser may lay the page out in the task that has read it, so that ours is another.
  expect([early.files, atRead]).toEqual([[], []]);
  expect(asked).not.toEqual([]);
});

test('a tap is told to rest where its site is off, and a site without one is told nothing', async () => {
  worker.view = { ...view, on: false };
  expect((await watch(card, { tapped: true })).rests()).toBe(1);
  expect((await watch(card)).rests()).toBe(0);
  expect(started).toEqual([]);
});

test('a site that is switched off while the file is loaded stays bare, and comes when it is switched on', async () => {
  const { load } = await watch(card);
  worker.view = { ...view, on: false };
  await push('view-changed');
  await load();
  expect(started).toEqual([]);
  worker.view = view;
  await push('view-changed');
  expect(started).toHaveLength(1);
});

test('nothing is loaded before the first card', async () => {
  const { document, load } = await watch('<main></main>');
  await load();
  expect([asked, started]).toEqual([[], []]);
  document.body.innerHTML = card;
  await settle();
  await settle();
  expect(started).toHaveLength(1);
});

test('a site that was switched on while the page lay in the back-forward cache comes when the page does', async () => {
  worker.view = { ...view, on: false };
  const { load, show } = await watch(card);
  await load();
  worker.view = view;
  await show(false);
  expect(started).toEqual([]);
  await show(true);
  expect(started).toMatchObject([{ view: { on: true } }]);
});
