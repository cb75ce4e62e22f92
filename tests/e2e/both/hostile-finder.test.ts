import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { isPriced, readOverlays, until } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { sampleOf } from '../browser.ts';
import { useSharedTab } from '../shared-tab.ts';
import { useWorld } from '../world.ts';

// What else a card says may be any item's name.
const world = useWorld({ names: 'all' });
const tab = useSharedTab(world);

/** What the pages show honestly, and what they plant. */
const honest = ['AK-47 | Redline (Field-Tested)', 'AWP | Asiimov (Field-Tested)', 'Kilowatt Case', '★ Bayonet'];
const planted = ['M4A4 | Howl (Factory New)', 'AWP | Dragon Lore (Factory New)', '★ Karambit | Fade (Factory New)'];

const card = (inner: string): string => `<div class="tile">${inner}<b>$12.50</b><button>Buy</button></div>`;
const last = 'Desert Eagle | Printstream (Field-Tested)';
const lastCard = card(`<p>${last}</p>`);
const honestCards = honest.map((name) => card(`<p>${name}</p>`)).join('');

/** A page at an address that has cards, with other cards than its adapter knows. */
const pageWith = (body: string): SamplePage => ({
  ...sampleOf('csfloat', 'search'),
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>
    body { background: #fff; color: #111 } .list { display: grid; gap: 8px }
    .tile { padding: 8px; border: 1px solid #999 }
  </style></head><body>${body}</body></html>`,
  answers: [],
});

const list = (cards: string): string => `<main class="list">${cards}</main>`;

const pricedOn = async (page: Page): Promise<readonly (string | null)[]> =>
  (await readOverlays(page)).filter(isPriced).map(({ item }) => item);

/** The items with prices, in document order, after everything that stood on the page before a new card has been read. */
async function pricedItems(page: Page, expected: readonly string[]): Promise<readonly (string | null)[]> {
  const priced = async (names: readonly string[]) => {
    const items = await pricedOn(page);
    return names.every((name) => items.includes(name)) ? items : undefined;
  };
  await until('prices', () => priced(expected), { pauseMs: 100 });
  await page.evaluate((html) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html), lastCard);
  return until('a price in a new card', () => priced([...expected, last]), { pauseMs: 100 });
}

const plant = (inner: (name: string) => string): string =>
  `<section class="list">${planted.map((name) => card(inner(name))).join('')}</section>`;

const hidden: Readonly<Record<string, (name: string) => string>> = {
  'a filter': (name) => `<div style="filter: blur(0) opacity(0)"><p>${name}</p></div>`,
  'far to the left': (name) => `<p style="position: absolute; left: -9999px">${name}</p>`,
  'far above': (name) => `<p style="position: absolute; top: -9999px">${name}</p>`,
  'moved away': (name) => `<p style="transform: translateX(-9999px)">${name}</p>`,
  shrunk: (name) => `<p style="transform: scale(0)">${name}</p>`,
  indented: (name) => `<p style="text-indent: -9999px; overflow: hidden">${name}</p>`,
  'a clip': (name) =>
    `<p style="position: absolute; clip: rect(0, 0, 0, 0); width: 1px; height: 1px; overflow: hidden">${name}</p>`,
  'a clip path': (name) => `<p style="clip-path: inset(50%)">${name}</p>`,
  'a box without height': (name) => `<div style="height: 0; overflow: hidden"><p>${name}</p></div>`,
  'letters without size': (name) => `<p style="font-size: 0">${name}</p>`,
  'letters of one pixel': (name) => `<p style="font-size: 1px">${name}</p>`,
  'the colour of the page': (name) => `<p style="color: #fff">${name}</p>`,
};

/** Far more than the extension reads. The page reads it, so that its code waits for nothing of ours. */
const answerBytes = 100_000_000;
const leastBytes = 10_000_000;

/** Makes a JSON answer, fetches it in both ways, and notes what the page itself received. */
const fetchHuge = `
  const row = JSON.stringify({ id: 812345, name: ${JSON.stringify(planted[0])} }) + ',';
  const part = row.repeat(Math.ceil(1e6 / row.length));
  const blob = new Blob(['[', ...Array(Math.ceil(${answerBytes} / part.length)).fill(part), '0]'], { type: 'application/json' });
  const addressOf = (content) => URL.createObjectURL(content);
  window.received = [];
  fetch(addressOf(blob)).then((response) => response.text()).then((text) => window.received.push(text.length));
  const xhr = new XMLHttpRequest();
  xhr.open('GET', addressOf(blob.slice(0, ${leastBytes}, blob.type)));
  xhr.onload = () => window.received.push(xhr.responseText.length);
  xhr.send();
`;

describe('a page that plants names', { tags: ['full'] }, () => {
  test('shows them in plain sight, so that the tests below can fail', async () => {
    await world().configure({ reading: 'names' });
    const page = await tab.open(pageWith(plant((name) => `<p>${name}</p>`) + list(honestCards)));
    expect(await pricedItems(page, [...planted, ...honest])).toEqual([...planted, ...honest, last]);
  });

  test('gets no price where a name is hidden', async () => {
    const body = Object.values(hidden).map(plant).join('');
    const page = await tab.open(pageWith(body + list(honestCards)));
    expect(await pricedItems(page, honest)).toEqual([...honest, last]);
  });

  test('by thousands, and answers of 100 MB with ids that items share, is read in part and stays in use', async () => {
    const flood = Array.from({ length: 2500 }, (_, at) => card(`<p>AK-47 | Plant ${at} (Field-Tested)</p>`)).join('');
    const sharing = planted.map(() => card('<a href="/item/812345">buy</a>')).join('');
    const ids = JSON.stringify(planted.map((name) => ({ id: 812_345, name })));
    const page = await tab.open(
      pageWith(
        `${list(honestCards)}<section class="list">${sharing}</section><section>${flood}</section>
        <script type="application/json">${ids}</script><script>${fetchHuge}</script>`,
      ),
    );
    expect(await pricedItems(page, honest)).toEqual([...honest, last]);
    const received = await until('the answers', async () => {
      const all = await page.evaluate(() => Reflect.get(window, 'received') as number[]);
      return all.length === 2 ? all : undefined;
    });
    expect(Math.min(...received)).toBe(leastBytes);
    expect(Math.max(...received)).toBeGreaterThan(answerBytes);
  });
});
