import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserKind } from '#demo/browsers.ts';
import { type SampleAnswer, type SamplePage, samplePages } from '#demo/sample-pages.ts';
import { openFed } from './asking.ts';
import { type Bench, inBoth, type Part } from './bench.ts';
import { shuffledRounds } from './rounds.ts';
import { type Row, toRow } from './row.ts';
import { append, openWatched, timeOfOverlay } from './watch.ts';

const stock = 40;
const inserted = 100;

const list = samplePages(new URL('../sites', import.meta.url).pathname).find(({ site }) => site === 'waxpeer');

/**
 * Cards of a page that fetches an answer and then makes them of it, as marketplaces do: their prices are asked for when the
 * answer comes, so that they are drawn when the cards come: all at once, or where the page would wait too long, in parts.
 */
export const fetched: Part = (bench) => inBoth(bench, measure);

async function measure({ market, runs, open }: Bench, kind: BrowserKind): Promise<Row[]> {
  const driver = await open(kind);
  await (await openFed(driver, market)).close();
  const names = market.names.slice(0, stock + inserted);
  const sample = pageOf(names);
  const totals: number[] = [];
  for await (const { keep } of shuffledRounds(runs, [driver])) {
    const page = await openWatched(driver, sample);
    await timeOfOverlay(page, stock);
    await page.evaluate((url) => fetch(url).then((answer) => answer.text()), sample.answers[1]?.url ?? '');
    await sleep(200); // what a page does with an answer before its cards are there
    const start = await append(page, cardsOf(names, stock));
    const end = await timeOfOverlay(page, stock + inserted);
    keep(() => totals.push(end - start));
    await page.close();
  }
  const what = `${inserted} cards of an answer that the page fetched → ${inserted} overlays`;
  return [toRow({ part: 'fetched', browser: kind, unit: 'ms', what }, totals)];
}

/** Waxpeer's list with its first cards, and the two answers of which it makes those and the others. */
function pageOf(names: readonly string[]): SamplePage {
  if (!list) throw new Error('Waxpeer has no sample page');
  const answers = [answerOf(names.slice(0, stock), 0), answerOf(names.slice(stock), stock)];
  const head = list.html.slice(0, list.html.indexOf('<body>'));
  const feed = `<script type="application/json" data-feed="${answers[0]?.url}"></script>`;
  const body = `<body><div class="cards">${cardsOf(names.slice(0, stock), 0)}</div>${feed}</body></html>`;
  return { ...list, html: head + body, answers };
}

/** The n-th name has the id n, with some digits before it. */
const idOf = (at: number): string => `381${String(at).padStart(5, '0')}`;

function answerOf(names: readonly string[], from: number): SampleAnswer {
  const items = names.map((full, at) => {
    const [, name = '', exterior = ''] = /^(.*) \((.*)\)$/.exec(full) ?? [];
    return { item_id: idOf(from + at), name, exterior, image: '730-item.webp', price: 9500 };
  });
  return { url: `https://waxpeer.com/api/data/index?skip=${from}`, body: JSON.stringify({ items }) };
}

const cardsOf = (names: readonly string[], from: number): string =>
  names
    .map(
      (name, at) => `<div class="item_wrap"><a class="thumb" href="/item/item/${idOf(from + at)}"></a>
<div class="item_body"><div class="name">${name}</div><div class="dim">Sold by a bot</div>
<div class="line"><span class="price">$ 9.50</span><span class="discount">-12%</span></div></div></div>`,
    )
    .join('\n');
