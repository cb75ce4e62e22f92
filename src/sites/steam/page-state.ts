import { decimalFromMinor, type Money } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import type { Row } from '#core/site.ts';
import { fieldsOf, idOf, textOf } from '#sites/reading/json.ts';
import { mergeRows, propsAround } from '#sites/reading/react-fibers.ts';

/** What Steam's pages know of themselves, in the page's own world: sites.md, 5. */

/** The React market's cards, whose grid is known by its style alone, for class names are generated. */
export const reactCard = 'div[style*="--grid-rows"]:has([style*="market_listings/"])';
/** An item in an inventory or in a trade. */
export const ownedCard = '.itemHolder > .item.app730';

/** Steam's numbers of currencies, from 1 on (its own enumeration, as SteamKit's ECurrencyCode has it). */
const currencies = (
  'USD GBP EUR CHF RUB PLN BRL JPY NOK IDR MYR PHP SGD THB VND KRW TRY UAH MXN CAD AUD NZD CNY INR CLP PEN COP ZAR ' +
  'HKD TWD SAR AED SEK ARS ILS BYN KZT KWD QAR CRC UYU'
).split(' ');

/** All that Steam's page holds of itself: the wallet's currency, listings of both markets, the inventory. */
export const readSteamState = (view: Window): readonly Row[] => [
  ...readWallet(view),
  ...readLegacyListings(view),
  ...readReactListings(view),
  ...readInventory(view),
];

const global = (view: Window, name: string): Readonly<Record<string, unknown>> => fieldsOf(Reflect.get(view, name));

/** The currency in which all prices are shown; without it nobody is signed in. */
function readWallet(view: Window): readonly Row[] {
  const currency = currencyOf(global(view, 'g_rgWalletInfo')['wallet_currency']);
  return currency ? [{ key: 'wallet', currency }] : [];
}

const currencyOf = (number: unknown): string | undefined =>
  typeof number === 'number' ? currencies[number - 1] : undefined;

/** Steam counts every currency in hundredths; the buyer pays the price and the fee. */
function priceOf(price: unknown, fee: unknown, number: unknown): Money | undefined {
  const currency = currencyOf(number);
  if (typeof price !== 'number' || typeof fee !== 'number' || price <= 0 || fee < 0) return undefined;
  const amount = decimalFromMinor(price + fee, 2);
  return amount && currency ? { amount, currency } : undefined;
}

/** Offers of the legacy market, by listing id: the price in the buyer's currency. */
function readLegacyListings(view: Window): readonly Row[] {
  const assets = fieldsOf(fieldsOf(global(view, 'g_rgAssets')['730'])['2']);
  return Object.entries(global(view, 'g_rgListingInfo')).map(([id, listing]) => {
    const { converted_price, converted_fee, converted_currencyid: currency, asset } = fieldsOf(listing);
    const number = typeof currency === 'number' ? currency - 2000 : undefined;
    const item = nameOf(assets[idOf(fieldsOf(asset)['id']) ?? '']);
    return { key: `listing:${id}`, item, listing: priceOf(converted_price, converted_fee, number) };
  });
}

/** Offers of the React market, by listing id; a page without a React root is the legacy market. */
function readReactListings(view: Window): readonly Row[] {
  if (global(view, 'SSR')['reactRoot'] === undefined) return [];
  const listings = [...view.document.querySelectorAll(reactCard)].flatMap((card) => propsAround(card, 'listing'));
  return mergeRows(
    listings.flatMap((value) => {
      const { listingid, unPrice, unFee, eCurrency, description } = fieldsOf(value);
      const id = idOf(listingid);
      return id ? [{ key: `react:${id}`, item: nameOf(description), listing: priceOf(unPrice, unFee, eCurrency) }] : [];
    }),
  );
}

/** Items of the inventory in front and those in it (trade-protected ones are in one of their own), by asset id. */
function readInventory(view: Window): readonly Row[] {
  const active = global(view, 'g_ActiveInventory');
  const inventories = [active, ...Object.values(fieldsOf(active['m_rgChildInventories']))];
  const assets = inventories.map((inventory) => fieldsOf(fieldsOf(inventory)['m_rgAssets']));
  return [...view.document.querySelectorAll(ownedCard)].flatMap(({ id }) => {
    const asset = id.replace(/^.*_/, '');
    const names = new Set(assets.flatMap((known) => nameOf(fieldsOf(known[asset])['description']) ?? []));
    const [item, ...others] = names;
    return item && others.length === 0 ? [{ key: `asset:${asset}`, item }] : [];
  });
}

/** The exact name that a description of this game's item states. */
function nameOf(description: unknown): string | undefined {
  const { appid, market_hash_name } = fieldsOf(description);
  const name = textOf(market_hash_name);
  const isOtherGame = appid !== undefined && idOf(appid) !== '730';
  return name && isPlausibleName(name) && !isOtherGame ? name : undefined;
}
