import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noFee, steamSelling } from '#core/money/fees.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { PageFacts, Reading } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toHistoryContext, toPanelModel } from '#page/panel/to-panel-model.ts';
import { copyText } from '#ui/words/copy-text.ts';
import { bandTexts, doubtText } from '#ui/words/panel-words.ts';
import { quoted } from '../../quoted.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const item = 'AK-47 | Redline (Field-Tested)';
const rates = { date: '2026-11-20', rates: { EUR: 0.8 } };

/** @param told what the worker answers */
function panelOf(
  told: readonly Offer[],
  settings: unknown = {},
  { kind = 'ask', site = 'sample', ...more }: Partial<Reading> & { site?: string } = {},
) {
  const view = toSettingsView(parseSettings(settings), site);
  const row = { buff163: 4000, csfloat: 4200 };
  const asOf = now - 10 * minute;
  const reading = { item, kind, listing: { cents: 3120, currency: 'EUR' }, ...more };
  const exit = [{ market: 'csfloat', sells: { cents: 4200, of: 'ask' }, asOf: now }] as const;
  const around = { table: { version: '1', asOf }, fault: null, rates, view, now };
  const model = toOverlayModel(reading, { ...quoted(row, asOf), exit }, around);
  if (!model) throw new Error('no model');
  return toPanelModel(
    { reading, model, appearance: { theme: 'dark', density: 'normal', difference: 'percent' } },
    told,
    view,
    now,
  );
}

const asks = (market: MarketId, cents: number, more: Partial<Offer> = {}): Offer => ({
  market,
  cents,
  asOf: now,
  ...more,
});
const offerOf = (panel: ReturnType<typeof panelOf>, market: string) =>
  panel.comparison.offers.find((offer) => offer.market === market);

describe('the price that is compared with the past', () => {
  const presentOf = (more: object, settings: object = {}) => {
    const panel = panelOf([asks('buff163', 3900, more)]);
    return toHistoryContext(panel, undefined, toSettingsView(parseSettings(settings), 'sample')).present;
  };

  test('says how far it is from its 30-day average', () => {
    const present = { market: 'buff163', price: 3900, toAverage: -2.5 };
    expect(presentOf({ avg30: 4000, count: 3 })).toEqual(present);
    expect(presentOf({ avg30: 4000, count: 2 }, { exit: { minCount: 2 } })).toEqual(present);
  });

  test.each([
    ['too few listings', { avg30: 4000, count: 2 }],
    ['a number of listings that is not told', { avg30: 4000 }],
    ['no average', { count: 9 }],
  ])('says nothing of that with %s', (_, more) => {
    expect(presentOf(more)).toEqual({ market: 'buff163', price: 3900, toAverage: undefined });
  });
});

test('cash ratios are those of markets at which the user sells, with enough listings', () => {
  const fee = { percent: 2, cents: 0 };
  const taken = { buying: { percent: 0, cents: 0 }, selling: fee, cashingOut: { percent: 0, cents: 0 } };
  const markets = ['buff163', 'csfloat', 'dmarket', 'steam'] as const;
  const fees = { confirmed: true, markets: Object.fromEntries(markets.map((market) => [market, taken])) };
  const details = markets.map((market, at) => asks(market, 3900, { count: at }));
  const shown = (exit: object) =>
    panelOf(details, { markets, fees, exit }).cash?.ratios.map(({ market }) => market) ?? [];
  expect(shown({ minCount: 0 })).toEqual(['buff163', 'csfloat', 'dmarket']);
  expect(shown({ minCount: 1 })).toEqual(['csfloat', 'dmarket']);
  expect(shown({ minCount: 0, markets: ['csfloat'] })).toEqual(['csfloat']);
});

test('prices to type are for paying where a card has an exit, else for asking where the user sells', () => {
  const taken = { buying: noFee, selling: noFee, cashingOut: noFee };
  const fees = { confirmed: true, markets: { buff163: taken, csfloat: taken } };
  const details = (['buff163', 'csfloat', 'dmarket'] as const).map((market) => asks(market, 4100, { count: 9 }));
  const kindsOf = (kind: 'none' | 'ask' | 'bid', site: string, exit = {}, own?: true) =>
    panelOf(details, { fees, exit }, { kind, site, own }).limits?.map((one) => one.kind);
  expect(kindsOf('ask', 'buff163')).toEqual(['pay']);
  expect(kindsOf('none', 'buff163')).toEqual(['list', 'undercut']);
  expect(kindsOf('none', 'buff163', { markets: ['buff163'] })).toEqual(['undercut']);
  // 31.20 EUR are $39.00. BUFF163's table asks $40.00, CSFloat's $42.00: nobody is known to ask less.
  expect(kindsOf('ask', 'buff163', {}, true)).toEqual(['list']);
  // What is offered for an item that nobody sells.
  expect(kindsOf('bid', 'buff163', {}, true)).toEqual(['list', 'undercut']);
  expect(kindsOf('none', 'sample')).toEqual([]);
});

describe('what the page tells', () => {
  const fees = { confirmed: true, markets: { steam: { selling: steamSelling } } };
  const factsOf = (facts: PageFacts, more: Partial<Reading> = {}, settings: unknown = { fees }) =>
    panelOf([], settings, { facts: { since: now - minute, ...facts }, ...more }).facts;
  const bidOf = (cents: number, currency: string, settings?: unknown) => {
    const { bid, balance } = factsOf({ bid: { cents, currency } }, {}, settings) ?? {};
    return [bid?.cents, balance];
  };

  test('of a bid leaves what the buyer’s price leaves its seller, in its own currency', () => {
    expect(bidOf(1234, 'USD')).toEqual([1234, { cents: 1074, currency: 'USD' }]);
    expect(bidOf(1234, 'EUR')).toEqual([1234, { cents: 1074, currency: 'EUR' }]);
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 1e7 }), (cents) => {
        const left = factsOf({ bid: { cents, currency: 'EUR' } })?.balance?.cents ?? Number.NaN;
        const paid = (gets: number) => gets + Math.floor(gets / 20) + Math.floor(gets / 10);
        return paid(left) <= cents && paid(left + 1) > cents;
      }),
    );
  });

  test.each([
    ['in a currency that is not the page’s', 1234, 'GBP', undefined],
    ['so small that Steam’s least fee counts', 39, 'EUR', undefined],
    ['while the fees are not confirmed', 1234, 'USD', { fees: { ...fees, confirmed: false } }],
    [
      'with a fixed fee in dollars',
      1234,
      'EUR',
      { fees: { ...fees, markets: { steam: { selling: { percent: 13, cents: 5 } } } } },
    ],
  ])('of a bid %s leaves nothing that is known', (_, cents, currency, settings) =>
    expect(bidOf(cents, currency, settings)).toEqual([cents, undefined]),
  );

  test('is no bid that is older than a price may be, and no listing of a time to come', () => {
    const bid = { cents: 1234, currency: 'USD' };
    expect(factsOf({ bid, since: now - 91 * minute })).toBeUndefined();
    expect(factsOf({ bid, since: undefined })).toBeUndefined();
    expect(factsOf({ since: now - minute })?.ageMs).toBe(minute);
    expect(factsOf({ since: now + minute })?.ageMs).toBeUndefined();
  });

  test('is an offer that is less than the listing, in its currency', () => {
    const offersFrom = (cents: number, currency = 'EUR') =>
      factsOf({ offersFrom: { cents, currency } })?.offersFrom?.cents;
    expect([offersFrom(3000), offersFrom(3120), offersFrom(3000, 'USD')]).toEqual([3000, undefined, undefined]);
  });

  test.each([{ disputed: true }, { sold: true }] as const)('is nothing beside a listing that is %j', (more) =>
    expect(factsOf({ since: now - minute }, more)).toBeUndefined(),
  );
});

describe('the comparison of a card', () => {
  test('without details has the overlay’s prices', () => {
    const { offers } = panelOf([]).comparison;
    expect(offers.map(({ market, cents, diff }) => [market, cents, diff])).toEqual([
      ['buff163', 4000, -2.5],
      ['csfloat', 4200, -7.1],
      ['youpin', undefined, undefined],
    ]);
  });

  test('says whether a price is flagged with its item or by its market', () => {
    const titleOf = (flagged: Offer['flagged']) =>
      doubtText(offerOf(panelOf([asks('buff163', 3950, { flagged })]), 'buff163') ?? {})?.title;
    expect(titleOf('item')).toContain('does not say at which market');
    expect(titleOf('own')).toContain('This market’s own data');
  });

  test('has a band of what the markets ask, without the outlier, and a median', () => {
    const details = (['buff163', 'youpin', 'csfloat', 'steam'] as const).map((market, at) =>
      asks(market, [4000, 4100, 4200, 11_200][at] ?? 0, { count: 9 }),
    );
    expect(bandTexts(panelOf(details).comparison, panelOf([]).overlay.shown).map(({ text }) => text)).toEqual([
      '3 markets ask $40.00 to $42.00',
      'median $41.00',
    ]);
  });
});

describe('copied text', () => {
  const panel = panelOf([asks('buff163', 4000, { link: 'https://buff.163.com/goods/1' }), asks('steam', 5000)], {
    currency: { show: 'page' },
  });

  test('has a line per market, the time and the rate', () => {
    expect(copyText(panel).split('\n')).toEqual([
      item,
      'BUFF163: €32.00 (listing -2.5%), as of 2026-11-21T12:00:00.000Z',
      'Steam: €40.00 (listing -22%), as of 2026-11-21T12:00:00.000Z',
      'Skinlens, 2026-11-21T12:00:00.000Z, 1 USD = 0.8 EUR (2026-11-20)',
    ]);
  });
});
