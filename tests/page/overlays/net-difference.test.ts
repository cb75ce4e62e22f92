import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { Reading } from '#core/site.ts';
import { drawModel, type ModelCase, modelOfCase } from './model-case.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: new JSDOM('').window.document });
});

const item = 'AK-47 | Redline (Field-Tested)';
const reading: Reading = { item, listing: { cents: 3000, currency: 'USD' } };
const selling = { percent: 2.5, cents: 0 };
const buying = { percent: 3, cents: 20 };
const fees = { confirmed: true, markets: { buff163: { ...noFees, selling }, csfloat: { ...noFees, buying } } };
const net = { net: true };
const taking = { confirmed: true, markets: { buff163: { ...noFees, selling: { percent: 0, cents: 4000 } } } };

const usual = { reading, quote: { buff163: 4000, youpin: 2000, inflated: false }, settings: { fees, overlay: net } };
const modelOf = (of: ModelCase) => modelOfCase({ own: { count: 3 }, ...of }, usual);
const rowOf = (of: ModelCase, market = 'buff163') => modelOf(of).rows.find((row) => row.market === market);
const netOf = (of: ModelCase, market?: string) => rowOf(of, market)?.net?.percent;
const drawn = (of: ModelCase, difference?: 'both') => drawModel(item, modelOf(of), difference);

const notesOf = (element: Element) => Array.from(element.querySelectorAll('.notes > *'), (note) => note.textContent);

describe('a net difference', () => {
  test('counts the fee for buying on the page’s own market', () => {
    // 30.00 + 3 % + 0.20 = 31.10; (39.00 − 31.10) / 31.10 = +25.4 %.
    expect(netOf({ site: 'csfloat' })).toBe(25.4);
    expect(netOf({ site: 'skinport' })).toBe(30);
  });

  test('says “net” on the card, in its tooltips, and in money', () => {
    const element = drawn({ site: 'csfloat' }, 'both');
    expect(notesOf(element)).toContain('net');
    const row = element.querySelector('[data-market="buff163"]');
    expect(row?.textContent).toContain('+25.4%');
    expect(row?.textContent).toContain('+$7.90');
    // Other programs read the difference to the price there, whatever is shown.
    expect(row?.getAttribute('data-diff')).toBe('-25.0');
    expect(row?.className).toBe('row');
    expect(row?.getAttribute('title')).toBe(
      'BUFF163 asks $40.00; a sale leaves $39.00 after your fees; this listing costs $31.10',
    );
  });

  test('is left out where the market’s fees are unknown', () => {
    expect(rowOf({}, 'youpin')).toMatchObject({ market: 'youpin', cents: 2000, diff: undefined });
  });

  test.each([
    ['too few listings', { count: 2 }],
    ['listings that nobody counts', {}],
  ])('is not there on a market of %s, and its row says why', (_, own) => {
    const [row] = modelOf({ own }).rows;
    expect(row).toMatchObject({ cents: 4000, diff: undefined, net: undefined, noNet: 'thin' });
    const element = drawn({ own });
    expect(notesOf(element)).not.toContain('net');
    expect(element.querySelector('[data-market="buff163"]')?.getAttribute('title')).toBe(
      'BUFF163 asks $40.00; Too few listings, or their number is not known',
    );
  });

  test('says that fees are missing where none are known or confirmed', () => {
    for (const settings of [{ overlay: net }, { fees: { ...fees, confirmed: false }, overlay: net }]) {
      expect(netOf({ settings })).toBeUndefined();
      expect(notesOf(drawn({ settings }))).toContain('no fees set');
    }
  });

  test.each<[string, ModelCase]>([
    ['a flagged price', { quote: { buff163: 4000, inflated: true } }],
    [
      'fees that take everything',
      { quote: { buff163: 4000, inflated: false }, settings: { overlay: net, fees: taking } },
    ],
  ])('is not shown for %s', (_, of) => expect(netOf(of)).toBeUndefined());
});
