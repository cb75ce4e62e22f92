import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, notAnItem, otherGame, type Row, type Rows } from '#core/site.ts';
import { isEmptyCard, leavesOf, storedJson } from '#sites/reading/elements.ts';
import { centsFromHundredths, struck, toMoney } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { joinedReading, phasedName, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, listAt, single, soldUnless, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/dmarket.md. A card's id joins it to answers. Own items beside the market have an instant offer as their price, own offers what is asked. */

const market = /^https:\/\/(?:[\w-]+\.)?dmarket\.com\/exchange\/v1\/(?:market\/items(?:\/v2)?|selection\/item)(?:\?|$)/;
const own = /^https:\/\/(?:[\w-]+\.)?dmarket\.com\/[^?]*user\/(?:items|assets|inventory)(?:\?|$)/;
const ownOffers = /^https:\/\/(?:[\w-]+\.)?dmarket\.com\/[^?]*user\/offers(?:\/v2)?(?:\?|$)/;

export const tap = defineTap({ urls: [market, own, ownOffers] });

/** Cents as a number, or as a string in the older answer. */
function dollars(cents: unknown): Money | undefined {
  const units = typeof cents === 'string' && /^\d{1,12}$/.test(cents) ? Number(cents) : cents;
  return toMoney(centsFromHundredths(units), 'USD');
}

/** DMarket's number of CS2; a row that states none belongs to the page's game. */
const isOtherGame = (game: unknown): boolean => textOf(game) !== undefined && game !== 'a8db';

/** The exchange shows a price of its own. */
const exchangeKey = (id: string): string => `exchange ${id}`;

/** A row for each id of an item, because a card has any one of them, in small or in capital letters. */
function rowsFromItem(value: unknown, kind: 'ask' | 'bid', isOwn: boolean): readonly Row[] {
  const { itemId, offerId, assetId, gameId, title, extra, cs2 } = fieldsOf(value);
  const { price, priceCents, instantPrice, exchangePrice, status } = fieldsOf(value);
  const stated = [itemId, offerId, assetId, at(extra, 'offerId')].flatMap((id) => idOf(id)?.toLowerCase() ?? []);
  const ids = [...new Set(stated)];
  if (isOtherGame(gameId)) return ids.map((key) => ({ key, otherGame: true }));
  const shown = textOf(title);
  if (!shown) return [];
  const named = phasedName(shown, textOf(at(extra, 'phase')) ?? textOf(at(cs2, 'phase')));
  const asked = dollars(priceCents ?? at(price, 'USD'));
  const listing = kind === 'ask' ? asked : dollars(at(instantPrice, 'USD'));
  // The tab of the user's items shows what an own offer would bring at once.
  const exchanged = dollars(at(exchangePrice ?? (isOwn ? instantPrice : undefined), 'USD'));
  const wear = worn(at(extra, 'floatValue')) ?? worn(at(cs2, 'floatValue'));
  return ids.flatMap((key) => [
    {
      key,
      ...named,
      listing,
      kind,
      sold: soldUnless(status, 'active', 'default'),
      own: isOwn || undefined,
      ...wear,
    },
    ...(exchanged ? [{ key: exchangeKey(key), listing: exchanged }] : []),
  ]);
}

/** @throws TypeError when no field holds a list of items. */
function rowsFromItems(body: unknown, kind: 'ask' | 'bid', isOwn: boolean): readonly Row[] {
  const fields = fieldsOf(body);
  const name = ['objects', 'offers', 'assets', 'items'].find((each) => Array.isArray(fields[each])) ?? 'objects';
  return listAt(body, name).flatMap((value) => rowsFromItem(value, kind, isOwn));
}

/** The currency in which the page shows prices; `undefined` when it is not stored. */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  const code = textOf(at(storedJson(document, 'dmarket/AkitaStores'), 'currency', 'activeCurrency'));
  return /^[A-Z]{3}$/.exec(code ?? '')?.[0];
});

/** No listing by itself: the list of the user's own items and others beside the market print other prices. */
function readPrint(leaf: Element): Money | undefined {
  const currency = shownCurrency(leaf.ownerDocument) ?? 'USD';
  // Of two amounts in another currency nobody knows which is the answer's.
  return currency === 'USD' && leaf.closest(struck)
    ? undefined
    : parsePrinted(leaf.textContent, { decimal: '.', currency });
}

/** An offer is for sale at its own price alone; the user's own items are worth either. */
const askedPrice = ({ kind, listing }: Row, shown: Money | undefined): Money | undefined =>
  kind === 'bid' || shown?.cents === listing?.cents ? shown : undefined;

const pricesOf = (ids: readonly string[], rows: Rows): readonly Money[] =>
  ids.flatMap((id) => [id, exchangeKey(id)]).flatMap((key) => rows.get(key)?.listing ?? []);

/** Where the page shows another currency, only the one price of an answer can be the one amount of the card. */
function shownPrice(printed: readonly Money[], stated: readonly Money[]): Money | undefined {
  const inDollars = printed.filter(({ currency }) => currency === 'USD');
  const found = stated.find((price) => inDollars.some((print) => sameAmount(print, price)));
  if (found || inDollars.length > 0) return found;
  const isOne = single(printed.map(({ cents }) => cents)) !== undefined;
  return isOne && single(stated.map(({ cents }) => cents)) !== undefined ? stated[0] : undefined;
}

/** An item's, offer's or asset's id. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const idsOf = (element: Element): readonly string[] =>
  [element.id, /_asset_item_([^_\s]+)/.exec(element.getAttribute('data-test-id') ?? '')?.[1] ?? '']
    .filter((id) => uuid.test(id))
    .map((id) => id.toLowerCase());

/** The card around an id: the id may stand on a child of it, beside the price. */
function containerOf(card: Element): Element {
  const { parentElement } = card;
  return parentElement?.querySelectorAll(marked).length === 1 ? parentElement : card;
}

/** Only the id of a card is known, so the row of its id says what it shows. */
function readCard(card: Element, rows: Rows): CardReading {
  const ids = idsOf(card);
  const outer = card.parentElement?.closest(marked);
  if (ids.length === 0 || (outer && idsOf(outer).length > 0)) return notAnItem;
  const container = containerOf(card);
  if (isEmptyCard(container)) return notAnItem;
  const found = ids.flatMap((id) => rows.get(id) ?? []);
  if (found.some((row) => row.otherGame)) return otherGame;
  const [row] = found;
  if (!row?.item || found.some(({ item, phase }) => item !== row.item || phase !== row.phase)) return undefined;
  const printed = leavesOf(container).flatMap((leaf) => readPrint(leaf) ?? []);
  const shown = shownPrice(printed, pricesOf(ids, rows));
  return joinedReading(row, () => ({ listing: askedPrice(row, shown), printed }));
}

const marked = '[data-test-id][id], [data-test-id*="_asset_item_"]';

/** The lists of CS2 items and the items' own pages, in any language. */
const path = /^\/(?:[a-z]{2}\/)?(?:ingame-items\/item-list\/)?csgo-skins(?:\/|$)/;

export default defineSite({
  id: 'dmarket',
  name: 'DMarket',
  matches: ['https://dmarket.com/*'],
  attributes: ['id', 'data-test-id'],
  pages: [{ path, card: marked, read: readCard }],
  feeds: [
    { url: market, read: (body) => rowsFromItems(body, 'ask', false) },
    { url: own, read: (body) => rowsFromItems(body, 'bid', true) },
    { url: ownOffers, read: (body) => rowsFromItems(body, 'ask', true) },
  ],
});
