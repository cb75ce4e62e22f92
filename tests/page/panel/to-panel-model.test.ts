import { describe, expect, test } from 'vitest';
import { noFee } from '#core/money/fees.ts';
import type { Detail } from '#core/prices/detail.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { offersOf } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toHistoryContext, toPanelModel } from '#page/panel/to-panel-model.ts';
import { copyText } from '#ui/words/copy-text.ts';
import { agreementTexts, doubtText, missingPriceTexts } from '#ui/words/panel-words.ts';
import { quoted } from '../../quoted.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const item = 'AK-47 | Redline (Field-Tested)';
const rates = { date: '2026-11-20', rates: { EUR: 0.8 } };

interface MarketDetail {
  readonly market: MarketId;
  readonly asOf?: number;
  readonly detail?: Detail;
}

/** A card and its panel, as the worker answers them. */
function panelOf(
  details: readonly MarketDetail[],
  settings: unknown = {},
  inflated = false,
  { kind = 'ask', site = 'sample', own }: { kind?: 'none' | 'ask'; site?: string; own?: true | undefined } = {},
) {
  const view = toSettingsView(parseSettings(settings), site);
  const row = { buff163: 4000, csfloat: 4200, inflated };
  const asOf = now - 10 * minute;
  const told = offersOf(
    details.map(({ market }) => market),
    {
      table: { row, asOf },
      own: (market) => {
        const { asOf, detail } = details.find((one) => one.market === market) ?? {};
        return asOf === undefined ? undefined : { asOf, detail };
      },
      coinUsd: view.coinUsd,
    },
  );
  const reading = { item, kind, own, listing: { amount: '31.20', currency: 'EUR' } };
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

const detail = (price: number, more = {}) => ({ price, inflated: false, ...more });
const offerOf = (panel: ReturnType<typeof panelOf>, market: string) =>
  panel.comparison.offers.find((offer) => offer.market === market);

describe('the price that is compared with the past', () => {
  const presentOf = (more: object, settings: object = {}) => {
    const panel = panelOf([{ market: 'buff163', asOf: now, detail: detail(3900, more) }]);
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
  const details = markets.map((market, at) => ({ market, asOf: now, detail: detail(3900, { count: at }) }));
  const shown = (exit: object) =>
    panelOf(details, { markets, fees, exit }).cash?.ratios.map(({ market }) => market) ?? [];
  expect(shown({ minCount: 0 })).toEqual(['buff163', 'csfloat', 'dmarket']);
  expect(shown({ minCount: 1 })).toEqual(['csfloat', 'dmarket']);
  expect(shown({ minCount: 0, markets: ['csfloat'] })).toEqual(['csfloat']);
});

test('prices to type are for paying where a card has an exit, else for asking where the user sells', () => {
  const taken = { buying: noFee, selling: noFee, cashingOut: noFee };
  const fees = { confirmed: true, markets: { buff163: taken, csfloat: taken } };
  const details = (['buff163', 'csfloat', 'dmarket'] as const).map((market) => ({
    ...{ market, asOf: now, detail: detail(4100, { count: 9 }) },
  }));
  const kindsOf = (kind: 'none' | 'ask', site: string, exit = {}, own?: true) =>
    panelOf(details, { fees, exit }, false, { kind, site, own }).limits?.map((one) => one.kind);
  expect(kindsOf('ask', 'buff163')).toEqual(['pay']);
  expect(kindsOf('none', 'buff163')).toEqual(['list', 'undercut']);
  expect(kindsOf('none', 'buff163', { markets: ['buff163'] })).toEqual(['undercut']);
  expect(kindsOf('ask', 'buff163', {}, true)).toEqual(['list', 'undercut']);
  expect(kindsOf('none', 'sample')).toEqual([]);
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

  test('takes the price of the newer feed, with that feed’s age', () => {
    const newer = panelOf([{ market: 'buff163', asOf: now - 5 * minute, detail: detail(3950) }]);
    expect(offerOf(newer, 'buff163')).toMatchObject({ cents: 3950, ageMs: 5 * minute });
    const older = panelOf([
      { market: 'buff163', asOf: now - 60 * minute, detail: detail(3950, { avg7: 3900, count: 4 }) },
    ]);
    expect(offerOf(older, 'buff163')).toMatchObject({ cents: 4000, ageMs: 10 * minute, avg7: 3900, count: 4 });
  });

  test('keeps the overlay’s warning', () => {
    const older = [{ market: 'buff163', asOf: now - 60 * minute, detail: detail(3950, { avg7: 3900 }) }] as const;
    expect(offerOf(panelOf(older, {}, true), 'buff163')).toMatchObject({
      cents: 4000,
      flagged: 'item',
      doubt: 'inflated',
      diff: undefined,
    });
    const newer = [{ market: 'buff163', asOf: now, detail: detail(3950) }] as const;
    expect(offerOf(panelOf(newer, {}, true), 'buff163')).toMatchObject({
      ...{ cents: 3950, flagged: 'item' },
    });
    expect(doubtText(offerOf(panelOf(newer, {}, true), 'buff163') ?? {})?.title).toContain(
      'does not say at which market',
    );
    const own = [{ market: 'buff163', asOf: now, detail: detail(3950, { inflated: true }) }] as const;
    expect(doubtText(offerOf(panelOf(own), 'buff163') ?? {})?.title).toContain('This market’s own data');
  });

  test('marks a market as old by its own last update, however fresh the answer', () => {
    const panel = panelOf([{ market: 'steam', asOf: now, detail: detail(3950, { updatedAt: now - 300 * minute }) }]);
    expect(offerOf(panel, 'steam')).toMatchObject({ stale: true, ageMs: 300 * minute, diff: undefined });
  });

  test('has no price in money for coins without the user’s own rate', () => {
    const details: MarketDetail[] = [{ market: 'csgoroll', asOf: now, detail: detail(60) }];
    expect(offerOf(panelOf(details), 'csgoroll')).toMatchObject({ coins: 60, cents: undefined, diff: undefined });
    expect(offerOf(panelOf(details, { coinUsd: 0.65 }), 'csgoroll')).toMatchObject({ coins: 60, cents: 3900, diff: 0 });
  });

  test('distinguishes a missing price from one that is not loaded yet', () => {
    const panel = panelOf([{ market: 'steam', asOf: now }, { market: 'dmarket' }]);
    expect(missingPriceTexts(panel.comparison.offers)).toEqual(['No price: Steam.', 'Not loaded yet: DMarket.']);
  });

  test('describes an outlier', () => {
    const details = (['buff163', 'youpin', 'csfloat', 'steam'] as const).map((market, at) => ({
      market,
      asOf: now,
      detail: detail([4000, 4000, 4000, 11_200][at] ?? 0, { count: 9 }),
    }));
    expect(agreementTexts(panelOf(details).comparison, panelOf([]).overlay.shown).map(({ text }) => text)).toEqual([
      'Median $40.00 of 4 markets',
      'spread 180.0%',
      '⚠ Steam: 2.8 × the median of 4 markets',
    ]);
  });
});

describe('copied text', () => {
  const panel = panelOf(
    [
      { market: 'buff163', asOf: now, detail: detail(4000, { link: 'https://buff.163.com/goods/1' }) },
      { market: 'steam', asOf: now, detail: detail(5000) },
    ],
    { currency: { show: 'page' } },
  );

  test('as JSON has source, time, currency and rate', () => {
    expect(JSON.parse(copyText(panel, 'json'))).toMatchObject({
      item,
      source: 'Skinlens',
      time: '2026-11-21T12:00:00.000Z',
      currency: 'EUR',
      rate: '1 USD = 0.8 EUR',
      rate_of: '2026-11-20',
      markets: [
        { market: 'BUFF163', price: 32, difference_percent: -2.5, link: 'https://buff.163.com/goods/1' },
        { market: 'Steam', price: 40, difference_percent: -22 },
      ],
    });
  });

  test('as text has a line per market, and one line for a single row', () => {
    expect(copyText(panel, 'text').split('\n')).toEqual([
      item,
      'BUFF163: €32.00 (listing -2.5%), as of 2026-11-21T12:00:00.000Z',
      'Steam: €40.00 (listing -22%), as of 2026-11-21T12:00:00.000Z',
      'Skinlens, 2026-11-21T12:00:00.000Z, 1 USD = 0.8 EUR (2026-11-20)',
    ]);
    expect(copyText(panel, 'text', 'steam')).not.toContain('BUFF163');
  });
});
