import { currenciesOf, type Money, type PrintOptions, parsePrinted } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import type { PrintReader } from '#core/site.ts';
import { amountText, directText } from '#sites/reading/elements.ts';
import { single } from '#sites/reading/values.ts';

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

/** What is no price now, as far as the document itself says so. */
export const struck = 's, del, strike, [class*="line-through"], [style*="line-through"]';

/**
 * A price from the page's data beside what the card prints, as pages also update prices over sockets. A selector finds the
 * place of the price, which may have more in it, such as a discount; where the site has renamed that place, it may be
 * anywhere in the card. `shown` is the currency that the page states: it decides which dollar a bare `$` is, and amounts in
 * it are the price.
 */
export function besideCard(listing: Money | undefined, card: Element, place: string, shown?: string): Told {
  const root = card.querySelector(place) ?? card;
  const printsOf = (areStruck: boolean) => {
    const parts = [root, ...root.querySelectorAll('*')].filter((each) => Boolean(each.closest(struck)) === areStruck);
    const texts = new Set(parts.flatMap((each) => [each.textContent.trim(), directText(each).trim()]));
    return [...texts].flatMap((text) => parsePrinted(text, { symbols: { $: dollarOf(shown) } }) ?? []);
  };
  const printed = printsOf(false);
  const isOld = ({ cents, currency }: Money) => cents === listing?.cents && currency === listing.currency;
  if (printed.length === 0 && printsOf(true).some(isOld)) return { listing: undefined, disputed: true };
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

/** Words beside an amount that is not what the item costs now, in the languages of the sites: whole ones, and stems. */
const words =
  'sold|last|latest|recent|previous|average|avg|orders?|bids?|tax|vat|fees?|incl|excl|net|payout|you get|cash|instant|quick|' +
  'was|before|instead|from|per|each|total|rrp|worth|in (?:your |a )?(?:trade|cart)|statt|ab|inkl|от|' +
  'offers?|steam|values?|save|old|original|market';
const stems =
  'histor|median|suggest|recommend|retail|reference|estimat|au[ck]tion|receiv|start|rent|leas|deposit|reserv|verkauf|zuletzt|' +
  'gebot|durchschnitt|empfohlen|vend[ui]|derni|enchère|offre|conseill|moyen|últim|oferta|subasta|lance|média|' +
  'sugerid|продан|последн|ставк|аукцион|средн|рекоменд|комисс|получ|miet|alquil|alug|стар';
const chinese = '求购|成交|参考|均价|租|押金|预售|拍卖|到手|手续费|原价|起$';
const otherPrice = new RegExp(`(?<!\\p{L})(?:(?:${words})(?!\\p{L})|${stems})|^/ ?\\p{L}|${chinese}`, 'iu');

const currencySign = /\p{Sc}|(?<![A-Za-z])(?:[A-Z]{3}|kr|zł|Kč|Ft|руб\.?)(?![A-Za-z])/u;
/** A number alone, such as a count; wear values and per cents say what they are. */
const bareNumber = /^[^\p{L}%]*\d[^\p{L}%]*[x×]?$|^[x×]\s*\d+$/iu;
const wearValue = /^[~\s]*0[.,]\d{3,}$/;

/** More than any card of one listing has. */
const maxElements = 300;

type Parse = Parameters<PrintReader>[2];

/** Whether a card draws a line through an element's text. */
function isStruck(element: Element, card: Element): boolean {
  const view = element.ownerDocument.defaultView;
  for (let each: Element | null = element; each && each !== card.parentElement; each = each.parentElement)
    if (each.matches('s, del, strike') || view?.getComputedStyle(each).textDecoration.includes('line-through'))
      return true;
  return false;
}

/** Whether a text beside an amount makes it another price, or one of several. */
const isDoubtful = (text: string): boolean => otherPrice.test(text) || (bareNumber.test(text) && !wearValue.test(text));

const textOf = (element: Element): string => directText(element).replace(/\s+/g, ' ').trim();

/** The one amount in the places that a site's own sign finds, beside which a discount or an old price may stand. */
function atPlaces(places: readonly Element[], card: Element, parse: Parse): Money | undefined {
  const prints = places.flatMap((place): readonly (Money | undefined)[] => {
    const all = [place, ...place.querySelectorAll('*')];
    const parts = all.filter((part) => !isStruck(part, card));
    const whole = parts.length === all.length && parse(amountText(place));
    if (whole) return [whole];
    return parts.flatMap((part) => {
      const text = textOf(part);
      return parse(text) ?? (isDoubtful(text) ? [undefined] : []);
    });
  });
  const [one] = prints;
  return single(prints.map((print) => JSON.stringify(print))) ? one : undefined;
}

/** The one amount that a card prints, with its sign, where nothing in the card says that it is another price. */
function onlyAmount(card: Element, parse: Parse, known: RegExp | undefined): Money | undefined {
  const elements = [card, ...card.querySelectorAll(':not(script, style, template)')];
  if (elements.length > maxElements) return undefined;
  const texts = elements.map((element) => ({ element, text: textOf(element) }));
  const told = texts.filter(({ text }) => text && !known?.test(text));
  const priced = told.filter(({ text }) => currencySign.test(text) && (/\d/.test(text) || parse(`${text}1`)));
  const [one, other] = priced;
  if (!one || other || told.some((each) => each !== one && isDoubtful(each.text))) return undefined;
  return isStruck(one.element, card) ? undefined : parse(one.text);
}

export const printedListing: PrintReader = (card, place, parse, known) => {
  const places = place === undefined ? [] : [...card.querySelectorAll(place)];
  const listing = places.length > 0 ? atPlaces(places, card, parse) : onlyAmount(card, parse, known);
  return listing && { listing };
};
