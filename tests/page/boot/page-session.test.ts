import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { pageSettings, parseSettings } from '#core/settings/settings.ts';
import type { Push, VersionedSettings } from '#protocol/messages.ts';
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
const asked: { readonly kind: string; readonly request: unknown }[] = [];
const listeners = new Set<(message: unknown, sender: object, respond: (answer: unknown) => void) => void>();
const answers: Readonly<Record<string, unknown>> = {
  settings: tell(1, { theme: 'dark' }),
  quotes: { table: { version: '1', asOf }, fault: null, rates: null, quotes: [{ buff163: 500, inflated: false }] },
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
const { LiveSettings } = await import('#page/boot/live-settings.ts');
const { startPageSession } = await import('#page/boot/page-session.ts');

const host = () => document.querySelector('skinlens-prices');
const push = (told: VersionedSettings) => {
  for (const listener of [...listeners])
    listener({ push: 'settings', versioned: told } satisfies Push, { id: 'skinlens' }, () => undefined);
};
const askedFor = (kind: string) => asked.filter((message) => message.kind === kind);

test('a page takes each change from the push, asks nothing back, and tells its deals again after Back', async () => {
  const settings = new LiveSettings(site.id);
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
  await expect.poll(() => askedFor('deals')).toEqual([{ kind: 'deals', request: { count: 1 } }]);

  push(tell(2, { theme: 'light' }));
  await expect.poll(() => host()?.getAttribute('data-theme')).toBe('light');
  push({ ...tell(3, {}), settings: { ...tell(3, {}).settings, sitesOn: [] } });
  expect(host()).toBeNull();
  // An older reading that comes late.
  push(tell(2, { theme: 'light' }));
  expect(host()).toBeNull();
  expect(askedFor('settings')).toHaveLength(1);

  push(tell(4, {}));
  await expect.poll(() => askedFor('deals').at(-1)?.request).toEqual({ count: 1 });
  const before = askedFor('deals').length;
  window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted: true }));
  await expect.poll(() => askedFor('deals').slice(before)).toEqual([{ kind: 'deals', request: { count: 1 } }]);
  await expect.poll(() => askedFor('settings')).toHaveLength(2);
});
