import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { pageSettings, parseSettings } from '#core/settings/settings.ts';
import type { Push, VersionedSettings } from '#protocol/messages.ts';
import { quoted } from '../../quoted.ts';
import { site } from '../sample-page.ts';

const { window } = new JSDOM(
  '<div class="card" data-name="AK-47 | Redline (Field-Tested)"><span class="price">1.00</span></div>',
  { url: 'https://sample.invalid/market', pretendToBeVisual: true },
);
const { document, MutationObserver, Element, Node, CustomEvent, requestAnimationFrame } = window;
const { AbortController, AbortSignal, CSSStyleSheet, getComputedStyle } = window;
Object.assign(globalThis, { window, document, MutationObserver, Element, Node, CustomEvent, requestAnimationFrame });
// jsdom has none.
Object.assign(window, { MessageChannel });
Object.assign(globalThis, { AbortController, AbortSignal, CSSStyleSheet, getComputedStyle });

const tell = (reading: number, settings: object): VersionedSettings => ({
  worker: 'one',
  reading,
  settings: { ...pageSettings(parseSettings({ deals: { on: true }, ...settings })), sitesOn: [site.id] },
});

const asOf = Date.now();
/** Time that the computer slept, ms. */
let slept = 0;
const clock = Date.now.bind(Date);
// Timers sleep with it: that of the session does not fire here. Frames of jsdom go on.
const { setInterval: startInterval } = globalThis;
vi.spyOn(globalThis, 'setInterval').mockImplementation((work, ms) =>
  Number(ms) < 60_000 ? startInterval(work, ms) : setTimeout(() => undefined),
);
vi.spyOn(Date, 'now').mockImplementation(() => clock() + slept);
const asked: { readonly kind: string; readonly request: unknown }[] = [];
const listeners = new Set<(message: unknown, sender: object, respond: (answer: unknown) => void) => void>();
const answers: Readonly<Record<string, unknown>> = {
  drawn: [],
  settings: tell(1, { theme: 'dark' }),
  quotes: { table: { version: '1', asOf }, fault: null, rates: null, quotes: [quoted({ buff163: 500 }, asOf)] },
};
const runtime = {
  id: 'skinlens',
  getURL: (path: string) => path,
  onMessage: { addListener: listeners.add.bind(listeners), removeListener: listeners.delete.bind(listeners) },
  sendMessage: async (message: { kind: string; request: unknown }) => {
    asked.push(message);
    return JSON.stringify({ ok: true, answer: answers[message.kind] ?? null });
  },
};
Object.assign(globalThis, { chrome: { runtime } });
const { createLiveSettings } = await import('#page/boot/live-settings.ts');
const { startPageSession } = await import('#page/boot/page-session.ts');

const host = () => document.querySelector('skinlens-prices');
const push = (told: VersionedSettings) => {
  for (const listener of [...listeners])
    listener({ push: 'settings', versioned: told } satisfies Push, { id: 'skinlens' }, () => undefined);
};
const askedFor = (kind: string) => asked.filter((message) => message.kind === kind);

test('a page takes each change from the push, asks nothing back, and tells its deals again after Back', async () => {
  const settings = createLiveSettings(site.id);
  await settings.ask();
  document.body.dataset['serverRendered'] = 'true';
  const looks = vi.spyOn(document, 'querySelector');
  startPageSession(site, settings);
  const hydrationLooks = () => looks.mock.calls.filter(([selector]) => selector === '[data-server-rendered]').length;
  await expect.poll(hydrationLooks).toBeGreaterThan(2);
  expect(host()).toBeNull();
  looks.mockRestore();
  delete document.body.dataset['serverRendered'];
  await expect.poll(() => host()?.getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => askedFor('drawn')).toMatchObject([{ request: { deals: 1, listings: [] } }]);

  push(tell(2, { theme: 'light', overlay: { ofSteam: true } }));
  await expect.poll(() => host()?.getAttribute('data-theme')).toBe('light');
  await expect
    .poll(() => askedFor('quotes').map(({ request }) => request))
    .toMatchObject([{ more: [] }, { more: ['steam'] }]);
  push({ ...tell(3, {}), settings: { ...tell(3, {}).settings, sitesOn: [] } });
  expect(host()).toBeNull();
  // An older reading that comes late.
  push(tell(2, { theme: 'light' }));
  expect(host()).toBeNull();
  expect(askedFor('settings')).toHaveLength(1);

  push(tell(4, {}));
  await expect.poll(() => askedFor('drawn').at(-1)?.request).toMatchObject({ deals: 1 });
  const before = askedFor('drawn').length;
  const quotes = askedFor('quotes').length;
  window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted: true }));
  await expect.poll(() => askedFor('drawn').slice(before)).toMatchObject([{ request: { deals: 1 } }]);
  await expect.poll(() => askedFor('settings')).toHaveLength(2);
  // The page has drawn what it asked for: nothing draws any more until the next test says so.
  await expect.poll(() => askedFor('quotes')).toHaveLength(quotes + 1);
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
});

test('a computer that slept shows old prices as old as soon as the user comes back', async () => {
  await expect.poll(() => host()?.getAttribute('data-state')).toBe('ready');
  slept = 8 * 3_600_000;
  window.dispatchEvent(new window.Event('focus'));
  await expect.poll(() => host()?.getAttribute('data-state')).toBe('stale');
  slept = 0;
});

test('a second copy stays away from a page while another one is at work, and both say so', async () => {
  const report = async () => {
    const told: unknown[] = [];
    for (const listener of [...listeners])
      listener({ ask: 'page-report' }, { id: 'skinlens' }, (answer) => void told.push(answer));
    await expect.poll(() => told.length).toBe(1);
    return told[0];
  };
  const off = (reading: number) =>
    push({ ...tell(reading, {}), settings: { ...tell(reading, {}).settings, sitesOn: [] } });
  off(5);
  expect(await report()).toMatchObject({ on: false, otherCopy: undefined });
  push(tell(6, {}));
  const question = () => document.dispatchEvent(new CustomEvent('skinlens-question', { cancelable: true }));
  // This copy is at work.
  expect(question()).toBe(false);
  off(7);
  expect(question()).toBe(true);
  expect(await report()).toMatchObject({ on: false, otherCopy: true });
  const other = new AbortController();
  document.addEventListener('skinlens-question', (event) => event.preventDefault(), { signal: other.signal });
  push(tell(8, {}));
  expect(await report()).toMatchObject({ on: true, seen: 0, otherCopy: true });
  expect(host()).toBeNull();
  other.abort();
  push(tell(9, {}));
  await expect.poll(host).not.toBeNull();
});
