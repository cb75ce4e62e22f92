import { currenciesOf } from '#core/money/currencies.ts';
import { decimalFromMinor, hundredths, type Money, parsePrinted } from '#core/money/money.ts';
import { directText } from '#sites/reading/elements.ts';

/** A price; `undefined` without an amount or without an ISO 4217 code. */
export const toMoney = (amount: string | undefined, currency: unknown): Money | undefined =>
  amount && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : undefined;

/** Cents, or hundredths of another currency, as a decimal string; `undefined` for anything but a positive whole number. */
export const decimalFromHundredths = (units: unknown): string | undefined =>
  typeof units === 'number' ? decimalFromMinor(units, 2) : undefined;

/**
 * An amount in thousandths of the currency as a decimal string, with two decimals where they are enough: 31200 is
 * "31.20", 35 is "0.035". `undefined` for anything but a positive whole number.
 */
export function decimalFromThousandths(units: unknown): string | undefined {
  if (typeof units !== 'number') return undefined;
  return units % 10 === 0 ? decimalFromMinor(units / 10, 2) : decimalFromMinor(units, 3);
}

/**
 * An amount in whole units, given as a number or a string, as a decimal string: 31.2 and "31.2" are "31.20". Rounded to
 * three decimals. `undefined` for any other string and for a number that is no price.
 */
export function decimalFromMajor(value: unknown): string | undefined {
  const number = typeof value === 'string' && /^\d{1,9}(?:\.\d{1,8})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? decimalFromThousandths(Math.round(number * 1000)) : undefined;
}

/** Whether two decimal strings are the same amount; one of them may be rounded to hundredths. */
export function sameAmount(one: string, other: string): boolean {
  const apart = (hundredths(one) ?? Number.NaN) - (hundredths(other) ?? Number.NaN);
  return Math.abs(apart) < 0.999;
}

/** The dollar that a bare `$` is on a page that shows this currency. */
const dollarOf = (shown = 'USD'): string => (currenciesOf('$').includes(shown) ? shown : 'USD');

/**
 * A price from the page's data, unless the card prints another amount in the same currency: pages also update prices
 * over sockets, which the tap does not read. A print in another currency or an unreadable one is ignored.
 * `shown` is the currency that the page states; it decides which dollar a bare `$` is.
 */
export function unlessPrintedOther(listing: Money | undefined, print: string, shown?: string): Money | undefined {
  const printed = parsePrinted(print, { symbols: { $: dollarOf(shown) } });
  if (!listing || printed?.currency !== listing.currency) return listing;
  return sameAmount(printed.amount, listing.amount) ? listing : undefined;
}

/**
 * The same for a card. A selector finds the place of the price, which may have more in it, such as a discount; where the
 * site has renamed that place, it may be anywhere in the card. Of the amounts there in the currency, one must be the same,
 * unless the place prints the other currency that the page shows.
 */
export function unlessCardPrintsOther(
  listing: Money | undefined,
  card: Element,
  place: string,
  shown?: string,
): Money | undefined {
  if (!listing) return undefined;
  const root = card.querySelector(place) ?? card;
  const texts = [root, ...root.querySelectorAll('*')].flatMap((each) => [each.textContent, directText(each)]);
  const printed = texts.flatMap((text) => parsePrinted(text.trim(), { symbols: { $: dollarOf(shown) } }) ?? []);
  const comparable = printed.filter(({ currency }) => currency === listing.currency);
  const showsOther = shown !== listing.currency && printed.some(({ currency }) => currency === shown);
  return showsOther || comparable.length === 0 || comparable.some(({ amount }) => sameAmount(amount, listing.amount))
    ? listing
    : undefined;
}
