import { decimalFromMinor, type Money, parsePrinted } from '#core/money.ts';
import { isPlausibleName, normaliseName } from '#core/names.ts';
import { splitPhase } from '#core/phases.ts';
import { defineSite, defineTap, type ListingKind, type Reading, type Row, type Rows } from '#core/site.ts';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { sameAmount, toMoney } from '#sites/reading/listed-price.ts';
import { storedJson } from '#sites/reading/local-storage.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { phasedName } from '#sites/reading/phased-name.ts';
import { single } from '#sites/reading/single.ts';

/**
 * Facts: src/sites/dmarket.md. A card's image carries the exact name; the card's id is joined to the page's answers, which
 * state phase and price. The page shows the market beside the user's own items, whose price is an instant offer.
 */

const market = /\/exchange\/v1\/market\/items(?:\/v2)?(?:\?|$)/;
const own = /\/user\/(?:items|assets|offers)(?:\?|$)/;

export const tap = defineTap({ urls: [market, own] });

/** Cents as a number, or as a string in the older answer. */
function dollars(cents: unknown): Money | undefined {
  const units = typeof cents === 'string' && /^\d{1,12}$/.test(cents) ? Number(cents) : cents;
  return toMoney(typeof units === 'number' ? decimalFromMinor(units, 2) : undefined, 'USD');
}

/** A row for each id of an item, because a card has any one of them. */
function rowsFromItem(value: unknown, kind: ListingKind): readonly Row[] {
  const { itemId, offerId, assetId, title, extra, cs2, price, priceCents, instantPrice } = fieldsOf(value);
  const shown = textOf(title);
  if (!shown) return [];
  const named = phasedName(shown, textOf(at(extra, 'phase')) ?? textOf(at(cs2, 'phase')));
  const asked = dollars(priceCents ?? at(price, 'USD'));
  const listing = kind === 'ask' ? asked : dollars(at(instantPrice, 'USD'));
  const ids = new Set([itemId, offerId, assetId].map(idOf));
  return [...ids].flatMap((key) => (key ? [{ key, ...named, listing, kind }] : []));
}

/** @throws TypeError when no field holds a list of items. */
function rowsFromItems(body: unknown, kind: ListingKind): readonly Row[] {
  const fields = fieldsOf(body);
  const name = ['objects', 'offers', 'assets', 'items'].find((each) => Array.isArray(fields[each])) ?? 'objects';
  return listAt(body, name).flatMap((value) => rowsFromItem(value, kind));
}

/** The currency in which the page shows prices; `undefined` when it is not stored. */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  const code = textOf(at(storedJson(document, 'dmarket/AkitaStores'), 'currency', 'activeCurrency'));
  return /^[A-Z]{3}$/.exec(code ?? '')?.[0];
});

/** The printed price. In US dollars it must equal the answer's: a card may show one of several prices. */
function priceOf(card: Element, stated: Money | undefined): Money | undefined {
  const print = single(card.querySelectorAll('.c-asset__footerLeft > [class*="c-asset__price"]'))?.textContent;
  const currency = shownCurrency(card.ownerDocument) ?? 'USD';
  const printed = parsePrinted(print ?? '', { decimal: '.', currency });
  if (!printed || !stated) return undefined;
  if (printed.currency !== stated.currency) return printed;
  return sameAmount(printed.amount, stated.amount) ? stated : undefined;
}

/** The image's name; the row of the card's id must not contradict it. */
function readCard(card: Element, rows: Rows): Reading | undefined {
  const name = single(card.querySelectorAll('img.c-asset__img, .u-game img'))?.getAttribute('alt');
  if (!name || !isPlausibleName(name)) return undefined;
  const { item, phase } = splitPhase(name);
  const row = rows.get(card.id);
  if (!row) return { item, phase };
  if (normaliseName(row.item ?? '') !== normaliseName(item)) return undefined;
  return { item, phase: row.phase ?? phase, listing: priceOf(card, row.listing), kind: row.kind };
}

export default defineSite({
  id: 'dmarket',
  name: 'DMarket',
  matches: ['https://dmarket.com/*'],
  attributes: ['id', 'alt'],
  pages: [
    {
      path: /^\/ingame-items\/item-list\/csgo-skins\/?$/,
      card: 'asset-card, asset-card-v2',
      mount: { append: '.c-asset__footerInner' },
      read: readCard,
    },
  ],
  feeds: [
    { url: market, read: (body) => rowsFromItems(body, 'ask') },
    { url: own, read: (body) => rowsFromItems(body, 'bid') },
  ],
  tap,
});
