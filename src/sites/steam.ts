import { parseJson } from '#core/asks/parse-json.ts';
import { isPlausibleName } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import { type CardReading, defineSite, defineTap, type Row, type Rows } from '#core/site.ts';
import { leavesOf } from '#sites/reading/elements.ts';
import { centsFromHundredths, toMoney } from '#sites/reading/listed-price.ts';
import { liveField } from '#sites/reading/live-field.ts';
import { propsAround } from '#sites/reading/react-fibers.ts';
import { joinedReading } from '#sites/reading/rows.ts';
import { at, type Fields, fieldsOf, idOf, isOtherApp, single, textOf } from '#sites/reading/values.ts';
import { attachedOf, lockOf, wornBy } from '#sites/steam/description.ts';
import { printedPrice, readOffer, readOwnListing, readPrint, readResult } from '#sites/steam/legacy-market.ts';

/** Facts: src/sites/steam.md. Two markets share addresses; the React market's name groups, so only components identify an item. */

/** A screenshot of a listing, or the picture that all equal items share. */
const picture = ':is([style*="market_listings/"], [style*="economy/image/"], img[src*="economy/image/"])';
/** The React market's cards; class names are generated, so the style identifies their grid. */
const reactCard = `div[style*="--grid-rows"]:has(${picture})`;
/** The dialog of one listing, which need not be in the list. A card in it is a card. */
const reactDialog = `dialog:has(${picture}):not(:has([style*="--grid-rows"] ${picture}))`;

/** The key of a listing without a screenshot: its picture and what the buyer pays. */
const pictureKey = (picture: string, { cents }: Money): string => `picture:${picture} ${cents}`;
const ownedCard = '.itemHolder > .item.app730';
/** An item in a slot of a trade offer. */
const offeredCard = '.trade_slot .slot_inner > .item.app730';

/** Steam's currencies by number, from 1 on (SteamKit's enumeration ECurrencyCode). */
const currencies =
  'USD GBP EUR CHF RUB PLN BRL JPY NOK IDR MYR PHP SGD THB VND KRW TRY UAH MXN CAD AUD NZD CNY INR CLP PEN COP ZAR ' +
  'HKD TWD SAR AED SEK ARS ILS BYN KZT KWD QAR CRC UYU';

export const tap = defineTap({
  state: (view) =>
    [readWallet, readLegacyListings, readReactListings, readOrderBook, readInventory].flatMap((read) => read(view)),
});

const global = (view: Window, name: string): Fields => fieldsOf(Reflect.get(view, name));

/** The currency of all shown prices, if the user is signed in. */
const readWallet = (view: Window): readonly Row[] => [
  { key: 'wallet', currency: currencyOf(global(view, 'g_rgWalletInfo')['wallet_currency']) },
];

const currencyOf = (number: unknown): string | undefined =>
  typeof number === 'number' ? currencies.split(' ')[number - 1] : undefined;

/** The buyer's price with the fee; Steam counts every currency in hundredths. */
function priceOf(price: unknown, fee: unknown, number: unknown): Money | undefined {
  const currency = currencyOf(number);
  if (typeof price !== 'number' || typeof fee !== 'number' || price <= 0 || fee < 0) return undefined;
  return toMoney(centsFromHundredths(price + fee), currency);
}

/** Offers of the legacy market, by listing id, with prices in the buyer's currency. */
function readLegacyListings(view: Window): readonly Row[] {
  const assets = fieldsOf(fieldsOf(global(view, 'g_rgAssets')['730'])['2']);
  return Object.entries(global(view, 'g_rgListingInfo')).map(([id, listing]) => {
    const { converted_price, converted_fee, converted_currencyid: currency, asset } = fieldsOf(listing);
    const number = typeof currency === 'number' ? currency - 2000 : undefined;
    const description = assets[idOf(fieldsOf(asset)['id']) ?? ''];
    const item = nameOf(description);
    const price = priceOf(converted_price, converted_fee, number);
    const piece = { ...attachedOf(description), ...wornBy(at(description, 'asset_properties')) };
    return { key: `listing:${id}`, item, listing: price, ...piece };
  });
}

/** Offers of the React market, by listing id; a page without a React root belongs to the legacy market. */
function readReactListings(view: Window): readonly Row[] {
  if (global(view, 'SSR')['reactRoot'] === undefined) return [];
  const shown = [...view.document.querySelectorAll(reactDialog)].flatMap((dialog) => [
    ...dialog.querySelectorAll(picture),
  ]);
  const holders = [...view.document.querySelectorAll(reactCard), ...shown];
  const listings = new Set(holders.flatMap((holder) => propsAround(holder, 'listing')));
  return mergeRows(
    [...listings].flatMap((value) => {
      const { listingid, unPrice, unFee, unPricePerUnit, unFeePerUnit, eCurrency, description, asset } =
        fieldsOf(value);
      const [id, icon] = [idOf(listingid), textOf(fieldsOf(description)['icon_url'])];
      // A listing of several units costs more than one of them, which is what Steam prints.
      const isOneUnit = (unPricePerUnit ?? unPrice) === unPrice && (unFeePerUnit ?? unFee) === unFee;
      const listing = isOneUnit ? priceOf(unPrice, unFee, eCurrency) : undefined;
      const row = { item: nameOf(description), listing };
      const piece = { ...attachedOf(description), ...wornBy(at(asset, 'asset_properties')) };
      // Equal items share a picture, whatever is attached to them and however worn they are.
      return [
        ...(id ? [{ key: `react:${id}`, ...row, ...piece }] : []),
        ...(icon && row.listing ? [{ key: pictureKey(icon, row.listing), shared: true as const, ...row }] : []),
      ];
    }),
  );
}

const bookOf = /\["market","orderbook",(\d+),("(?:[^"\\]|\\.)*")\]/g;
const bestOf = /"amtMaxBuyOrder":(\d+),"amtMinSellOrder":(\d+),"eCurrency":(\d+)/g;

/** The highest order for the item in focus. The data with which the page came may be megabytes of sales: they are not parsed. */
function readOrderBook(view: Window): readonly Row[] {
  const data = String(at(global(view, 'SSR'), 'renderContext', 'queryData'));
  const [, app, name = ''] = single(data.matchAll(bookOf)) ?? [];
  const [buys, sells = 0, currency] = (single(data.matchAll(bestOf)) ?? []).slice(1).map(Number);
  const bid = priceOf(buys, 0, currency);
  // A bid above the lowest ask would have met it.
  const isSound = bid && bid.cents <= sells && app === '730';
  return isSound ? [{ key: `book:${parseJson(name)}`, facts: { bid, since: view.performance.timeOrigin } }] : [];
}

/** Items of the open inventory and its child inventories (such as trade-protected items), by asset id. */
function readInventory(view: Window): readonly Row[] {
  const active = global(view, 'g_ActiveInventory');
  const inventories = [active, ...Object.values(fieldsOf(active['m_rgChildInventories']))];
  return [...view.document.querySelectorAll(`${ownedCard}, ${offeredCard}`)].flatMap(({ id }) => {
    const [, context = '', asset = ''] = /730_(\d+)_(\d+)$/.exec(id) ?? [];
    const inventoried = inventories.map((inventory) => at(inventory, 'm_rgAssets', asset, 'description'));
    const offered = offeredAssets(view, context, asset);
    const descriptions = [...inventoried, ...offered].filter((known) => nameOf(known));
    const item = single(descriptions.map(nameOf));
    if (!item) return [];
    const properties = [
      ...inventories.map((inventory) => at(inventory, 'm_rgAssetProperties', asset)),
      ...[...descriptions, ...offered].map((known) => at(known, 'asset_properties')),
    ];
    const piece = {
      ...attachedOf(descriptions[0]),
      ...wornBy(...properties),
      locked: lockOf(descriptions[0], context),
    };
    return [{ key: `asset:${asset}`, item, ...piece }];
  });
}

/** The page's own record of an item that either side of a trade offer owns. */
function offeredAssets(view: Window, context: string, asset: string): readonly unknown[] {
  return ['UserYou', 'UserThem'].flatMap((name) => {
    const user: unknown = Reflect.get(view, name);
    const find = liveField(user, 'findAsset');
    const found: unknown = typeof find === 'function' ? Reflect.apply(find, user, [730, context, asset]) : undefined;
    return found ? [found] : [];
  });
}

function nameOf(description: unknown): string | undefined {
  const { appid, market_hash_name } = fieldsOf(description);
  const name = textOf(market_hash_name);
  return name && isPlausibleName(name) && !isOtherApp(appid) ? name : undefined;
}

/** A card or a dialog of the React market, joined by the listing's id in its screenshot's address; a recycled card has another id. */
function readReactCard(card: Element, rows: Rows): CardReading {
  const addresses = [...card.querySelectorAll('[style*="url("], img[src]')].map(
    (picture) => `${picture.getAttribute('src') ?? ''} ${picture.getAttribute('style') ?? ''}`,
  );
  const shots = addresses.filter((address) => address.includes('market_listings/'));
  const ids = shots.map((shot) => /market_listings\/(?:[^"')]*\/)?730\/(\d+)(?:\/|["')])/.exec(shot)?.[1]);
  const prints = leavesOf(card).flatMap((leaf) => printedPrice(leaf, rows) ?? []);
  const row = shots.length > 0 ? rows.get(`react:${single(ids)}`) : rowOfPicture(addresses, prints, rows);
  return joinedReading(row, ({ item, listing }) => ({
    listing,
    printed: prints,
    facts: rows.get(`book:${item}`)?.facts,
  }));
}

/** The one row whose picture and price a card without a screenshot shows. Items of other wears may share both. */
function rowOfPicture(addresses: readonly string[], prices: readonly Money[], rows: Rows): Row | undefined {
  const pictures = addresses.flatMap((address) => /economy\/image\/([\w-]+)/.exec(address)?.[1] ?? []);
  const known = pictures.flatMap((picture) => prices.flatMap((price) => rows.get(pictureKey(picture, price)) ?? []));
  const [row] = known;
  const agrees = known.every(({ item, listing }) => item === row?.item && listing?.cents === row?.listing?.cents);
  return agrees && prices.some(({ currency }) => currency === row?.listing?.currency) ? row : undefined;
}

/** An item in an inventory, which is not for sale; its element's id ends in the asset's id. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const asset = /^(?:item)?730_\d+_(\d+)$/.exec(card.id)?.[1];
  return joinedReading(rows.get(`asset:${asset}`), () => ({ kind: 'none' }));
}

const ownListing = '.market_listing_row[id^="mylisting_"]';
// No kind of page spreads another object: the tap, which needs none of them, would keep it.
const mount = { append: '.market_listing_item_name_block' };

export default defineSite({
  id: 'steam',
  name: 'Steam Market',
  matches: ['https://steamcommunity.com/*'],
  unsureNames: /^(?:★ (?!StatTrak)|Music Kit \| )[^|]*$/,
  attributes: ['data-hash-name', 'data-appid', 'href', 'id', 'src', 'style'],
  pages: [
    { path: /^\/market\/?$/, kind: 'listings', card: ownListing, mount, read: readOwnListing, readListing: readPrint },
    {
      path: /^\/market\/?(?:search\/?)?$/,
      card: '.market_listing_searchresult',
      mount,
      read: readResult,
      readListing: readPrint,
    },
    {
      path: /^\/market\/listings\/730\//,
      card: `#searchResultsRows .market_listing_row[id^="listing_"], ${ownListing}`,
      mount,
      read: (row, rows) => (row.matches(ownListing) ? readOwnListing(row, rows) : readOffer(row, rows)),
      readListing: readPrint,
    },
    {
      path: /^\/market\/listings\/730\//,
      card: `${reactCard}, ${reactDialog}`,
      read: readReactCard,
      readListing: readPrint,
    },
    {
      path: /^\/(?:id|profiles)\/[^/]+\/inventory\/?$/,
      kind: 'inventory',
      card: ownedCard,
      read: readOwnItem,
      sumsBefore: '#inventories',
    },
    // Items of two people are not added up.
    {
      path: /^\/tradeoffer\/[^/]+\/?$/,
      card: `${ownedCard}, ${offeredCard}`,
      read: readOwnItem,
      offer: { give: '#trade_yours', get: '#trade_theirs', item: '.item', before: '#trade_yours' },
    },
  ],
});
