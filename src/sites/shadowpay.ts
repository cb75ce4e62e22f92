import { isPlausibleName, type PhasedName, showsWear, splitPhase } from '#core/items/names.ts';
import { parsePrinted, readCents, sameAmount } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import { type CardReading, defineSite, defineTap, notAnItem, otherGame, type Row, type Rows } from '#core/site.ts';
import { attributeAt, isEmptyCard, storedCurrency, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { besideCard, centsFromMajor, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { hasPieces, joinedReading, phasedName, rowsIn, worn } from '#sites/reading/rows.ts';
import { type Fields, fieldsOf, idOf, listAt, soldUnless, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/shadowpay.md. A card to buy links to a row; one to sell has a picture, which several items may share. */

const offers = /^https:\/\/(?:[a-z0-9-]+\.)*shadowpay\.com\/(?:[a-z]{2}\/)?api\/market\/get_items\/?(?:\?|$)/;
const owned = /^https:\/\/(?:[a-z0-9-]+\.)*shadowpay\.com\/(?:[a-z]{2}\/)?api\/market\/inventory\/?(?:\?|$)/;

export const tap = defineTap({ urls: [offers, owned] });

/** The name of an item, without a phase where the name and the field contradict each other. */
function nameOf({ steam_market_hash_name, phase }: Fields): PhasedName | undefined {
  const name = textOf(steam_market_hash_name) ?? '';
  if (!isPlausibleName(name)) return undefined;
  const named = splitPhase(name);
  const stated = phasedName(named.item, textOf(phase)).phase;
  return named.phase && stated && named.phase !== stated ? { item: named.item } : phasedName(name, textOf(phase));
}

/** An offer with the price to buy at; an older price that differs has a row of its own. Which of them a card prints differs. */
function rowsFromOffer(value: unknown): readonly Row[] {
  const fields = fieldsOf(value);
  const key = idOf(fields['id']);
  // A sale that has ended has a time.
  const sold = soldUnless(fields['time_finished']);
  const name = { ...nameOf(fields), ...worn(fields['floatvalue']), sold };
  if (!key || !name.item) return [];
  const prices = ['price_market', 'price'].flatMap((field) => {
    const listing = toMoney(centsFromMajor(fields[`${field}_usd`]), 'USD');
    return listing ? [{ listing, shown: centsFromMajor(fields[field]) }] : [];
  });
  const listing = prices[0]?.listing;
  const other = prices.find((price) => price.listing.cents !== listing?.cents)?.listing;
  if (!other) return [{ key, ...name, listing }];
  const shown = prices.map((price): Row => ({ key: shownKey(key, price.shown), listing: price.listing }));
  return [{ key, ...name, listing }, { key: otherPriceKey(key), listing: other }, ...mergeRows(shown)];
}

/** The price in US dollars of an amount in the currency that the page shows. */
const shownKey = (key: string, cents: number | undefined): string => `shown ${key} ${cents}`;

const otherPriceKey = (key: string): string => `other price ${key}`;

/** The hash of a picture: the sixth part of its address. */
const pictureOf = (address: string): string | undefined => address.split('/')[5];

/** Items of other wears and StatTrak share pictures. */
const rowsFromOwned = (items: readonly unknown[]): readonly Row[] =>
  items.map(fieldsOf).flatMap((fields) => {
    const icon = textOf(fields['icon_url']) ?? '';
    const picture = icon.includes('/') ? pictureOf(icon) : icon;
    return picture ? [{ key: `icon:${picture}`, shared: true, ...nameOf(fields) }] : [];
  });

const idIn = (address: string): string => /\/item\/(\d+)-[^/]*\/?$/.exec(withoutQuery(address))?.[1] ?? '';

/** The print must state its currency where none is stored. */
const readListing = (card: Element) => {
  const currency = storedCurrency(card.ownerDocument, 'currency');
  return printedListing(card, pricePlace, (text) => parsePrinted(firstLine(text), { currency }));
};

/** A discount may stand below the price. */
const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

const pricePlace = '.item-buy-card__sell-price';

/** The answer's price in US dollars that the card does not contradict; without one, the print must state its currency. */
function priceOf(card: Element, id: string, rows: Rows): Told {
  const stated = rows.get(id)?.listing;
  const other = rows.get(otherPriceKey(id))?.listing;
  const print = firstLine(textAt(card, pricePlace));
  const currency = storedCurrency(card.ownerDocument, 'currency');
  if (!stated) return readListing(card) ?? {};
  if (!other) return besideCard(stated, card, pricePlace, currency);
  const printed = parsePrinted(print, { symbols: { $: 'USD' }, currency });
  if (printed && printed.currency !== 'USD')
    return { listing: rows.get(shownKey(id, printed.cents))?.listing, printed: [printed] };
  const isUsd = printed?.currency === 'USD' && (currency ?? 'USD') === 'USD';
  return { listing: isUsd ? [stated, other].find((price) => sameAmount(price, printed)) : undefined };
}

const otherGameCard = '[class*="item-buy-card_project_"]:not([class*="item-buy-card_project_cs"])';

function readCard(card: Element, rows: Rows): CardReading {
  if (card.closest(otherGameCard)) return otherGame;
  if (isEmptyCard(card)) return notAnItem;
  const id = idIn(attributeAt(card, 'a[href*="/item/"]', 'href'));
  return joinedReading(rows.get(id), () => priceOf(card, id, rows));
}

const wordsOf = (element: Element | null): string => element?.textContent.replace(/\s+/g, ' ') ?? '';

/** An item's own page. It must show the item's words and its price: after a change of route it still shows the last item. */
function readItemPage(page: Element, rows: Rows): CardReading {
  const id = idIn(page.ownerDocument.location.pathname);
  const row = rows.get(id);
  const shown = wordsOf(page);
  if (!row?.item || !hasPieces(shown, row.item)) return undefined;
  const numbers = shown.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];
  const listing = [row.listing, rows.get(otherPriceKey(id))?.listing].find((price) =>
    numbers.some((number) => price && sameAmount({ cents: readCents(number, '.') ?? Number.NaN }, price)),
  );
  return listing && joinedReading(row, () => ({ listing }));
}

/** A card of the user's own items; its price is the site's offer for the item, not a listing's. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const picture = pictureOf(attributeAt(card, 'img.img-lazy', 'src'));
  const { item, phase } = rows.get(`icon:${picture}`) ?? {};
  const name = wordsOf(card.querySelector('.parse-color-item__name'));
  return !item || !showsWear(wordsOf(card), item) || (name && !hasPieces(name, item))
    ? undefined
    : { item, phase, kind: 'none' };
}

export default defineSite({
  id: 'shadowpay',
  name: 'ShadowPay',
  matches: ['https://shadowpay.com/*'],
  attributes: ['href', 'src', 'class'],
  pages: [
    { path: /^\/(?:[a-z]{2}\/)?item\//, card: 'div.marketplace-content', read: readItemPage, readListing },
    {
      path: /^\/(?:[a-z]{2}\/)?(?:csgo-items|item)(?:\/|$)/,
      card: 'div.item-buy-card',
      mount: { append: '.item-buy-card__footer' },
      read: readCard,
      readListing,
    },
    {
      // The user's pages have unknown addresses and known cards.
      path: /^\/(?:[a-z]{2}\/)?(?:user|profile|account|inventory|sell)(?:[/-]|$)/,
      kind: 'inventory',
      card: '.user-inventory__items-wrapper > div.item-sell-card',
      mount: { append: '.item-sell-card__container' },
      read: readOwnItem,
    },
  ],
  feeds: [
    { url: offers, read: rowsIn(rowsFromOffer, 'items') },
    { url: owned, read: (body) => rowsFromOwned(listAt(body, 'inv')) },
  ],
});
