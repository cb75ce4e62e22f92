import { mayHaveFinish, readWear, withoutFinish } from '#core/items/item-kinds.ts';
import { isPlausibleName, normaliseName, splitPhase } from '#core/items/names.ts';
import { type Money, parsePrinted } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, notAnItem, type Row, type Rows } from '#core/site.ts';
import { amountText, isEmptyCard } from '#sites/reading/elements.ts';
import { centsFromMajor } from '#sites/reading/listed-price.ts';
import { showsItem } from '#sites/reading/rows.ts';
import { at, fieldsOf, objectAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/csgoroll.md. A picture has the whole name. No id: a sticker's card lacks its finish, so name and price are the key. */

const answers = /^https:\/\/(?:[a-z0-9-]+\.)*(?:csgoroll\.(?:com|gg)|csgorolltr\.com)\/graphql\/?(?:\?|$)/;

export const tap = defineTap({ urls: [answers] });

/** The picture of a coin marks the price. */
function coinsIn(card: Element): Money | undefined {
  const coins = [...card.querySelectorAll('img[data-testid="currency-image"]')];
  const print = single(coins.flatMap(({ parentElement: place }) => (place ? amountText(place).trim() : []))) ?? '';
  return parsePrinted(print, { decimal: '.', currency: 'COIN' });
}

/** The row's spelling of a name: real names differ in spaces alone, "Move It (Foil)" and "Move It(Foil)". */
function toldName(name: string, listing: Money | undefined, rows: Rows): string | undefined {
  const told = listing && rows.get(finishKey(name, listing.cents))?.item;
  return told !== undefined && normaliseName(told) === normaliseName(name) ? told : undefined;
}

/** "Sticker | advent (Foil) | Katowice 2019 28.79 COIN" has the key of the card that says "advent | Katowice 2019". */
const finishKey = (name: string, cents: number): string => `${withoutFinish(normaliseName(name))} at ${cents}`;

function rowFromTrade(trade: unknown): Row | undefined {
  const { totalValue, tradeItems } = fieldsOf(trade);
  const [first, ...others] = Array.isArray(tradeItems) ? tradeItems : [];
  const name = textOf(at(first, 'marketName')) ?? '';
  const cents = centsFromMajor(totalValue);
  if (others.length > 0 || !cents || !mayHaveFinish(name) || !isPlausibleName(name)) return undefined;
  return { key: finishKey(name, cents), shared: true, item: name };
}

/** One address answers all queries of the page; only the list of trades is read. */
function rowsFromAnswer(body: unknown): readonly Row[] {
  const edges = at(objectAt(body, 'data'), 'trades', 'edges');
  return Array.isArray(edges) ? edges.flatMap((edge) => rowFromTrade(at(edge, 'node')) ?? []) : [];
}

/** The picture's name. The words of the card's name must be among its own: a reused card may still show the last picture. */
function readCard(card: Element, rows: Rows): CardReading {
  if (isEmptyCard(card)) return notAnItem;
  const pictures = card.querySelectorAll('img[class~="drop-shadow-lg"]');
  const all = [...(pictures.length > 0 ? pictures : card.querySelectorAll('img'))];
  const [name, ...others] = new Set(all.flatMap((picture) => picture.getAttribute('alt') || []));
  if (others.length > 0) return notAnItem;
  if (!name || !isPlausibleName(name) || !showsName(card, name, pictures.length > 0)) return undefined;
  const listing = coinsIn(card);
  if (!mayHaveFinish(name)) return wornItem(card, name, listing);
  // A finish with "Champion" alone may lack a word.
  if (withoutFinish(name) !== name && !/\(Champion\)/.test(name))
    return { item: toldName(name, listing, rows) ?? name, listing };
  const item = listing && rows.get(finishKey(name, listing.cents))?.item;
  return item === undefined ? undefined : { item, listing };
}

/** "MW - 0.104": where a user's own items have their wear; the picture's name lacks it there. */
const floatWear = /^(FN|MW|FT|WW|BS)(?:\s*-?\s*[01][.,]\d+)?$/;

function wornItem(card: Element, name: string, listing: Money | undefined): CardReading {
  const [, base = name, bracket = ''] = /^(.*) \(([^()]*)\)$/.exec(name) ?? [];
  const named = readWear(bracket);
  const texts = [...card.querySelectorAll('*')].flatMap((each) => floatWear.exec(each.textContent.trim())?.[1] ?? []);
  const stated = [...texts.flatMap((text) => readWear(text) ?? []), ...(named ? [named] : [])];
  const wear = single(stated);
  if (stated.length > 0 && !wear) return undefined;
  // A knife without a finish has no wear in its name.
  if (name.startsWith('★') && !name.includes(' | ')) return { item: named ? base : name, listing };
  if (named || !wear) return { ...splitPhase(name), listing };
  return { ...splitPhase(`${name} (${wear})`), listing, assembled: true };
}

/** The picture's class tells the place of the card's name. Where both have others, the card must have the name's pieces. */
function showsName(card: Element, name: string, isKnown: boolean): boolean {
  const shown = [...card.querySelectorAll('span[class~="min-h-5"]')].map(({ textContent }) => textContent);
  return isKnown
    ? wordsOf(shown.join(' ')).isSubsetOf(wordsOf(name))
    : showsItem(card.textContent, splitPhase(name).item);
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/[^\s()|]+/g));

/** A card of the user's own items; its price is what the site or another user would pay, not a listing's. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const reading = readCard(card, rows);
  return typeof reading === 'object' ? { ...reading, listing: undefined, kind: 'none' } : reading;
}

const card = '#main-div [class~="group/card"]';
/** Pages of what others offer, and of the user's own items. Other games and boxes have pages of their own. */
const market =
  /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2})?\/)?(?:withdraw\/(?:[^/]+\/)*csgo|trade(?!\/(?:[^/]+\/)*(?:deposit|rust|dota)))(?:\/|$)/;
const deposit =
  /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2})?\/)?(?:top-up\/steam\/csgo|(?:trade\/)?deposit(?!\/(?:[^/]+\/)*(?:rust|dota)))(?:\/|$)/;

export default defineSite({
  id: 'csgoroll',
  name: 'CSGORoll',
  gambling: true,
  coins: true,
  matches: ['https://*.csgoroll.com/*', 'https://*.csgoroll.gg/*', 'https://*.csgorolltr.com/*'],
  unsureNames: /^(?:Sticker(?: Slab)?|Patch) \| [^(]*$/,
  attributes: ['alt'],
  pages: [
    { path: market, card, read: readCard, readListing: (shown) => ({ listing: coinsIn(shown) }) },
    { path: deposit, kind: 'inventory', card, read: readOwnItem },
  ],
  feeds: [{ url: answers, read: rowsFromAnswer }],
});
