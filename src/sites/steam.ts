import { defineSite, defineTap, type Reading, type Rows } from '#core/site.ts';
import { readOffer, readOwn, readResult } from '#sites/steam/legacy-market.ts';
import { ownedCard, reactCard, readSteamState } from '#sites/steam/page-state.ts';

/**
 * Facts of this file: sites.md, 5. Steam has two markets at the same addresses, which never stand on one page. The
 * React market's addresses and links name groups of items, so only its components tell what a card shows.
 */
export const tap = defineTap({ state: readSteamState });

/** A card of the React market, known by the listing's id in its image's address; a recycled card has another. */
function readReactCard(card: Element, rows: Rows): Reading | undefined {
  const styles = [...card.querySelectorAll('[style*="market_listings/"]')].map((image) => image.getAttribute('style'));
  const ids = styles.map((style) => /market_listings\/(?:[^"')]*\/)?730\/(\d+)(?:\/|["')])/.exec(style ?? '')?.[1]);
  const [id, ...others] = new Set(ids);
  const { item, listing } = (id && others.length === 0 && rows.get(`react:${id}`)) || {};
  return item ? { item, listing } : undefined;
}

/** An item in an inventory: its element's id ends in the asset's. Nothing is asked for it. */
function readOwned(card: Element, rows: Rows): Reading | undefined {
  const asset = /^(?:item)?730_\d+_(\d+)$/.exec(card.id)?.[1];
  const { item } = rows.get(`asset:${asset}`) ?? {};
  return item ? { item, kind: 'none' } : undefined;
}

const own = '.market_listing_row[id^="mylisting_"]';
const owned = { card: ownedCard, mount: { append: ':scope' }, read: readOwned };
const mount = { append: '.market_listing_item_name_block' };

export default defineSite({
  id: 'steam',
  name: 'Steam Market',
  matches: ['https://steamcommunity.com/*'],
  attributes: ['data-hash-name', 'data-appid', 'href', 'id', 'style'],
  pages: [
    {
      path: /^\/market\/?(?:search\/?)?$/,
      card: `.market_listing_searchresult, ${own}`,
      mount,
      read: (row, rows) => (row.matches(own) ? readOwn(row, rows) : readResult(row, rows)),
    },
    {
      path: /^\/market\/listings\/730\//,
      card: `#searchResultsRows .market_listing_row[id^="listing_"], ${own}`,
      mount,
      read: (row, rows) => (row.matches(own) ? readOwn(row, rows) : readOffer(row, rows)),
    },
    { path: /^\/market\/listings\/730\//, card: reactCard, mount: { append: ':scope' }, read: readReactCard },
    { ...owned, path: /^\/(?:id|profiles)\/[^/]+\/inventory\/?$/, kind: 'inventory' },
    // Two people's items, which have no sum.
    { ...owned, path: /^\/tradeoffer\/[^/]+\/?$/ },
  ],
  tap,
});
