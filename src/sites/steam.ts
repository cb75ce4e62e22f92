import { defineSite, defineTap, type Reading, type Row, type Rows } from '#core/site.ts';
import { leavesOf } from '#sites/reading/elements.ts';
import { single } from '#sites/reading/single.ts';
import { printedPrice, readOffer, readOwnListing, readResult } from '#sites/steam/legacy-market.ts';
import { offeredCard, ownedCard, pictureKey, reactCard, reactDialog, readSteamState } from '#sites/steam/page-state.ts';

/**
 * Facts: src/sites/steam.md. Steam has two markets at the same addresses, never both on one page. Addresses and links of
 * the React market name groups of items, so only its components identify a card's item.
 */
export const tap = defineTap({ state: readSteamState });

/** A card or a dialog of the React market, joined by the listing's id in its screenshot's address; a recycled card has another id. */
function readReactCard(card: Element, rows: Rows): Reading | undefined {
  const addresses = [...card.querySelectorAll('[style*="url("], img[src]')].map(
    (picture) => `${picture.getAttribute('src') ?? ''} ${picture.getAttribute('style') ?? ''}`,
  );
  const shots = addresses.filter((address) => address.includes('market_listings/'));
  const ids = shots.map((shot) => /market_listings\/(?:[^"')]*\/)?730\/(\d+)(?:\/|["')])/.exec(shot)?.[1]);
  const row = shots.length > 0 ? rows.get(`react:${single(ids)}`) : rowOfPicture(card, addresses, rows);
  return row?.item ? { item: row.item, listing: row.listing, attached: row.attached } : undefined;
}

/** The one row whose picture and price a card without a screenshot shows. Items of other wears may share both. */
function rowOfPicture(card: Element, addresses: readonly string[], rows: Rows): Row | undefined {
  const pictures = addresses.flatMap((address) => /economy\/image\/([\w-]+)/.exec(address)?.[1] ?? []);
  const prices = leavesOf(card).flatMap((leaf) => printedPrice(leaf, rows) ?? []);
  const known = pictures.flatMap((picture) => prices.flatMap((price) => rows.get(pictureKey(picture, price)) ?? []));
  const [row] = known;
  const agrees = known.every(({ item, listing }) => item === row?.item && listing?.amount === row?.listing?.amount);
  return agrees && prices.some(({ currency }) => currency === row?.listing?.currency) ? row : undefined;
}

/** An item in an inventory, which is not for sale; its element's id ends in the asset's id. */
function readOwnItem(card: Element, rows: Rows): Reading | undefined {
  const asset = /^(?:item)?730_\d+_(\d+)$/.exec(card.id)?.[1];
  const { item, attached } = rows.get(`asset:${asset}`) ?? {};
  return item ? { item, kind: 'none', attached } : undefined;
}

const ownListing = '.market_listing_row[id^="mylisting_"]';
const owned = { card: ownedCard, mount: { append: ':scope' }, read: readOwnItem };
const mount = { append: '.market_listing_item_name_block' };

export default defineSite({
  id: 'steam',
  name: 'Steam Market',
  matches: ['https://steamcommunity.com/*'],
  attributes: ['data-hash-name', 'data-appid', 'href', 'id', 'src', 'style'],
  pages: [
    { path: /^\/market\/?$/, kind: 'listings', card: ownListing, mount, read: readOwnListing },
    { path: /^\/market\/?(?:search\/?)?$/, card: '.market_listing_searchresult', mount, read: readResult },
    {
      path: /^\/market\/listings\/730\//,
      card: `#searchResultsRows .market_listing_row[id^="listing_"], ${ownListing}`,
      mount,
      read: (row, rows) => (row.matches(ownListing) ? readOwnListing(row, rows) : readOffer(row, rows)),
    },
    {
      path: /^\/market\/listings\/730\//,
      card: `${reactCard}, ${reactDialog}`,
      mount: { append: ':scope' },
      read: readReactCard,
    },
    {
      ...owned,
      path: /^\/(?:id|profiles)\/[^/]+\/inventory\/?$/,
      kind: 'inventory',
      sumsBefore: '#inventories',
    },
    // Items of two people are not added up.
    {
      ...owned,
      path: /^\/tradeoffer\/[^/]+\/?$/,
      card: `${ownedCard}, ${offeredCard}`,
      offer: { give: '#trade_yours', get: '#trade_theirs', item: '.item', before: '#trade_yours' },
    },
  ],
});
