import { describe, expect, test } from 'vitest';
import { believed } from '#core/prices/listing-dispute.ts';
import type { Reading } from '#core/site.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { adapterSource } from '#page/cards/card-source.ts';
import { type Card, pageStateOf, readCard, scanCards } from '#page/cards/cards.ts';
import { quoteKey } from '#page/quotes/quote-loader.ts';
import { fieldsOf } from '#sites/reading/values.ts';
import { perDollar } from '../page/finder/find-items.ts';
import { centsNearListings, isPriceOf } from '../page/finder/sample-prices.ts';
import { quoted } from '../quoted.ts';
import { type Expectation, expectationsIn } from './expectation.ts';
import { documentAt, rowsOf, siteOf, somePages } from './page.ts';
import { withOtherClasses } from './redesign.ts';

/** What a site does to the numbers of its answers and of its framework's state, as text. */
type Change = (data: string) => string;

const prices =
  /\b((?!\w*(?:float|num))\w*(?:price|value|bid(?!s)|buy\b|offered|USD|fee)\w*\\*"?\s*:\s*\\*"?)(\d+(?:\.\d+)?)(?![\w.])/gi;

const timesText = (factor: number, amount: string): string => {
  const [, decimals = ''] = amount.split('.');
  const times = Number(amount) * factor;
  return decimals === '' && times >= 1 ? String(Math.round(times)) : times.toFixed(Math.max(decimals.length, 3));
};

/** In a Nuxt payload a price is the index of its value. */
function inPayload(values: readonly unknown[], factor: number): string {
  const priced = new Set(values.map((value) => fieldsOf(value)['price']));
  return JSON.stringify(values.map((value, at) => (priced.has(at) ? Math.round(Number(value) * factor) : value)));
}

const times =
  (factor: number): Change =>
  (data) =>
    data.trim().startsWith('[{"data": 1')
      ? inPayload(JSON.parse(data), factor)
      : data.replace(prices, (_, field: string, amount: string) => field + timesText(factor, amount));

const swapped: Readonly<Record<string, string>> = {
  USD: 'EUR',
  EUR: 'USD',
  CNY: 'USD',
  '1': '3',
  '3': '1',
  '2001': '2003',
  '2003': '2001',
};
const currencies = /(\w*currency(?:id)?\\*"?\s*:\s*\\*"?)(USD|EUR|CNY|1|3|2001|2003)\b/gi;

const changes: Readonly<Record<string, Change>> = {
  'a hundred times as much': times(100),
  'a hundredth': times(0.01),
  'ten times as much, as thousandths for hundredths': times(10),
  'a tenth': times(0.1),
  'another currency, by name alone': (data) =>
    data.replace(currencies, (_, field: string, code: string) => field + (swapped[code] ?? code)),
  'another currency, without its name': times(perDollar['EUR'] ?? 1),
};

const changed = (html: string, change: Change): string =>
  html.replace(
    /(<script(?![^>]*src=)[^>]*>)(.*?)(?=<\/script>)/gs,
    (_, tag: string, data: string) => tag + change(data),
  );

type Shown = readonly (readonly [Expectation | undefined, Reading])[];

/** What is shown of a page's cards, where the table's prices are near the listings. */
function shownIn(document: Document, { site, html }: SamplePage): Shown {
  const expected = expectationsIn(html);
  const source = adapterSource(siteOf(site), document);
  const rows = rowsOf(site, document);
  const cards = new Map<Node, Card>();
  scanCards(source, cards);
  for (const card of cards.values()) readCard(card, rows);
  const centsOf = centsNearListings({ expected });
  const readings = [...cards.values()].flatMap(({ reading }) => reading ?? []);
  const cache = {
    ...{ table: null, fault: null, spellings: new Map(), rates: { date: '2026-11-26', rates: perDollar } },
    quotes: new Map(readings.map((each) => [quoteKey(each), quoted({ buff163: centsOf(each.item) }, 0)])),
  };
  const { disputed } = pageStateOf(cards, source, cache);
  const places = [...document.querySelectorAll('[data-expect]')];
  return [...cards.values()].flatMap(({ element, reading }) => {
    const at = places.findIndex((each) => each.contains(element) || element.contains(each));
    return reading ? [[expected[at], believed(reading, disputed, cache.rates)] as const] : [];
  });
}

const isListed = ([, { listing }]: Shown[number]): boolean => listing !== undefined;
const isWrong = ([expected, { listing }]: Shown[number]): boolean =>
  listing !== undefined && !(expected && isPriceOf(expected, listing));

/** A page whose answers alone change is parsed once. */
function* shownAfterEach(page: SamplePage, html: string): Generator<readonly [name: string, Shown]> {
  const document = documentAt(page.url, html);
  const feeds = [...document.querySelectorAll('script')].map((script) => [script, script.textContent] as const);
  for (const [name, change] of Object.entries(changes)) {
    const isScripted = feeds.some(([script, data]) => !script.dataset['feed'] && change(data) !== data);
    for (const [script, data] of feeds) if (!isScripted) script.textContent = change(data);
    yield [name, shownIn(isScripted ? documentAt(page.url, changed(html, change)) : document, page)];
  }
}

test('a page as it is keeps every listing', () => {
  for (const page of somePages) {
    const shown = shownIn(documentAt(page.url, page.html), page);
    const wanted = expectationsIn(page.html).filter((one) => one?.listing);
    expect(shown.filter(isListed).length, page.url).toBe(wanted.length);
    expect(shown.filter(isWrong), page.url).toEqual([]);
  }
});

describe.each([
  ['as it is', (html: string) => html, []],
  ['with other classes', withOtherClasses, ['full']],
] as const)('a page %s whose data count otherwise', (_, design, tags) => {
  test('shows no wrong listing', { tags: [...tags] }, () => {
    const wrong: string[] = [];
    for (const page of somePages) {
      // The script of GamerPay's page finds its cards by class names.
      const html = page.site === 'gamerpay' ? page.html : design(page.html);
      for (const [name, shown] of shownAfterEach(page, html))
        for (const one of shown.filter(isWrong)) wrong.push(`${name}, ${page.url}: ${JSON.stringify(one)}`);
    }
    expect(wrong).toEqual([]);
  });
});
