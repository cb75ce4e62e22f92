import { mergeRows } from '#core/merge-rows.ts';
import { decimalFromMinor, hundredths, type Money } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import type { Row } from '#core/site.ts';
import { fieldsOf, idOf, textOf } from '#sites/reading/json.ts';
import { toMoney } from '#sites/reading/listed-price.ts';
import { liveField } from '#sites/reading/live-field.ts';
import { propsAround } from '#sites/reading/react-fibers.ts';
import { single } from '#sites/reading/single.ts';
import { attachedOf } from '#sites/steam/attached-in-description.ts';

/** Steam's globals and component state, read in the page's own world (src/sites/steam.md). */

/** A screenshot of a listing, or the picture that all equal items share. */
const picture = ':is([style*="market_listings/"], [style*="economy/image/"], img[src*="economy/image/"])';
/** The React market's cards; class names are generated, so the style identifies their grid. */
export const reactCard = `div[style*="--grid-rows"]:has(${picture})`;
/** The dialog of one listing, which need not be in the list. A card in it is a card. */
export const reactDialog = `dialog:has(${picture}):not(:has([style*="--grid-rows"] ${picture}))`;

/** The key of a listing without a screenshot: its picture and what the buyer pays. */
export const pictureKey = (picture: string, { amount }: Money): string => `picture:${picture} ${hundredths(amount)}`;
/** An item in an inventory. */
export const ownedCard = '.itemHolder > .item.app730';
/** An item in a slot of a trade offer. */
export const offeredCard = '.trade_slot .slot_inner > .item.app730';

/** Steam's currencies by number, from 1 on (SteamKit's enumeration ECurrencyCode). */
const currencies = (
  'USD GBP EUR CHF RUB PLN BRL JPY NOK IDR MYR PHP SGD THB VND KRW TRY UAH MXN CAD AUD NZD CNY INR CLP PEN COP ZAR ' +
  'HKD TWD SAR AED SEK ARS ILS BYN KZT KWD QAR CRC UYU'
).split(' ');

/** The wallet's currency, listings of both markets, and the inventory. */
export const readSteamState = (view: Window): readonly Row[] => [
  ...readWallet(view),
  ...readLegacyListings(view),
  ...readReactListings(view),
  ...readInventory(view),
];

const global = (view: Window, name: string): Readonly<Record<string, unknown>> => fieldsOf(Reflect.get(view, name));

/** The currency of all shown prices, if the user is signed in. */
function readWallet(view: Window): readonly Row[] {
  const currency = currencyOf(global(view, 'g_rgWalletInfo')['wallet_currency']);
  return currency ? [{ key: 'wallet', currency }] : [];
}

const currencyOf = (number: unknown): string | undefined =>
  typeof number === 'number' ? currencies[number - 1] : undefined;

/** The buyer's price with the fee; Steam counts every currency in hundredths. */
function priceOf(price: unknown, fee: unknown, number: unknown): Money | undefined {
  const currency = currencyOf(number);
  if (typeof price !== 'number' || typeof fee !== 'number' || price <= 0 || fee < 0) return undefined;
  return toMoney(decimalFromMinor(price + fee, 2), currency);
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
    return { key: `listing:${id}`, item, listing: price, ...attachedOf(description) };
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
      const { listingid, unPrice, unFee, unPricePerUnit, unFeePerUnit, eCurrency, description } = fieldsOf(value);
      const [id, icon] = [idOf(listingid), textOf(fieldsOf(description)['icon_url'])];
      // A listing of several units costs more than one of them, which is what Steam prints.
      const isOneUnit = (unPricePerUnit ?? unPrice) === unPrice && (unFeePerUnit ?? unFee) === unFee;
      const listing = isOneUnit ? priceOf(unPrice, unFee, eCurrency) : undefined;
      const row = { item: nameOf(description), listing };
      const attached = attachedOf(description);
      // Equal items share a picture, whatever is attached to them.
      return [
        ...(id ? [{ key: `react:${id}`, ...row, ...attached }] : []),
        ...(icon && row.listing ? [{ key: pictureKey(icon, row.listing), shared: true as const, ...row }] : []),
      ];
    }),
  );
}

/** Items of the open inventory and its child inventories (such as trade-protected items), by asset id. */
function readInventory(view: Window): readonly Row[] {
  const active = global(view, 'g_ActiveInventory');
  const inventories = [active, ...Object.values(fieldsOf(active['m_rgChildInventories']))];
  const assets = inventories.map((inventory) => fieldsOf(fieldsOf(inventory)['m_rgAssets']));
  return [...view.document.querySelectorAll(`${ownedCard}, ${offeredCard}`)].flatMap(({ id }) => {
    const [, context = '', asset = ''] = /730_(\d+)_(\d+)$/.exec(id) ?? [];
    const inventoried = assets.map((known) => fieldsOf(known[asset])['description']);
    const descriptions = [...inventoried, ...offeredAssets(view, context, asset)].filter((known) => nameOf(known));
    const item = single(descriptions.map(nameOf));
    return item ? [{ key: `asset:${asset}`, item, ...attachedOf(descriptions[0]) }] : [];
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

/** The exact name in the description of a CS2 item. */
function nameOf(description: unknown): string | undefined {
  const { appid, market_hash_name } = fieldsOf(description);
  const name = textOf(market_hash_name);
  const isOtherGame = appid !== undefined && idOf(appid) !== '730';
  return name && isPlausibleName(name) && !isOtherGame ? name : undefined;
}
