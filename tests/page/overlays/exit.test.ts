import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { Reading } from '#core/site.ts';
import { drawModel, type ModelCase, modelOfCase, now } from './model-case.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: new JSDOM('').window.document });
});

const minute = 60_000;
const item = 'AK-47 | Redline (Field-Tested)';
const reading: Reading = { item, listing: { cents: 4510, currency: 'USD' } };
const fee = (percent: number) => ({ percent, cents: 0 });
const fees = {
  confirmed: true,
  markets: {
    csfloat: { ...noFees, selling: fee(2) },
    skins: { ...noFees, selling: fee(0), cashingOut: fee(1) },
    dmarket: { ...noFees, buying: fee(3) },
  },
};
const exit = { market: 'csfloat', sells: { cents: 5777, of: 'avg7' }, asOf: now - 4 * minute } as const;
const quote: NonNullable<ModelCase['quote']> = { buff163: 5000, csfloat: 5900, inflated: false, exit: [exit] };

/** Cases change the settings besides the fees. */
const modelOf = (of: ModelCase = {}) =>
  modelOfCase({ ...of, settings: { fees, ...of.settings } }, { reading, quote, settings: {} });
const drawn = (of: ModelCase = {}) => drawModel(item, modelOf(of));

const rowOf = (of: ModelCase = {}) => drawn(of).querySelector('.exit');

describe('the exit value on a card', () => {
  test('is what is left when the listing is sold where that pays best', () => {
    // 57.77 − 2 % = 56.61; 56.61 − 45.10 = 11.51, which is 25.5 % of 45.10.
    const row = rowOf();
    expect(Array.from(row?.children ?? [], ({ textContent }) => textContent)).toEqual(['', '+$11.51', '+25.5%*']);
    expect(Object.fromEntries(Array.from(row?.attributes ?? [], ({ name, value }) => [name, value]))).toMatchObject({
      'data-exit-market': 'csfloat',
      'data-exit-cents': '5661',
      'data-profit-cents': '1151',
      'data-profit-percent': '25.5',
    });
  });

  test('has its sum as the tooltip, line by line', () => {
    expect(rowOf()?.getAttribute('title')?.split('\n')).toEqual([
      '+$11.51 · +25.5%* · before this site’s fees · CSFloat',
      'CSFloat: sold at the average of 7 days, $57.77, 4 min old',
      'Fees: selling 2%, cashing out 0%. $56.61 are left.',
      'This listing costs $45.10.',
      '* Before this site’s fees: what it takes of buyers is not known. Enter it in the settings, 0 for none.',
    ]);
    expect(drawn().querySelector('.spoken')?.textContent).toContain('+25.5%*, before this site’s fees');
  });

  test('has no star where the user said what the site takes of buyers, 0 too', () => {
    for (const site of ['dmarket', 'csfloat']) expect(rowOf({ site })?.textContent).not.toContain('*');
    expect(rowOf({ site: 'csfloat' })?.getAttribute('title')).toMatch(/^\+\$11\.51 · \+25\.5% · CSFloat\n/);
  });

  test('is green only above the user’s threshold', () => {
    const classOf = (deals = {}) => rowOf({ site: 'csfloat', settings: { deals } })?.className;
    expect(classOf()).toBe('row exit good');
    expect(classOf({ profitPercent: 26 })).toBe('row exit ');
    expect(classOf({ profitCents: 1152 })).toBe('row exit ');
  });

  test('of a listing that is too dear is a loss', () => {
    const dear = { item, listing: { cents: 6000, currency: 'USD' } };
    expect(rowOf({ reading: dear })?.textContent).toContain('−$3.39');
    expect(rowOf({ reading: dear })?.className).toBe('row exit loss');
  });

  test('of a listing in a currency without a rate stands alone', () => {
    const row = rowOf({ reading: { item, listing: { cents: 4510, currency: 'BRL' } } });
    expect(row?.textContent).toBe('net $56.61');
    expect(row?.hasAttribute('data-profit-cents')).toBe(false);
    expect(row?.getAttribute('title')).not.toContain('costs');
  });

  test('of an own sale is what others leave: no profit, no deal, no colour, though the listing is cheap', () => {
    const own = { ...reading, own: true } as const;
    const deals = { on: true, reference: 'buff163', percentBelow: 1 };
    for (const site of ['skinport', 'steam', 'dmarket']) {
      const of = { site, reading: own, settings: { deals, overlay: { net: true } } };
      expect(modelOf(of)).toMatchObject({ deal: false, own: true, net: undefined, worn: undefined });
      expect(modelOf({ ...of, settings: { ...of.settings, fees: { ...fees, confirmed: false } } }).deal).toBe(false);
      expect(rowOf(of)?.textContent).toBe('net $56.61');
      expect(drawn(of).querySelector('[data-market="buff163"]')?.className).toBe('row');
      expect(drawn(of).querySelector('.notes')?.textContent).toContain('yours');
    }
  });

  test('compares prices for a deal where no profit is expected: on Steam, and without fees of a market to sell at', () => {
    const deals = { on: true, reference: 'buff163', percentBelow: 9 };
    expect(modelOf({ site: 'steam', settings: { deals } }).deal).toBe(true);
    expect(modelOf({ site: 'steam', settings: { deals: { ...deals, percentBelow: 10 } } }).deal).toBe(false);
    const none = { ...quote, exit: 'no-fees' as const };
    expect(modelOf({ quote: none, settings: { deals } }).deal).toBe(true);
    const thin = { ...quote, exit: 'thin' as const };
    expect(modelOf({ quote: thin, settings: { deals } }).deal).toBe(false);
  });

  test('has no line before fees are confirmed', () => {
    const of = { settings: { fees: { ...fees, confirmed: false } } };
    expect([modelOf(of).exit, rowOf(of)]).toEqual([undefined, null]);
  });

  test.each<[string, string, ModelCase]>([
    ['sample prices', 'sample prices', { sample: true }],
    ['a bid', 'bid', { reading: { ...reading, kind: 'bid' } }],
    ['a phase', 'phase: no price', { reading: { ...reading, phase: 'Ruby' } }],
    [
      'an item of several phases',
      'phase: no price',
      { reading: { ...reading, item: '★ Karambit | Doppler (Factory New)' } },
    ],
  ])('has the reason in its place for %s, so that the card is as high as its neighbours', (_, why, of) => {
    expect(modelOf(of).exit).toBeUndefined();
    expect(rowOf(of)?.textContent).toBe(why);
    expect(rowOf(of)?.getAttributeNames()).not.toContain('data-exit-market');
  });

  test.each<[string, ModelCase, string, string]>([
    [
      'an old price of its market',
      { quote: { ...quote, exit: [{ ...exit, asOf: now - 91 * minute }] } },
      'old',
      'too old',
    ],
    [
      'a cash-out fee that nobody knows',
      { settings: { fees: { ...fees, markets: { csfloat: { selling: fee(2) } } } } },
      'no-cash-out',
      'no cash-out fee',
    ],
    ['a reason of the worker', { quote: { ...quote, exit: 'thin' } }, 'thin', 'too few listings'],
    ['prices that are not loaded', { quote: { ...quote, exit: undefined } }, 'not-loaded', '…'],
  ])('keeps its line for %s, with the reason as its tooltip', (_, of, reason, words) => {
    expect(modelOf(of).exit).toBe(reason);
    const row = rowOf(of);
    expect(row?.textContent).toBe(words);
    expect(row?.getAttribute('title')).toMatch(/\w{3}/);
    expect(row?.getAttributeNames().toSorted()).toEqual(['class', 'title']);
    expect(drawn(of).querySelector('.spoken')?.textContent).not.toContain('sold');
  });

  test.each<[string, ModelCase]>([
    ['is flagged', { quote: { ...quote, inflated: true } }],
    ['is old', { ageMs: 10 * 60 * minute }],
  ])('is that of a market with a sound price where the table’s price %s, and no profit', (_, of) => {
    expect(modelOf(of).exit).toMatchObject({ market: 'csfloat', netCents: 5661.46, isGood: false });
    expect(modelOf(of).exit).not.toHaveProperty('profit');
    expect(modelOf(of).deal).toBe(false);
  });

  test('has no line without fees of a market to sell at', () => {
    const of = { settings: { fees: { confirmed: true, markets: {} } } };
    expect(modelOf(of).exit).toBe('no-fees');
    expect(rowOf(of)).toBeNull();
  });
});

describe('on Steam', () => {
  const settings = { overlay: { cash: true } };

  test('a listing, which is paid with balance, says what 1.00 of it becomes', () => {
    // 56.61 / 45.10
    const row = rowOf({ site: 'steam', settings });
    expect(row?.textContent).toBe('1.26');
    expect(row?.className).toBe('row exit good');
    expect(row?.getAttribute('title')).toContain('1.00 of Steam balance becomes 1.26 in cash');
  });

  test('the ratio is green from the user’s own limit on', () => {
    expect(rowOf({ site: 'steam', settings: { ...settings, exit: { minRatio: 1.3 } } })?.className).toBe('row exit ');
  });

  test('a listing at the limit itself is green', () => {
    const of: ModelCase = {
      reading: { item, listing: { cents: 5001, currency: 'USD' } },
      quote: { ...quote, exit: [{ ...exit, sells: { cents: 5001, of: 'ask' } }] },
    };
    // 50.01 − 2 % = 49.0098, which is 0.98 of 50.01.
    const atLimit = { site: 'steam', settings: { ...settings, exit: { minRatio: 0.98 } } };
    expect(rowOf({ ...of, ...atLimit })?.className).toBe('row exit good');
  });

  test('there is no profit, also without the ratio', () => {
    expect(rowOf({ site: 'steam' })?.textContent).toBe('net $56.61');
  });
});
