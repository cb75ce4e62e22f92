import { defineSite, defineTap, type Reading, type Rows } from '#core/site.ts';
import { single } from '#sites/reading/single.ts';
import { readOffer, readOwnListing, readResult } from '#sites/steam/legacy-market.ts';
import { ownedCard, reactCard, readSteamState } from '#sites/steam/page-state.ts';

/**
 * Facts: src/sites/steam.md. Steam has two markets at the same addresses, never both on one page. Addresses and links of
 * the React market name groups of items, so only its components identify a card's item.
 */
export const tap = defineTap({ state: readSteamState });

/** A card of the React market, joined by the listing's id in its image's address; a recycled card has another id. */
function readReactCard(card: Element, rows: Rows): Reading | undefined {
  const styles = [...card.querySelectorAll('[style*="market_listings/"]')].map((image) => image.getAttribute('style'));
  const ids = styles.map((style) => /market_listings\/(?:[^"')]*\/)?730\/(\d+)(?:\/|["')])/.exec(style ?? '')?.[1]);
  const id = single(ids);
  const { item, listing } = (id && rows.get(`react:${id}`)) || {};
  return item ? { item, listing } : undefined;
}

/** An item in an inventory, which is not for sale; its element's id ends in the asset's id. */
function readOwnItem(card: Element, rows: Rows): Reading | undefined {
  const asset = /^(?:item)?730_\d+_(\d+)$/.exec(card.id)?.[1];
  const { item } = rows.get(`asset:${asset}`) ?? {};
  return item ? { item, kind: 'none' } : undefined;
}

const ownListing = '.market_listing_row[id^="mylisting_"]';
const owned = { card: ownedCard, mount: { append: ':scope' }, read: readOwnItem };
const mount = { append: '.market_listing_item_name_block' };

export default defineSite({
  id: 'steam',
  name: 'Steam Market',
  matches: ['https://steamcommunity.com/*'],
  attributes: ['data-hash-name', 'data-appid', 'href', 'id', 'style'],
  pages: [
    {
      path: /^\/market\/?(?:search\/?)?$/,
      card: `.market_listing_searchresult, ${ownListing}`,
      mount,
      read: (row, rows) => (row.matches(ownListing) ? readOwnListing(row, rows) : readResult(row, rows)),
    },
    {
      path: /^\/market\/listings\/730\//,
      card: `#searchResultsRows .market_listing_row[id^="listing_"], ${ownListing}`,
      mount,
      read: (row, rows) => (row.matches(ownListing) ? readOwnListing(row, rows) : readOffer(row, rows)),
    },
    { path: /^\/market\/listings\/730\//, card: reactCard, mount: { append: ':scope' }, read: readReactCard },
    { ...owned, path: /^\/(?:id|profiles)\/[^/]+\/inventory\/?$/, kind: 'inventory' },
    // Items of two people are not added up.
    { ...owned, path: /^\/tradeoffer\/[^/]+\/?$/ },
  ],
  tap,
});
