import { describe, expect, test } from 'vitest';
import { currenciesOf, decimalText, parsePrinted, readCents } from '#core/money/money.ts';

describe('parsePrinted reads', () => {
  test.each([
    ['18,--€', 1800, 'EUR'],
    ['18.--€', 1800, 'EUR'],
    ['18,– €', 1800, 'EUR'],
    ['1.234,-- €', 123_400, 'EUR'],
    ['27,11 руб.', 2711, 'RUB'],
    ['27,11 pуб.', 2711, 'RUB'],
    ['1.234,56 €', 123_456, 'EUR'],
    ['1 234,56 zł', 123_456, 'PLN'],
    ['1\u00a0234,56\u202fzł', 123_456, 'PLN'],
    ['1\u2009234\u2009567,8€', 123_456_780, 'EUR'],
    ["CHF 1'234.50", 123_450, 'CHF'],
    ['CHF 1’234.50', 123_450, 'CHF'],
    ['CDN$ 12.34', 1234, 'CAD'],
    ['R$ 1.234,56', 123_456, 'BRL'],
    ['₹ 1,23,456', 12_345_600, 'INR'],
    ['₹ 12,34,567.80', 123_456_780, 'INR'],
    ['$31.20 USD', 3120, 'USD'],
    ['US$31.20', 3120, 'USD'],
    ['C$1,234.56', 123_456, 'CAD'],
    ['1,234,567 ₩', 123_456_700, 'KRW'],
    ['1234.567 EUR', 123_456.7, 'EUR'],
    ['€0.123', 12.3, 'EUR'],
    ['€1,868.607', 186_860.7, 'EUR'],
    ['€1.868,607', 186_860.7, 'EUR'],
    ['S/.12.34', 1234, 'PEN'],
    ['\n  £12\n  .34 ', 1234, 'GBP'],
    ['€ 3120', 312_000, 'EUR'],
    ['0,03€', 3, 'EUR'],
  ])('%j', (text, cents, currency) => expect(parsePrinted(text)).toEqual({ cents, currency }));
});

describe('parsePrinted needs the adapter’s options for', () => {
  test.each([
    ['a bare $', '$31.20', { currency: 'USD' }, 3120, 'USD'],
    ['a bare $ by symbol', '$31.20', { symbols: { $: 'USD' } }, 3120, 'USD'],
    ['¥', '¥ 12.34', { currency: 'CNY' }, 1234, 'CNY'],
    ['kr', '12,34 kr', { symbols: { kr: 'NOK' } }, 1234, 'NOK'],
    ['no sign at all', '1,234.5', { currency: 'COIN' }, 123_450, 'COIN'],
    ['three digits behind a comma', '€1,234', { decimal: '.' as const }, 123_400, 'EUR'],
    ['three digits behind a comma, as cents', '€1,234', { decimal: ',' as const }, 123.4, 'EUR'],
    ['three digits behind a point', '₫1.234', { decimal: ',' as const }, 123_400, 'VND'],
    ['both', '¥ 1,234', { decimal: '.' as const, currency: 'JPY' }, 123_400, 'JPY'],
  ])('%s', (_, text, options, cents, currency) => {
    expect(parsePrinted(text)).toBeUndefined();
    expect(parsePrinted(text, options)).toEqual({ cents, currency });
  });
});

describe('parsePrinted is undefined for', () => {
  test.each([
    ['an empty text', ''],
    ['a blank', ' \u00a0 '],
    ['a sign alone', '€'],
    ['no currency', '12.34'],
    ['an unknown currency', '12.34 XYZ'],
    ['a word beside the amount', 'Sold €12.34'],
    ['zero', '€0.00'],
    ['zero without cents', '0,--€'],
    ['a minus', '€-12.34'],
    ['a minus in front', '-12.34 €'],
    ['a real minus sign', '−12,34 €'],
    ['brackets', '(€12.34)'],
    ['a power of ten', '€1e999'],
    ['two amounts', '€12.34 €13.00'],
    ['a range', '€12-15'],
    ['an old price', '$15.00$12.00'],
    ['a percentage', '€12.34 5%'],
    ['two decimal signs', '€1.2.3'],
    ['groups of the wrong size', '€1,23.45'],
    ['a group too long', '€1.2345,00'],
    ['mixed groups', "€1'234 567.00"],
    ['a leading zero', '€012.34'],
    ['a group behind a zero', '€0,123,456'],
    ['a sign without digits behind it', '12. €'],
    ['contradicting currencies', '$12.34 EUR'],
    ['an ambiguous crown', 'kr 12,34'],
    ['nine decimals', '€1.123456789'],
    ['13 digits', '€1234567890123'],
    ['other digits', '€١٢'],
    ['full-width digits', '€１２'],
    ['a long text', `€12${' '.repeat(300)}`],
    ['an inherited property', 'constructor 12.34'],
  ])('%s', (_, text) => expect(parsePrinted(text)).toBeUndefined());

  test.each([
    ['another decimal sign than stated', '€31,20', { decimal: '.' as const }],
    ['another currency than stated', '€31.20', { currency: 'USD' }],
    ['another dollar than stated', 'C$31.20', { currency: 'USD' }],
    ['another dollar than its symbol means', '$31.20 CAD', { symbols: { $: 'USD' } }],
  ])('%s', (_, text, options) => expect(parsePrinted(text, options)).toBeUndefined());
});

describe('readCents', () => {
  test.each([
    ['0.29', 29],
    ['1.15', 115],
    ['1234', 123_400],
    ['12.3', 1230],
    ['0.125', 12.5],
    ['0.00000001', 0.000_001],
  ])('%s is %d', (text, cents) => expect(readCents(text)).toBe(cents));

  test.each(['', '1,500', '-1', '1e3', '.5', '01', ' 1', '99999999999999999'])('is undefined for %j', (text) =>
    expect(readCents(text)).toBeUndefined(),
  );
});

test.each([
  [3120, '31.20'],
  [150_000, '1500.00'],
  [3, '0.03'],
  [12.5, '0.125'],
  [186_860.7, '1868.607'],
  [10 + 20.000_000_000_000_004, '0.30'],
  [123_456_789_012_34, '123456789012.34'],
])('%d cents are written %s', (cents, text) => expect(decimalText({ cents })).toBe(text));

describe('currenciesOf', () => {
  test('reads codes, signs and an adapter’s symbols', () => {
    expect(currenciesOf('EUR')).toEqual(['EUR']);
    expect(currenciesOf('¥')).toEqual(['CNY', 'JPY']);
    expect(currenciesOf('¥', { '¥': 'CNY' })).toEqual(['CNY']);
    expect(currenciesOf('toString')).toEqual([]);
    expect(currenciesOf('')).toEqual([]);
  });
});
