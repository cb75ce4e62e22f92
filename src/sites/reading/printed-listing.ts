import type { Money } from '#core/money/money.ts';
import type { PrintReader } from '#core/site.ts';
import { directText } from '#sites/reading/elements.ts';
import { single } from '#sites/reading/values.ts';

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
    const whole = parse(place.textContent);
    const parts = whole ? [place] : [place, ...place.querySelectorAll('*')];
    return parts.flatMap((part) => {
      const text = textOf(part);
      const printed = whole ?? parse(text);
      if (printed) return isStruck(part, card) ? [] : [printed];
      return isDoubtful(text) ? [undefined] : [];
    });
  });
  const [one] = prints;
  return single(prints.map((print) => print && `${print.cents} ${print.currency}`)) ? one : undefined;
}

/** The one amount that a card prints, with its sign, where nothing in the card says that it is another price. */
function onlyAmount(card: Element, parse: Parse, known: RegExp | undefined): Money | undefined {
  const elements = [card, ...card.querySelectorAll('*')].filter((each) => !each.matches('script, style, template'));
  if (elements.length > maxElements) return undefined;
  const texts = elements.map((element) => ({ element, text: textOf(element) }));
  const told = texts.filter(({ text }) => text !== '' && !known?.test(text));
  const priced = told.filter(({ text }) => currencySign.test(text) && (/\d/.test(text) || parse(`${text}1`)));
  const [one, ...others] = priced;
  if (!one || others.length > 0 || told.some((each) => each !== one && isDoubtful(each.text))) return undefined;
  return isStruck(one.element, card) ? undefined : parse(one.text);
}

export const printedListing: PrintReader = (card, place, parse, known) => {
  const places = place === undefined ? [] : [...card.querySelectorAll(place)];
  const listing = places.length > 0 ? atPlaces(places, card, parse) : onlyAmount(card, parse, known);
  return listing && { listing };
};
