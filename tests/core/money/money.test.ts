import { describe, expect, test } from 'vitest';
import { currenciesOf } from '#core/money/currencies.ts';
import { decimalFromMinor, hundredths, parsePrinted } from '#core/money/money.ts';

describe('parsePrinted reads', () => {
  test.each([
    ['18,--€', '18', 'EUR'],
    ['18.--€', '18', 'EUR'],
    ['18,– €', '18', 'EUR'],
    ['1.234,-- €', '1234', 'EUR'],
    ['27,11 руб.', '27.11', 'RUB'],
    ['27,11 pуб.', '27.11', 'RUB'],
    ['1.234,56 €', '1234.56', 'EUR'],
    ['1 234,56 zł', '1234.56', 'PLN'],
    ['1\u00a0234,56\u202fzł', '1234.56', 'PLN'],
    ['1\u2009234\u2009567,8€', '1234567.8', 'EUR'],
    ["CHF 1'234.50", '1234.50', 'CHF'],
    ['CHF 1’234.50', '1234.50', 'CHF'],
    ['CDN$ 12.34', '12.34', 'CAD'],
    ['R$ 1.234,56', '1234.56', 'BRL'],
    ['₹ 1,23,456', '123456', 'INR'],
    ['₹ 12,34,567.80', '1234567.80', 'INR'],
    ['$31.20 USD', '31.20', 'USD'],
    ['US$31.20', '31.20', 'USD'],
    ['C$1,234.56', '1234.56', 'CAD'],
    ['1,234,567 ₩', '1234567', 'KRW'],
    ['1234.567 EUR', '1234.567', 'EUR'],
    ['€0.123', '0.123', 'EUR'],
    ['€1,868.607', '1868.607', 'EUR'],
    ['€1.868,607', '1868.607', 'EUR'],
    ['S/.12.34', '12.34', 'PEN'],
    ['\n  £12\n  .34 ', '12.34', 'GBP'],
    ['€ 3120', '3120', 'EUR'],
    ['0,03€', '0.03', 'EUR'],
  ])('%j', (text, amount, currency) => expect(parsePrinted(text)).toEqual({ amount, currency }));
});

describe('parsePrinted needs the adapter’s options for', () => {
  test.each([
    ['a bare $', '$31.20', { currency: 'USD' }, '31.20', 'USD'],
    ['a bare $ by symbol', '$31.20', { symbols: { $: 'USD' } }, '31.20', 'USD'],
    ['¥', '¥ 12.34', { currency: 'CNY' }, '12.34', 'CNY'],
    ['kr', '12,34 kr', { symbols: { kr: 'NOK' } }, '12.34', 'NOK'],
    ['no sign at all', '1,234.5', { currency: 'COIN' }, '1234.5', 'COIN'],
    ['three digits behind a comma', '€1,234', { decimal: '.' as const }, '1234', 'EUR'],
    ['three digits behind a comma, as cents', '€1,234', { decimal: ',' as const }, '1.234', 'EUR'],
    ['three digits behind a point', '₫1.234', { decimal: ',' as const }, '1234', 'VND'],
    ['both', '¥ 1,234', { decimal: '.' as const, currency: 'JPY' }, '1234', 'JPY'],
  ])('%s', (_, text, options, amount, currency) => {
    expect(parsePrinted(text)).toBeUndefined();
    expect(parsePrinted(text, options)).toEqual({ amount, currency });
  });

  test('a sign that the table lacks, and prefers them to the table', () => {
    expect(parsePrinted('R 12.34', { symbols: { R: 'ZAR' } })).toEqual({ amount: '12.34', currency: 'ZAR' });
    expect(parsePrinted('CDN$ 12.34', { symbols: { $: 'USD' } })?.currency).toBe('CAD');
    expect(parsePrinted('$12.34 USD', { currency: 'USD', symbols: { $: 'USD' } })?.currency).toBe('USD');
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

describe('decimalFromMinor', () => {
  test.each([
    [3120, 2, '31.20'],
    [3, 2, '0.03'],
    [100, 2, '1.00'],
    [12_345, 3, '12.345'],
    [500, 0, '500'],
  ])('%i with %i decimals is %s', (units, exponent, amount) => expect(decimalFromMinor(units, exponent)).toBe(amount));

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('is undefined for %d', (units) =>
    expect(decimalFromMinor(units, 2)).toBeUndefined(),
  );
});

describe('hundredths', () => {
  test.each([
    ['0.29', 29],
    ['1.15', 115],
    ['1234', 123_400],
    ['12.3', 1230],
    ['0.125', 12.5],
    ['1868.607', 186_860.7],
  ])('%s is %d', (amount, cents) => expect(hundredths(amount)).toBe(cents));

  test.each(['', '1,5', '-1', '1e3', '.5', '5.', '01', ' 1', '99999999999999999'])('is undefined for %j', (amount) =>
    expect(hundredths(amount)).toBeUndefined(),
  );
});

describe('currenciesOf', () => {
  test('reads codes, signs and an adapter’s symbols', () => {
    expect(currenciesOf('EUR')).toEqual(['EUR']);
    expect(currenciesOf('¥')).toEqual(['CNY', 'JPY']);
    expect(currenciesOf('¥', { '¥': 'CNY' })).toEqual(['CNY']);
    expect(currenciesOf('toString')).toEqual([]);
    expect(currenciesOf('')).toEqual([]);
  });
});
