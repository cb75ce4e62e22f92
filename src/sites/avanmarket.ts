import { prefixedTypes, readWear } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { hasPhases, isPlausibleName, normaliseName, readPhase, showsWear } from '#core/items/names.ts';
import { parsePrinted } from '#core/money/money.ts';
import type { Told } from '#core/prices/listing-dispute.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  type ListingReading,
  otherGame,
  type Reading,
  type Row,
  type Rows,
} from '#core/site.ts';
import { idInLinks, steamImageIn, storedCurrency, storedJson } from '#sites/reading/elements.ts';
import { besideCard, centsFromMajor, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { namedBy, phasedName, rowsIn } from '#sites/reading/rows.ts';
import { at, type Fields, fieldsOf, isOtherApp, listAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/avanmarket.md. A link holds the slug of a row of the catalogue, an image the exact name or a row's picture. */

const host = String.raw`^https:\/\/(?:[a-z0-9-]+\.)*avan\.market\/v1\/api\/users\/`;
const cs2 = String.raw`catalog\/?\?(?=(?:[^#]*&)?app_id=730(?:&|$))`;
/** The query's currency 1 is the US dollar; the others are not known. */
const dollars = '(?:[^#]*&)?currency=1(?:&|$)';
const inDollars = new RegExp(`${host}${cs2}(?=${dollars})`);
const inOthers = new RegExp(`${host}${cs2}(?!${dollars})`);
const owned = new RegExp(`${host}inventory\\/?(?:\\?|$)`);

export const tap = defineTap({ urls: [inDollars, inOthers, owned] });

/** A row for each item; a card shows the first of the item's offers. */
function rowsFromCatalogue(body: unknown, code: 'USD' | undefined): readonly Row[] {
  const rows = listAt(body, 'data').flatMap((value): Row[] => {
    const { slugified_name, full_name, phase, sell_items } = fieldsOf(value);
    const [key, named] = [textOf(slugified_name), namedBy(full_name, phase)];
    const price = centsFromMajor(at(sell_items, '0', 'sell_price'));
    if (!key || !named) return [];
    return [{ key, ...named, ...(code && !price ? { kind: 'none' } : { listing: toMoney(price, code) }) }];
  });
  return mergeRows(rows);
}

/** The name of an own item, whose wear or finish is a field of its own. */
function ownName(fields: Fields): string | undefined {
  const base = textOf(fields['name']) ?? '';
  const quality = textOf(fields['quality'])?.trim();
  if (!quality) return buildName({ base });
  if (readWear(quality)) return buildName({ base, wear: quality });
  const isTyped = prefixedTypes.some((type) => base.startsWith(`${type} | `));
  return isTyped ? buildName({ base, finish: quality }) : undefined;
}

/** Items of several wears share a picture. */
function rowFromOwned(value: unknown): Row | undefined {
  const fields = fieldsOf(value);
  const picture = steamImageIn(textOf(fields['iconUrl']) ?? '');
  if (!picture) return undefined;
  const pictured = { key: `own ${picture}`, shared: true } as const;
  return isOtherApp(fields['appId']) ? { ...pictured, otherGame: true } : { ...pictured, item: ownName(fields) };
}

/** The small letters and digits of a name or slug. */
const compact = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace('stattraktm', 'stattrak');

/** The name in an image if the slug is made of it, for cards without a row. A phase may end the slug. */
function namedBySlug(names: readonly string[], slug: string): Omit<Row, 'key'> | undefined {
  const letters = compact(slug);
  const fitting = names.flatMap((name) => {
    const { item, phase } = phasedName(name, '');
    const start = compact(item);
    const rest = letters.startsWith(start) ? letters.slice(start.length) : undefined;
    const added = rest && hasPhases(item) ? readPhase(rest) : undefined;
    return start && (rest === '' || added) ? [{ item, phase: phase ?? added }] : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The currency that the page shows, stored as "USD" or as `{"name":"$ USD"}`; `undefined` when it is not stored. */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  const name = textOf(at(storedJson(document, 'currency'), 'name'));
  return /(?:^|\s)([A-Z]{3})$/.exec(name ?? '')?.[1] ?? storedCurrency(document, 'currency');
});

const pricePlace = '[class*="marketGunCardPrice"] span';

/** The print in the stored currency. */
function readListing(card: Element): ListingReading | undefined {
  const currency = shownCurrency(card.ownerDocument);
  const parse = (text: string) => parsePrinted(text, { currency, symbols: { $: 'USD' } });
  return currency ? printedListing(card, pricePlace, parse) : undefined;
}

/** In US dollars. The print counts where no such answer names the item: one without a price for it contradicts the print. */
function priceOf(card: Element, { listing: stated, kind }: Partial<Row> = {}): Told {
  if (kind === 'none') return { listing: undefined };
  return stated ? besideCard(stated, card, pricePlace, shownCurrency(card.ownerDocument)) : (readListing(card) ?? {});
}

/** The row of the card's link must have the name of an image, too. */
function readCard(card: Element, rows: Rows): Reading | undefined {
  const slug = idInLinks(card, /\/market\/cs\/([^/]+)\/?$/);
  const names = [...card.querySelectorAll('img')].flatMap((image) => image.getAttribute('alt') || []);
  if (!slug) return undefined;
  const row = rows.get(slug);
  const isNamed = names.some((name) => normaliseName(name) === normaliseName(row?.item ?? ''));
  const { item, phase } = (row ? isNamed && row : namedBySlug(names.filter(isPlausibleName), slug)) || {};
  return item ? { item, phase, ...priceOf(card, row) } : undefined;
}

/** A card of the user's own items; its price is the site's offer for the item, not a listing's. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const images = [...card.querySelectorAll('img')];
  const picture = single(images.flatMap((image) => steamImageIn(image.getAttribute('src') ?? '') ?? []));
  const row = rows.get(`own ${picture}`);
  if (row?.otherGame) return otherGame;
  const item = row?.item;
  return item && showsWear(card.textContent, item) ? { item, kind: 'none', assembled: true } : undefined;
}

export default defineSite({
  id: 'avanmarket',
  name: 'Avan.market',
  matches: ['https://avan.market/*'],
  optional: true,
  attributes: ['href', 'alt', 'src'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}\/)?market\/cs(?:\/page-\d+)?\/?$/,
      card: '[class*="marketArticlesContainer"] > [class*="cardHovered"]',
      mount: { after: '[class*="marketGunCardPrice"]' },
      read: readCard,
      readListing,
    },
    {
      // The user's pages have unknown addresses and known cards. A profile may be another user's.
      path: /^\/(?:[a-z]{2}\/)?(?:sell|inventory|account)(?:\/|$)/,
      kind: 'inventory',
      card: '[class*="ItemCard_container__"]',
      mount: { append: '[class*="ItemCard_itemContainerFooter__"]' },
      read: readOwnItem,
    },
  ],
  feeds: [
    { url: inDollars, read: (body) => rowsFromCatalogue(body, 'USD') },
    { url: inOthers, read: (body) => rowsFromCatalogue(body, undefined) },
    { url: owned, read: rowsIn(rowFromOwned) },
  ],
});
