import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import type { Row, Site } from '#core/site.ts';
import { PageReaders } from '#page/boot/page-readers.ts';
import { KnownRows } from '#page/cards/card-source.ts';
import { Finder } from '#page/finder/finder.ts';
import type { PageDeps } from '#page/overlays/deps.ts';
import type { SettingsView } from '#protocol/messages.ts';
import { quoted } from '../../quoted.ts';
import { nameOf } from '../finder/find-items.ts';
import { addLayout } from '../layout.ts';
import { site, view } from '../sample-page.ts';

const names = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Field-Tested)',
  'Kilowatt Case',
  'P250 | Sand Dune (Factory New)',
  'AUG | Chameleon (Field-Tested)',
];

/** A card of the sample site; without `readable` its adapter reads nothing, and its words still name the item. */
const card = (name: string, readable: boolean) =>
  `<div class="card" data-name="${readable ? name : ''}"><p>${name}</p><span class="price">1.00</span></div>`;

function openReaders(html: string, adapter: Site | 'none' = site, given: SettingsView = view) {
  const url = 'https://sample.invalid/market';
  const { window } = new JSDOM(`<main>${html}</main>`, { url, pretendToBeVisual: true });
  const { document } = window;
  const tasks: (() => void)[] = [];
  const timers: { at: number; work: () => void }[] = [];
  let now = 0;
  Object.assign(globalThis, {
    MutationObserver: window.MutationObserver,
    document,
    window,
    performance: { now: () => now },
  });
  addLayout(window);
  const inOwnTask = (work: () => void) => void tasks.push(work);
  Object.assign(globalThis, { skinlensExports: { finder: Finder } });
  class MessageChannel {
    readonly port1 = { onmessage: () => undefined };
    readonly port2 = { postMessage: () => void inOwnTask(() => this.port1.onmessage()) };
  }
  Object.assign(window, { MessageChannel });
  const environment: PageDeps = {
    document,
    now: () => 1_800_000_000_000,
    fetchQuotes: async (asked) => ({
      table: { version: '1', asOf: 1_800_000_000_000 },
      fault: null,
      rates: null,
      quotes: asked.map((name) => {
        const number = /^Item (\d)$/.exec(nameOf(name))?.[1];
        if (number === undefined && !names.includes(nameOf(name))) return null;
        return quoted({ buff163: 100 * 2 ** Number(number ?? 0) }, 1_800_000_000_000);
      }),
    }),
    beforeFrame: (work) => void tasks.push(work),
    inOwnTask,
    after: (work, ms) => void timers.push({ at: now + ms, work }),
    tell: async (shown) => {
      deals = shown.deals;
      return [];
    },
  };
  let deals = 0;
  const passed: unknown[] = [];
  const kept: boolean[] = [];
  const tap = {
    readState: () => undefined,
    unread: () => 0,
    keepAnswers: (isNeeded: boolean) => void kept.push(isNeeded),
    passAnswers: (receive: unknown) => void passed.push(receive),
  };
  const readers = new PageReaders(adapter === 'none' ? undefined : adapter, given, tap, new KnownRows(), environment);
  const settle = async () => {
    for (let idle = 0; idle < 4; ) {
      await new Promise((resolve) => setImmediate(resolve));
      idle = tasks.length > 0 ? 0 : idle + 1;
      for (const task of tasks.splice(0)) task();
    }
  };
  const pass = async (ms: number) => {
    now += ms;
    for (const timer of timers.splice(0))
      if (timer.at <= now) timer.work();
      else timers.push(timer);
    await settle();
  };
  const shown = () =>
    [...document.querySelectorAll('skinlens-prices')].map((host) => [
      host.getAttribute('data-source'),
      host.getAttribute('data-item'),
      host.getAttribute('data-listing'),
    ]);
  return { document, readers, settle, pass, shown, passed, kept, dealsTold: () => deals };
}

const cards = (readable: boolean) => names.map((name) => card(name, readable)).join('');

test('an adapter that reads keeps the finder away', async () => {
  const page = openReaders(cards(true));
  page.readers.start();
  await page.settle();
  await page.pass(5000);
  expect(page.shown()).toEqual(names.map((name) => ['adapter', name, '1.00']));
  expect(page.passed).toEqual([]);
  // A finder that does not start needs no answers; one may until the cards are read.
  expect([page.kept[0], page.kept.at(-1)]).toEqual([true, false]);
  expect(page.readers.drawing.reader).toBe('adapter');
});

test('the finder takes over from an adapter that reads nothing, shows prices only, and gives way again', async () => {
  const page = openReaders(cards(false));
  page.readers.start();
  await page.settle();
  await page.pass(1500);
  expect(page.shown()).toEqual([]);
  expect(page.kept.at(-1)).toBe(true);
  await page.pass(600);
  expect(page.shown()).toEqual(names.map((name) => ['name', name, null]));
  expect(page.readers.drawing.reader).toBe('names');
  for (const element of page.document.querySelectorAll('.card'))
    element.setAttribute('data-name', element.querySelector('p')?.textContent ?? '');
  await page.settle();
  expect(page.shown()).toEqual(names.map((name) => ['adapter', name, '1.00']));
});

test('the finder takes over where the adapter sets every card aside', async () => {
  const page = openReaders(cards(false).replaceAll('data-name=""', 'data-name="other game"'));
  page.readers.start();
  await page.settle();
  expect(page.shown()).toEqual([]);
  await page.pass(2100);
  expect(page.shown()).toEqual(names.map((name) => ['name', name, null]));
});

test('a page without a card is read by names at once, and a site without an adapter too', async () => {
  const redesigned = openReaders(cards(false).replaceAll('class="card"', 'class="tile"'));
  redesigned.readers.start();
  await redesigned.settle();
  expect(redesigned.shown().map(([source]) => source)).toEqual(names.map(() => 'name'));
  const unknown = openReaders(cards(true), 'none');
  unknown.readers.start();
  await unknown.settle();
  expect(unknown.shown().map(([source]) => source)).toEqual(names.map(() => 'name'));
});

test('where only the adapter’s cards are lost, its reader tells the listing of what the finder found', async () => {
  const html = cards(true).replaceAll('class="card"', 'class="tile"');
  const page = openReaders(html);
  page.readers.start();
  await page.settle();
  expect(page.shown()).toEqual(names.map((name) => ['adapter', name, '1.00']));
  // Names alone are what the user chose.
  page.readers.show({ ...view, reading: 'names' });
  await page.pass(600);
  expect(page.shown()).toEqual(names.map((name) => ['name', name, null]));
});

const byRow: Site = {
  ...site,
  pages: site.pages.map((page) => ({ ...page, read: (card, rows) => readingOf(rows.get(card.id)) })),
};

test('what the adapter learns later is shown in the cards of the finder, and fewer than three count', async () => {
  const html = names.slice(0, 2).map((name, at) => `<div class="tile" id="${at}"><p>${name}</p></div>`);
  const page = openReaders(html.join(''), byRow);
  page.readers.start();
  await page.settle();
  expect(page.shown()).toEqual([]);
  const listing = { cents: 200, currency: 'USD' };
  page.readers.addRows([
    { key: '0', item: names[0], listing },
    { key: '1', item: names[2], listing },
  ]);
  await page.pass(600);
  expect(page.shown()).toEqual([['adapter', names[0], '2.00']]);
});

const readingOf = (row: Row | undefined) => (row?.item ? { item: row.item, listing: row.listing } : undefined);

test('the setting chooses the reader at once, and the end leaves nothing', async () => {
  const page = openReaders(cards(true), site, { ...view, reading: 'names' });
  page.readers.start();
  await page.settle();
  expect(page.shown().map(([source]) => source)).toEqual(names.map(() => 'name'));
  page.readers.show(view);
  await page.settle();
  expect(page.shown().map(([source]) => source)).toEqual(names.map(() => 'adapter'));
  page.readers.show({ ...view, reading: 'names' });
  await page.settle();
  expect(page.shown().map(([source]) => source)).toEqual(names.map(() => 'name'));
  page.readers.stop();
  page.document.querySelector('main')?.insertAdjacentHTML('beforeend', card(names[0] ?? '', true));
  await page.settle();
  expect(page.shown()).toEqual([]);
});
