import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { loadedMarkets, type MarketId, marketIds } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { Reading } from '#core/site.ts';
import { cardsOfSample, readingOf } from '../../sites/page.ts';
import { drawModel, type ModelCase, modelOfCase, now } from './model-case.ts';

Object.assign(globalThis, { document: new JSDOM('').window.document });

const minute = 60_000;
const item = 'AK-47 | Redline (Field-Tested)';
const rates = { date: '2026-11-20', rates: { CNY: 7.2, EUR: 0.8 } };
const own: Reading = { item, own: true, listing: { cents: 5000, currency: 'USD' } };
const table = { csfloat: 4880, inflated: false, liquidity: 92 };
const steams = (more: Partial<Offer> = {}) => ({
  ...table,
  more: [{ market: 'steam' as const, cents: 4900, asOf: now - 50 * minute, ...more }],
});
const drawn = (of: ModelCase) =>
  drawModel(item, modelOfCase(of, { site: 'csfloat', reading: own, quote: table, rates, ageMs: 4 * minute }));
const titleOf = (of: ModelCase, place: string) => drawn(of).querySelector<HTMLElement>(place)?.title;
const tag = (of: ModelCase) => drawn(of).querySelector('.notes > span')?.textContent;

test('an own listing says how it stands on its market, as of when, and that the lowest ask may be its own', () => {
  expect(tag({})).toBe('undercut by $1.20');
  expect(titleOf({}, '.notes > span')).toBe(
    'Your own listing: 4 min ago the lowest ask here was $1.20 less. It may be an earlier one of yours.',
  );
  const equal = { quote: { ...table, csfloat: 5000 } };
  expect(tag(equal)).toBe('lowest');
  expect(tag({ ...equal, asks: [{ item, kind: 'bid', listing: { cents: 10, currency: 'USD' } }] })).toBe('lowest');
  expect(titleOf(equal, '.notes > span')).toBe('Your own listing: 4 min ago nobody was known to ask less here.');
  expect(tag({ site: 'steam', quote: steams() })).toBe('undercut by $1.00');
  const inYuan = { ...own, listing: { cents: 36_000, currency: 'CNY' } };
  expect(tag({ site: 'buff163', reading: inYuan, quote: { buff163: 4850, inflated: false } })).toBe(
    'undercut by ¥10.80',
  );
  const another = { ...own, item: 'AWP | Asiimov (Field-Tested)', listing: { cents: 4880, currency: 'USD' } };
  expect(tag({ asks: [another] })).toBe('undercut by $1.20');
});

test.each<[string, ModelCase]>([
  ['in an auction', { reading: { ...own, kind: 'bid' } }],
  ['of a phase', { reading: { ...own, phase: 'Ruby' } }],
  ['in a currency without a rate', { reading: { ...own, listing: { cents: 5000, currency: 'BRL' } } }],
  ['on a site that is no market', { site: 'skinport' }],
  ['on a market that is not loaded', { site: 'steam' }],
  ['beside an old ask', { site: 'steam', quote: steams({ asOf: now - 91 * minute }) }],
  ['beside another that asks as much as the lowest', { asks: [{ ...own, listing: { cents: 4880, currency: 'USD' } }] }],
  ['beside another in another currency', { asks: [{ ...own, listing: { cents: 9e5, currency: 'EUR' } }] }],
  [
    'that another on the page undercuts since',
    { quote: { ...table, csfloat: 5000 }, asks: [{ item, listing: { cents: 4999, currency: 'USD' } }] },
  ],
])('an own listing %s is only the user’s', (_, of) => expect(tag(of)).toBe('yours'));

test.each<[MarketId, string]>([
  ['buff163', 'my sales'],
  ['steam', 'home'],
  ['csfloat', 'watchlist in euros'],
  ['dmarket', 'my items'],
  ['whitemarket', 'inventory'],
])('%s, %s: an own sale is undercut by a tenth less, and not by as much more', (site, page) => {
  const readings = cardsOfSample(site, page).flatMap(({ read }) => readingOf(read) ?? []);
  const isUndercut = (reading: Reading, share: number) => {
    const { cents = 0, currency = '' } = reading.listing ?? {};
    const usd = (cents / (currency === 'CNY' ? 7.2 : 1)) * share;
    const more = marketIds.map((market) => ({ market, cents: usd, asOf: now }));
    const model = modelOfCase({ site, rates, reading }, { reading, quote: { inflated: false, [site]: usd, more } });
    return typeof model.own === 'object' ? [model.own.less.cents > 0] : [];
  };
  const sales = readings.filter((reading) => reading.own && reading.listing);
  for (const share of [0.9, 1.1])
    expect(new Set(sales.flatMap((sale) => isUndercut(sale, share)))).toEqual(new Set([share < 1]));
});

const asked: Reading = { item, listing: { cents: 2680, currency: 'EUR' } };
const settings = { overlay: { ofSteam: true } };
const foot = (of: ModelCase) =>
  drawn({ reading: asked, settings, quote: steams({ cents: 5000 }), ...of }).querySelector('.liquidity')?.textContent;

test('a listing’s per cent of Steam’s ask stand in place of the liquidity, with the age of that ask', () => {
  // 26.80 € are $33.50, which are 67 % of $50.00.
  expect(foot({})).toBe('67% of Steam');
  const title = titleOf({ reading: asked, settings, quote: steams({ cents: 5000 }) }, '.foot');
  expect(title?.split('\n').slice(0, 2)).toEqual([
    'The listing asks 67% of Steam’s lowest ask.',
    'Prices of 50 min ago',
  ]);
});

test('Steam’s prices are loaded for it alone, and once', () => {
  const loaded = (of: readonly MarketId[], ofSteam: boolean) => loadedMarkets(of, { ofSteam });
  expect([loaded(['skins'], false), loaded(['skins'], true)]).toEqual([['skins'], ['skins', 'steam']]);
  expect(loaded(['steam'], true)).toEqual(['steam']);
});

test.each<[string, ModelCase]>([
  ['unless the user wants it', { settings: {} }],
  ['on Steam itself', { site: 'steam' }],
  ['while Steam’s prices are not loaded', { quote: table }],
  ['beside an old ask', { quote: steams({ asOf: now - 91 * minute }) }],
  ['of a phase', { reading: { ...asked, phase: 'Ruby' } }],
  ['without a rate', { rates: null }],
  ['of samples', { sample: true }],
])('the foot has the liquidity %s', (_, of) => expect(foot(of)).toBe('92'));
