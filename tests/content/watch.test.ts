import { JSDOM } from 'jsdom';
import { beforeEach, expect, test } from 'vitest';
import type { Opened } from '#content/opened.ts';
import type { Push, View } from '#protocol/messages.ts';
import { site, view } from './page.ts';

/** What the page's second script was started with. */
const started: Opened[] = [];
let files = 0;

const listeners = new Set<(message: unknown, sender: object, respond: () => void) => void>();
const worker: { view: View; asked: string[] } = { view, asked: [] };
const quotes = { table: { version: '1', asOf: 0 }, fault: null, rates: null, quotes: [null] };

/** The browser as a content script has it; one for all tests, because modules hold on to it. */
const runtime = {
  id: 'skinlens',
  // A browser runs a module once; each test has its own.
  getURL: () => `data:text/javascript,await globalThis.file; // ${++files}`,
  onMessage: { addListener: listeners.add.bind(listeners), removeListener: listeners.delete.bind(listeners) },
  sendMessage: async ({ kind }: { kind: string }) => {
    worker.asked.push(kind);
    const answer = kind === 'open' ? { view: worker.view, quotes } : worker.view;
    return JSON.stringify({ ok: true, answer });
  },
};
Object.assign(globalThis, { chrome: { runtime } });
const { watchPage } = await import('#content/watch.ts');

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function push(what: Push['push']): Promise<void> {
  for (const listener of listeners) listener({ push: what }, { id: 'skinlens' }, () => undefined);
  await settle();
}

/** Begins to watch a page, and waits until the worker has answered; `load` lets the page's second file come. */
async function watch(html: string) {
  const { window } = new JSDOM(html, { url: 'https://sample.invalid/market' });
  const { document, MutationObserver, Element, Node, AbortController } = window;
  const file = Promise.withResolvers<void>();
  const overlays = (_: object, opened: Opened) => void started.push(opened);
  const offered = file.promise.then(() => Object.assign(globalThis, { skinlensOffers: { overlays } }));
  Object.assign(globalThis, { window, document, MutationObserver, Element, Node, AbortController });
  Object.assign(globalThis, { file: offered, skinlensOffers: undefined });
  void watchPage(site);
  await settle();
  const load = async () => {
    file.resolve();
    await settle();
  };
  /** The page comes back: out of the back-forward cache, or because it was loaded. */
  const show = async (persisted: boolean) => {
    window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted }));
    await settle();
  };
  return { document, load, show };
}

const card = '<div class="card" data-name="AK-47"><span class="price">1.00</span></div>';

beforeEach(() => {
  started.splice(0);
  worker.asked.splice(0);
  worker.view = view;
});

test('what stands on the page when it opens is asked for at once, and handed on with its prices', async () => {
  const { load } = await watch(card);
  expect(worker.asked).toEqual(['open']);
  await load();
  expect(started).toMatchObject([{ names: ['AK-47'], quotes: { table: { version: '1' } } }]);
  expect(listeners.size).toBe(0);
});

test('prices that change while the file is loaded are asked for anew', async () => {
  const { load } = await watch(card);
  await push('prices-changed');
  await load();
  expect(started).toMatchObject([{ names: [], quotes: null, view: { on: true } }]);
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

test('nothing starts before the first card', async () => {
  const { document, load } = await watch('<main></main>');
  await load();
  expect(started).toEqual([]);
  document.body.innerHTML = card;
  await settle();
  await settle();
  expect(started).toMatchObject([{ names: [], quotes: null }]);
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
