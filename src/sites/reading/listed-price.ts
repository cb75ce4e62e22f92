import { currenciesOf } from '#core/currencies.ts';
import { decimalFromMinor, hundredths, type Money, parsePrinted } from '#core/money.ts';

/**
 * An amount in thousandths of the currency as a decimal string, with two decimals where they are enough: 31200 is
 * "31.20", 35 is "0.035". `undefined` for what is no positive whole number.
 */
export function decimalFromThousandths(units: unknown): string | undefined {
  if (typeof units !== 'number') return undefined;
  return units % 10 === 0 ? decimalFromMinor(units / 10, 2) : decimalFromMinor(units, 3);
}

/**
 * An amount in whole units, as a number or as text, as a decimal string: 31.2 and "31.2" are "31.20"; a fourth
 * decimal is rounded away. `undefined` for any other text and for what is no price.
 */
export function decimalFromMajor(value: unknown): string | undefined {
  const number = typeof value === 'string' && /^\d{1,9}(?:\.\d{1,8})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? decimalFromThousandths(Math.round(number * 1000)) : undefined;
}

/** Whether two decimal strings are the same amount, one of them perhaps rounded to hundredths. */
export function sameAmount(one: string, other: string): boolean {
  const apart = (hundredths(one) ?? Number.NaN) - (hundredths(other) ?? Number.NaN);
  return Math.abs(apart) < 0.999;
}

/**
 * A price that the page's data told, unless its card prints another amount of that currency: prices change over
 * sockets, too, of which no answer tells. A print in another currency or in no readable form says nothing.
 * `shown` is the currency that the page says it shows, which tells whose dollar a bare `$` is; else it is the US one.
 */
export function unlessPrintedOther(listing: Money | undefined, print: string, shown = 'USD'): Money | undefined {
  const dollar = currenciesOf('$').includes(shown) ? shown : 'USD';
  const printed = parsePrinted(print, { symbols: { $: dollar } });
  if (!listing || printed?.currency !== listing.currency) return listing;
  return sameAmount(printed.amount, listing.amount) ? listing : undefined;
}

/** The ISO 4217 code that a page keeps in its local storage, with or without JSON's quotes; never throws. */
export function storedCurrency({ defaultView }: Document, key: string): string | undefined {
  try {
    return /^"?([A-Z]{3})"?$/i.exec(defaultView?.localStorage.getItem(key) ?? '')?.[1]?.toUpperCase();
  } catch {
    return undefined; // a page without an origin of its own has no storage
  }
}
