import { expect, test } from 'vitest';
import type { Reading } from '#core/site.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { blind } from '../page/finder/blind-samples.ts';
import { findOn } from '../page/finder/find-items.ts';
import { centsNearListings } from '../page/finder/sample-prices.ts';
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

/** Least number of different items with a listing from which on a price can be learned. */
const learnable = 8;

/** How many of a changed page's items and listings are shown: read by the adapter, or found where it reads too little. */
async function keptOn(page: SamplePage) {
  const wanted = expectationsIn(page.html).flatMap((one) => one ?? []);
  const listings = wanted.filter(isListed);
  const { html, ...sample } = blind(page);
  const readings = readPage(page);
  const shown =
    readings.length >= wanted.length / 2
      ? readings.map(([expected, { listing }]) => ({ expected, listing }))
      : (await findOn({ ...sample, html: withOtherClasses(html) }, centsNearListings(sample))).map(
          ({ number = -1, listing }) => ({ expected: sample.expected[number], listing }),
        );
  const right = shown.filter(({ expected }) => expected);
  return {
    name: `${page.site} ${page.page}`,
    items: right.length,
    wanted: wanted.length,
    listings: right.filter(({ expected, listing }) => listing && expected && isListed(expected)).length,
    listed: listings.length,
    isLong: new Set(listings.map(({ item }) => item)).size >= learnable,
  };
}

const isListed = ({ listing, kind }: Expectation): boolean => listing !== undefined && !kind;

test('class names of every sample page replaced: 90 of 100 cards keep their prices, and 80 of 100 in long lists their difference', async () => {
  const kept: Awaited<ReturnType<typeof keptOn>>[] = [];
  // The page's own script finds its cards by class names.
  for (const page of pages) if (page.site !== 'gamerpay') kept.push(await keptOn(page));
  const lost = kept
    .filter(({ listings, listed }) => listings < listed)
    .map(({ name, items, wanted, listings, listed }) => `${name}: ${items}/${wanted}, ${listings}/${listed}`)
    .join('\n');
  const sum = (of: (one: (typeof kept)[number]) => number) => kept.reduce((total, one) => total + of(one), 0);
  const long = (of: 'listings' | 'listed') => sum((one) => (one.isLong ? one[of] : 0));
  expect(sum(({ items }) => items) / sum(({ wanted }) => wanted), lost).toBeGreaterThanOrEqual(0.9);
  expect(long('listings') / long('listed'), lost).toBeGreaterThanOrEqual(0.8);
  expect(sum(({ listings }) => listings) / sum(({ listed }) => listed), lost).toBeGreaterThanOrEqual(0.66);
});
