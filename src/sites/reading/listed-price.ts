import { currenciesOf } from '#core/money/currencies.ts';
import { decimalFromMinor, type Money, type PrintOptions, parsePrinted } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import { directText } from '#sites/reading/elements.ts';

/** A price; `undefined` without an amount or without an ISO 4217 code. */
export const toMoney = (amount: string | undefined, currency: unknown): Money | undefined =>
  amount && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : undefined;

/** Cents, or hundredths of another currency, as a decimal string; `undefined` for anything but a positive whole number. */
export const decimalFromHundredths = (units: unknown): string | undefined =>
  typeof units === 'number' ? decimalFromMinor(units, 2) : undefined;

/** 31200 is "31.20", 35 is "0.035"; `undefined` for anything but a positive whole number. */
export function decimalFromThousandths(units: unknown): string | undefined {
  if (typeof units !== 'number') return undefined;
  return units % 10 === 0 ? decimalFromMinor(units / 10, 2) : decimalFromMinor(units, 3);
}

/** 31.2 and "31.2" are "31.20", rounded to three decimals. `undefined` for any other string, and for what is no price. */
export function decimalFromMajor(value: unknown): string | undefined {
  const number = typeof value === 'string' && /^\d{1,9}(?:\.\d{1,8})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? decimalFromThousandths(Math.round(number * 1000)) : undefined;
}

/** The dollar that a bare `$` is on a page that shows this currency. */
const dollarOf = (shown = 'USD'): string => (currenciesOf('$').includes(shown) ? shown : 'USD');

/** Reads prints in the currency that a page shows; without one, a bare `$` is the US dollar. */
export const printIn =
  (shown?: string) =>
  (text: string): Money | undefined =>
    parsePrinted(text, { currency: shown, symbols: { $: dollarOf(shown) } });

/**
 * A price from the page's data beside what the card prints, as pages also update prices over sockets. A selector finds the
 * place of the price, which may have more in it, such as a discount; where the site has renamed that place, it may be
 * anywhere in the card. `shown` is the currency that the page states: it decides which dollar a bare `$` is, and amounts in
 * it are the price.
 */
export function besideCard(listing: Money | undefined, card: Element, place: string, shown?: string): Told {
  const root = card.querySelector(place) ?? card;
  const parts = [root, ...root.querySelectorAll('*')];
  const texts = new Set(parts.flatMap((each) => [each.textContent.trim(), directText(each).trim()]));
  const printed = [...texts].flatMap((text) => parsePrinted(text, { symbols: { $: dollarOf(shown) } }) ?? []);
  const [inShown, inOwn] = [shown, listing?.currency].map((code) =>
    printed.filter(({ currency }) => currency === code),
  );
  return { listing, printed: [inShown, inOwn].find((some) => some?.length) ?? printed };
}

/** A place's whole text, and each of its parts: a discount such as "-13%" in the same place hides it only from the former. */
export function printedAmounts(root: Element, selector: string, options: PrintOptions): readonly Money[] {
  const places = [...root.querySelectorAll(selector)];
  const parts = new Set(places.flatMap((place) => [place, ...place.querySelectorAll('*')]));
  return [...parts].flatMap(({ textContent }) => parsePrinted(textContent, options) ?? []);
}
