import {
  isFaction,
  isUnprefixedName,
  mayHaveFinish,
  prefixedTypes,
  readFinish,
  withoutFinish,
} from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { isPlausibleName, normaliseName } from '#core/items/names.ts';
import { splitPhase } from '#core/items/phases.ts';
import { readWear, type Wear } from '#core/items/wears.ts';
import { type Money, parsePrinted } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, notAnItem, type Row, type Rows } from '#core/site.ts';
import { isEmptyCard, leavesOf, nameAt } from '#sites/reading/elements.ts';
import { at, fieldsOf, objectAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor } from '#sites/reading/listed-price.ts';
import { showsItem } from '#sites/reading/shows-item.ts';
import { single } from '#sites/reading/single.ts';

/**
 * Facts: src/sites/csgoroll.md. The picture of a card has the whole name; in the design before, a card showed it in pieces.
 * Prices are in coins. No card has an id that would join it to one of the page's answers. The newer card leaves out a
 * sticker's finish, so its name and its price are the key.
 */

const answers = /^https:\/\/(?:[a-z0-9-]+\.)*(?:csgoroll\.(?:com|gg)|csgorolltr\.com)\/graphql\/?(?:\?|$)/;

export const tap = defineTap({ urls: [answers] });

/** The wear at the start of a text such as "FT 0.2187" or "Field-Tested". */
const wearIn = ({ textContent }: Element): Wear | undefined =>
  readWear(/^[A-Za-z]+(?:[ -][A-Za-z]+)?/.exec(textContent.trim())?.[0] ?? '');

/** A bar's class states any wear but Factory New. */
const barWears = ({ classList }: Element): readonly Wear[] =>
  [...classList].flatMap((name) => readWear(/^(?:wear-bar)?-+([a-z]{2})$/.exec(name)?.[1] ?? '') ?? []);

const wearTexts = '[data-test="item-card-float-range"] span, cw-item-float-wear-info > span';

/** A bar without a class for a wear, and without an unknown class. */
const isPlain = ({ classList }: Element): boolean =>
  [...classList].every((name) => name === 'wear-bar' || name.startsWith('ng-'));

/** The wear that all texts and bars agree on; a plain bar without a text is Factory New. */
function wearOf(card: Element): Wear | 'contradicted' | undefined {
  const bars = [...card.querySelectorAll('[class*="wear-bar"]')];
  const texts = [...card.querySelectorAll(wearTexts)];
  const stated = [...texts.flatMap((text) => wearIn(text) ?? []), ...bars.flatMap(barWears)];
  if (stated.length > 0) return single(stated) ?? 'contradicted';
  const isSilent = texts.every(({ textContent }) => textContent.trim() === '');
  return bars.length > 0 && bars.every(isPlain) && isSilent ? 'Factory New' : undefined;
}

/** A sticker's finish, which is a separate piece. */
function finishOf(card: Element): string | 'contradicted' | undefined {
  const found = leavesOf(card).flatMap(({ textContent }) => readFinish(textContent.trim()) ?? []);
  return found.length > 0 ? (single(found) ?? 'contradicted') : undefined;
}

/** The piece above the name where the item has no wear. */
const unworn = /(?:^| )(?:Case|Capsule|Package|Container|Agent|Collectible)$/;

/** The name of an item without a wear that the two pieces make as they are: a container, a pin or an agent. */
function unwornNameOf(subcategory: string, name: string): string | undefined {
  if (!name) return isUnprefixedName(subcategory) ? subcategory : undefined;
  return isFaction(name) && subcategory ? `${subcategory} | ${name}` : undefined;
}

/** The item's name; a weapon needs a wear unless it is a knife without a finish. */
function nameOf(card: Element): string | undefined {
  const subcategory = nameAt(card, 'span[data-test="item-subcategory"]');
  const name = nameAt(card, 'label[data-test="item-name"]');
  const wear = wearOf(card);
  const whole = wear === undefined && unwornNameOf(subcategory, name);
  if (whole) return whole;
  if (unworn.test(subcategory)) return name || undefined;
  // A type that the name leaves out.
  const type = prefixedTypes.find((word) => word === subcategory.replace(/^StatTrak™ /, ''));
  const isVanilla = subcategory.startsWith('★') && (!name || name === 'Vanilla' || name === subcategory);
  const finish = type && finishOf(card);
  const isComplete = type ? name !== '' : isVanilla || (name !== '' && wear !== undefined);
  if (!subcategory || !isComplete || wear === 'contradicted' || finish === 'contradicted') return undefined;
  return buildName({
    base: type ? name : isVanilla ? subcategory : `${subcategory} | ${name}`,
    type,
    finish,
    wear: type ? undefined : wear,
    // These words may be anywhere in the card; without them the name would be another item's.
    statTrak: card.textContent.includes('StatTrak'),
    souvenir: card.textContent.includes('Souvenir'),
  });
}

const balances = ['cw-pretty-balance [data-test="value"]', 'cw-pretty-balance > span', '.currency-value'];

/** The price in coins, from the first selector that matches; `undefined` for two different prices. */
function pricedBy(card: Element): Money | undefined {
  const found = balances.map((selector) => [...card.querySelectorAll(selector)]);
  return coinsIn(found.find(({ length }) => length > 0) ?? []);
}

function coinsIn(places: readonly (Element | null)[]): Money | undefined {
  const print = single(places.map((place) => place?.textContent.trim() ?? '')) ?? '';
  return parsePrinted(print, { decimal: '.', currency: 'COIN' });
}

function readOldCard(card: Element, rows: Rows): CardReading {
  if (isEmptyCard(card)) return notAnItem;
  const [name, listing] = [nameOf(card), pricedBy(card)];
  if (name === undefined) return undefined;
  const exact = toldName(name, listing, rows);
  return { ...splitPhase(exact ?? name), listing, assembled: exact === undefined ? true : undefined };
}

/** The row's spelling of a name: real names differ in spaces alone, "Move It (Foil)" and "Move It(Foil)". */
function toldName(name: string, listing: Money | undefined, rows: Rows): string | undefined {
  const told = listing && rows.get(finishKey(name, listing))?.item;
  return told !== undefined && normaliseName(told) === normaliseName(name) ? told : undefined;
}

/** "Sticker | advent (Foil) | Katowice 2019 28.79 COIN" has the key of the card that says "advent | Katowice 2019". */
const finishKey = (name: string, { amount }: Money): string =>
  `${withoutFinish(normaliseName(name))} at ${Number(amount)}`;

function rowFromTrade(trade: unknown): Row | undefined {
  const { totalValue, tradeItems } = fieldsOf(trade);
  const [first, ...others] = Array.isArray(tradeItems) ? tradeItems : [];
  const name = textOf(at(first, 'marketName')) ?? '';
  const amount = decimalFromMajor(totalValue);
  if (others.length > 0 || !amount || !mayHaveFinish(name) || !isPlausibleName(name)) return undefined;
  return { key: finishKey(name, { amount, currency: 'COIN' }), shared: true, item: name };
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
  const coins = [...card.querySelectorAll('img[data-testid="currency-image"]')];
  const listing = coinsIn(coins.map(({ parentElement }) => parentElement));
  if (!mayHaveFinish(name)) return wornItem(card, name, listing);
  // A finish with "Champion" alone may lack a word.
  if (withoutFinish(name) !== name && !/\(Champion\)/.test(name))
    return { item: toldName(name, listing, rows) ?? name, listing };
  const item = listing && rows.get(finishKey(name, listing))?.item;
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

type ReadCard = (card: Element, rows: Rows) => CardReading;

/** A card of the user's own items; its price is what the site or another user would pay, not a listing's. */
/*#__NO_SIDE_EFFECTS__*/
const ownItem =
  (read: ReadCard): ReadCard =>
  (card, rows) => {
    const reading = read(card, rows);
    return typeof reading === 'object' ? { ...reading, listing: undefined, kind: 'none' } : reading;
  };

const card = '#main-div [class~="group/card"]';
const mount = { append: ':scope' };

/** Cards of the design before. The same element is horizontal in the list of chosen items. */
const oldCard = 'cw-csgo-market-item-card:not(:has(> .horizontal:first-child))';
const oldMount = { append: '.item-card' };

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
  // A bar's class states the wear.
  attributes: ['alt', 'class', 'data-test'],
  pages: [
    { path: market, card, mount, read: readCard },
    { path: deposit, kind: 'inventory', card, mount, read: ownItem(readCard) },
    { path: market, card: oldCard, mount: oldMount, read: readOldCard },
    { path: deposit, kind: 'inventory', card: oldCard, mount: oldMount, read: ownItem(readOldCard) },
  ],
  feeds: [{ url: answers, read: rowsFromAnswer }],
});
