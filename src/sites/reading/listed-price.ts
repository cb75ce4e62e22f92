import { currenciesOf } from '#core/money/currencies.ts';
import { type Money, type PrintOptions, parsePrinted } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import { directText } from '#sites/reading/elements.ts';

/** A price; `undefined` without an amount or without an ISO 4217 code. */
export const toMoney = (cents: number | undefined, currency: unknown): Money | undefined =>
  cents && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { cents, currency } : undefined;

/** Of hundredths, or of `per` units a hundredth; `undefined` for anything but a positive whole number. */
export const centsFromHundredths = (units: unknown, per = 1): number | undefined =>
  typeof units === 'number' && Number.isSafeInteger(units) && units > 0 ? units / per : undefined;

/** 31200 is 3120, 35 is 3.5. */
export const centsFromThousandths = (units: unknown): number | undefined => centsFromHundredths(units, 10);

/** 31.2 and "31.2" are 3120, rounded to tenths. `undefined` for any other string, and for what is no price. */
export function centsFromMajor(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}(?:\.\d{1,8})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? centsFromThousandths(Math.round(number * 1000)) : undefined;
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
