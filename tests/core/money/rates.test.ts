import { describe, expect, test } from 'vitest';
import { type CurrencySettings, centsOf, dollar, exchange, type KnownRates, rateOf } from '#core/money/rates.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const book: KnownRates = { dated: { date: '2026-11-20', rates: { EUR: 0.8, JPY: 150 } }, own: {}, coinUsd: null };
const dated = (date: string): KnownRates => ({ ...book, dated: { date, rates: { EUR: 0.8 } } });

describe('a rate', () => {
  test.each<[string, string, KnownRates, number | undefined]>([
    ['the dollar without any rates', 'USD', { dated: null, own: {}, coinUsd: null }, 1],
    ['the dollar, which cannot be overridden', 'USD', { ...book, own: { USD: 2 } }, 1],
    ['the relay’s', 'EUR', book, 0.8],
    ['the user’s own rather than the relay’s', 'EUR', { ...book, own: { EUR: 0.9 } }, 0.9],
    ['the user’s own without the relay’s', 'KZT', { ...book, dated: null, own: { KZT: 500 } }, 500],
    ['none for a currency without a rate', 'KZT', book, undefined],
    ['none for a property of every object', 'constructor', book, undefined],
    ['none for coins without the user’s value', 'COIN', { ...book, dated: dated('2026-11-20').dated }, undefined],
    ['coins at the user’s value', 'COIN', { ...book, coinUsd: 0.5 }, 2],
    ['six days old', 'EUR', dated('2026-11-15'), 0.8],
    ['more than seven days old', 'EUR', dated('2026-11-14'), undefined],
    ['of a future date, by a wrong clock', 'EUR', dated('2026-11-24'), undefined],
    ['without a valid date', 'EUR', dated('soon'), undefined],
  ])('%s', (_, code, rates, expected) => expect(rateOf(code, rates, now)?.perUsd).toBe(expected));

  test('has its origin', () => {
    expect(rateOf('EUR', book, now)?.of).toBe('2026-11-20');
    expect(rateOf('EUR', { ...book, own: { EUR: 1 } }, now)?.of).toBe('own');
  });

  test('converts an amount to cents', () => {
    expect(centsOf({ cents: 3120, currency: 'EUR' }, { code: 'EUR', perUsd: 0.8, of: '' })).toBe(3900);
    expect(centsOf({ cents: 150_000, currency: 'JPY' }, { code: 'JPY', perUsd: 150, of: '' })).toBe(1000);
    expect(centsOf({ cents: 10, currency: 'USD' }, dollar)).toBe(10);
  });
});

describe('an exchange', () => {
  const euros = { cents: 800, currency: 'EUR' };
  const dollars = { cents: 800, currency: 'USD' };
  const tenge = { cents: 800, currency: 'KZT' };
  const usd: CurrencySettings = { show: 'usd', code: 'EUR' };
  const page: CurrencySettings = { show: 'page', code: 'EUR' };
  const fixed: CurrencySettings = { show: 'fixed', code: 'JPY' };
  const of = (listing: typeof euros | undefined, settings: CurrencySettings) => {
    const { listingCents, shown, used, missing } = exchange(listing, settings, book, now);
    return [listingCents, shown.code, used.map(({ code }) => code).join(), missing];
  };

  test.each([
    [dollars, usd, [800, 'USD', '', undefined]],
    [dollars, page, [800, 'USD', '', undefined]],
    [euros, usd, [1000, 'USD', 'EUR', undefined]],
    [euros, page, [1000, 'EUR', 'EUR', undefined]],
    [euros, fixed, [1000, 'JPY', 'EUR,JPY', undefined]],
    [tenge, usd, [undefined, 'USD', '', undefined]],
    [tenge, page, [undefined, 'USD', '', 'KZT']],
    [undefined, page, [undefined, 'USD', '', undefined]],
    [dollars, { show: 'fixed', code: 'KZT' } as const, [800, 'USD', '', 'KZT']],
  ])('of %o with %o', (listing, settings, expected) => expect(of(listing, settings)).toEqual(expected));
});
