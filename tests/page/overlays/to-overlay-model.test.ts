import { describe, expect, test } from 'vitest';
import type { Money } from '#core/money/money.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { conversionFact, noDifferenceText } from '#ui/words/overlay-words.ts';
import { modelOfCase, now } from './model-case.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const rates = { date: '2026-11-20', rates: { EUR: 0.8, JPY: 150 } };
const usual = { reading: { item }, quote: { buff163: 3900, youpin: 2000, inflated: false }, rates };

const model = (listing: Money, settings: object = {}, known: typeof rates | null = rates) =>
  modelOfCase({ reading: { item, listing }, settings, rates: known }, usual);

const euros = { cents: 3120, currency: 'EUR' };
const diffs = (made: ReturnType<typeof model>) => made.rows.map(({ diff }) => diff);

test.each([
  ['cheap and in the worst tenth', 2800, 0.375, true],
  ['cheap and not worn', 2800, 0.2, undefined],
  ['as dear as elsewhere', 3120, 0.375, undefined],
  ['of a wear value that its name contradicts', 2800, 0.449, undefined],
])('a listing %s is marked: %s at %d', (_, cents, wearValue, worn) => {
  const reading = { item, listing: { cents, currency: 'USD' }, wearValue };
  const quote = { buff163: 3120, inflated: false };
  expect(modelOfCase({ reading, quote, settings: { deals: { percentBelow: 10 } } }, usual).worn).toBe(worn);
});

test('a deal is judged by the reference of the criteria, also where that is not shown', () => {
  const dealBy = (reference: string, markets: readonly string[]) =>
    model(
      { cents: 3000, currency: 'USD' },
      { markets, deals: { on: true, reference, percentBelow: 10, minCents: 0, minLiquidity: 0 } },
    ).deal;
  expect(dealBy('buff163', ['buff163', 'youpin'])).toBe(true);
  expect(dealBy('buff163', ['youpin'])).toBe(true);
  expect(dealBy('youpin', ['buff163', 'youpin'])).toBe(false);
  expect(dealBy('csfloat', ['buff163', 'youpin', 'csfloat'])).toBe(false);
});

describe('a card in another currency', () => {
  test('has differences by the dated rate, and the tooltip names its date', () => {
    const made = model(euros);
    expect(diffs(made)).toEqual([0, 95, undefined]);
    expect(made.rows[0]?.cents).toBe(3900);
    expect(conversionFact(made.used)).toEqual({
      text: undefined,
      title: 'Converted at the rate of 2026-11-20: 1 USD = 0.8 EUR.',
    });
  });

  test('says how old the rate is once it is older than a weekend', () => {
    const textOf = (date: string) => conversionFact(model(euros, {}, { ...rates, date }).used)?.text;
    expect(textOf('2026-11-18')).toBeUndefined();
    expect(textOf('2026-11-16')).toBe('€ rate 5 d old');
  });

  test.each([
    ['without rates', null],
    ['with rates that are too old', { ...rates, date: '2026-11-01' }],
  ])('has none %s, and says why', (_, known) => {
    const made = model(euros, {}, known);
    expect(diffs(made)).toEqual([undefined, undefined, undefined]);
    expect(conversionFact(made.used)).toBeUndefined();
    expect(noDifferenceText(made)?.text).toBe('no EUR rate');
    expect(noDifferenceText(made)?.title).toMatch(
      /rate for EUR, so the listing is not compared\. You can enter your own rate in the settings\.$/,
    );
  });

  test('is converted at the user’s own rate, which the tooltip names', () => {
    const made = model(euros, { rates: { EUR: 1.6 } }, null);
    expect(diffs(made)[0]).toBe(-50);
    expect(conversionFact(made.used)?.title).toBe('Converted at your own rate: 1 USD = 1.6 EUR.');
  });

  test('has a difference in coins only with the user’s own rate', () => {
    const coins = { cents: 7800, currency: 'COIN' };
    expect(noDifferenceText(model(coins))?.text).toBe('no coin rate');
    expect(noDifferenceText(model(coins))?.title).toMatch(
      /^Coins have no exchange rate\. Enter your own in the settings/,
    );
    const made = model(coins, { siteCoinUsd: { sample: 0.5 } });
    expect(diffs(made)[0]).toBe(0);
    expect(conversionFact(made.used)?.title).toBe('Converted at your own rate: 1 USD = 2 coin.');
  });
});

test('a card without a listing has prices, no difference, and no note about a listing', () => {
  const made = modelOfCase({ reading: { item, kind: 'none' } }, usual);
  expect(made.rows.map(({ cents, diff }) => [cents, diff])).toContainEqual([3900, undefined]);
  expect(noDifferenceText(made)).toBeUndefined();
  expect(noDifferenceText(modelOfCase({}, usual))?.text).toBe('no listing price');
});

describe('the shown currency', () => {
  test('is the page’s when the user chose that', () => {
    expect(model(euros, { currency: { show: 'page' } }).shown).toMatchObject({ code: 'EUR', perUsd: 0.8 });
  });

  test('is the one that the user fixed, with both rates named', () => {
    const made = model(euros, { currency: { show: 'fixed', code: 'JPY' } });
    expect(made.shown.code).toBe('JPY');
    expect(conversionFact(made.used)?.title).toMatch(/= 0\.8 EUR; .* = 150 JPY\.$/);
  });

  test('is the dollar without a rate, and the overlay names the missing rate', () => {
    const made = model({ cents: 3900, currency: 'USD' }, { currency: { show: 'fixed', code: 'KZT' } });
    expect(made.shown.code).toBe('USD');
    expect(diffs(made)[0]).toBe(0);
    expect(noDifferenceText(made)?.text).toBe('no KZT rate');
  });
});

test('all three markets are shown when the user chose none of them', () => {
  expect(model(euros, { markets: ['dmarket'] }).rows.map(({ market }) => market)).toEqual([
    'buff163',
    'youpin',
    'csfloat',
  ]);
});

describe('sample prices', () => {
  const settings = { deals: { on: true, percentBelow: 1, minCents: 0, minLiquidity: 0 } };
  const reading = { item, listing: { cents: 100, currency: 'USD' } };
  const quote = { ...usual.quote, liquidity: 90 };
  const modelOf = (sample: boolean, ageMs = 60_000) => modelOfCase({ reading, quote, settings, sample, ageMs }, usual);

  test('are shown without a difference and a deal, and the overlay says what they are', () => {
    expect(modelOf(false)).toMatchObject({ deal: true, noDifferenceReason: undefined });
    for (const made of [modelOf(true), modelOf(true, now)]) {
      expect(made).toMatchObject({ deal: false, noDifferenceReason: 'sample' });
      expect(made.rows.map(({ cents }) => cents)).toEqual([3900, 2000, undefined]);
      expect(diffs(made)).toEqual([undefined, undefined, undefined]);
      expect(noDifferenceText(made)?.text).toBe('sample prices');
    }
  });

  const view = toSettingsView(parseSettings(settings), 'sample');
  const table = { version: '1', asOf: now, sample: true };
  test.each([
    ['', modelOf(true)],
    [', also of an item that the table lacks', toOverlayModel(reading, null, { table, fault: null, rates, view, now })],
  ])('get no comparison in the panel%s', (_, model) => {
    if (!model) throw new Error('no model');
    const told = [
      { market: 'buff163', asOf: now, cents: 3900 },
      { market: 'youpin', asOf: now, cents: 4000 },
      { market: 'steam', asOf: now, cents: 90_000 },
    ] as const;
    const rendered = {
      reading,
      model,
      appearance: { theme: 'light', density: 'normal', difference: 'both' },
    } as const;
    const { comparison } = toPanelModel(rendered, told, view, now);
    expect(comparison.offers.map(({ doubt, diff, outlier }) => [doubt, diff, outlier])).toEqual(
      Array.from({ length: 3 }, () => ['sample', undefined, undefined]),
    );
  });
});
