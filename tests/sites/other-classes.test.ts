import { expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { type Expectation, expectationsIn } from './expectation.ts';
import { withOtherClasses } from './other-classes.ts';
import { documentAt, pages, pagesAt, readingOf, rowsOf } from './page.ts';

/**
 * Pages that an adapter reads by ids, links, attributes and answers, and not by class names. Where a site gives all classes
 * other names, these keep their items and their prices.
 */
const lasting: readonly string[] = [
  'buff163: list, list in euros, buying',
  'c5game: first page, second page, English',
  'csfloat: search, item, item with a panel',
  'csgoempire: item, deposit',
  'csgoroll: deposit',
  'csmoney: list, instant sell, trade',
  'dmarket: Russian knives',
  'marketcsgo: list, Portuguese list, Russian list, list without a currency',
  'skinbid: market, home in dollars, item, shop, older cards',
  'steam: React item, React knife, React without screenshots',
  'whitemarket: market, Portuguese market, item',
];

/** Pages that keep half of their items or more, so that the finder does not take over, and lose prices. */
const withoutPrices: readonly string[] = [
  'csfloat: home',
  'csgoempire: market',
  'csgoroll: withdraw, withdraw by search',
  'csmoney: Russian list in euros',
  'marketcsgo: item',
];

/** "site: page, page", by site. */
const bySite = (some: readonly SamplePage[]): readonly string[] =>
  [...Map.groupBy(some, ({ site }) => site)].map(([site, of]) => `${site}: ${of.map(({ page }) => page).join(', ')}`);

/** The readings of a page, each with what is expected of its card. */
function readPage({ site, url, html }: SamplePage): readonly (readonly [Expectation | undefined, Reading])[] {
  const expected = expectationsIn(html);
  const document = documentAt(url, withOtherClasses(html));
  const rows = rowsOf(site, document);
  const cards = [...document.querySelectorAll('[data-expect]')];
  return pagesAt(site, url).flatMap(({ card, read }) =>
    [...document.querySelectorAll(card)].flatMap((element) => {
      const reading = readingOf(read(element, rows));
      const at = cards.findIndex((each) => each.contains(element) || element.contains(each));
      return reading ? [[expected[at], reading] as const] : [];
    }),
  );
}

const isRight = (expected: Expectation | undefined, { item, phase, listing }: Reading): boolean =>
  item === expected?.item &&
  (phase ?? expected.phase) === expected.phase &&
  (!listing || (Number(listing.amount) === Number(expected.listing) && listing.currency === expected.currency));

test('class names of every sample page replaced: nothing wrong is read, and these pages keep items and prices', () => {
  const wrong: unknown[] = [];
  const [kept, lost]: [SamplePage[], SamplePage[]] = [[], []];
  for (const page of pages) {
    // The page's own script finds its cards by class names.
    if (page.site === 'gamerpay') continue;
    const readings = readPage(page);
    wrong.push(
      ...readings
        .filter((one) => !isRight(...one))
        .map(([expected, { item, phase, listing }]) => ({ page: page.url, expected, item, phase, listing })),
    );
    const wanted = expectationsIn(page.html).filter((one) => one !== undefined);
    const listed = wanted.filter(({ listing }) => listing !== undefined);
    const priced = readings.filter(([, { listing }]) => listing !== undefined);
    if (readings.length >= wanted.length * 0.8 && priced.length >= listed.length * 0.8) kept.push(page);
    else if (readings.length >= wanted.length / 2) lost.push(page);
  }
  expect(wrong).toEqual([]);
  expect(bySite(kept)).toEqual(lasting);
  expect(bySite(lost)).toEqual(withoutPrices);
});
