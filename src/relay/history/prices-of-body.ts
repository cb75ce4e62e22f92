import { isObject } from '#core/guards.ts';
import { type MarketId, markets, type ReferenceMarket } from '#core/markets.ts';
import { maxPriceCents } from '#protocol/price-api.ts';
import { envelopes, readAmount } from '#protocol/relay-bodies.ts';
import type { PricesByName } from '#relay/history/record.ts';
import type { PriceEndpoint } from '#relay/price-query.ts';

/** The price API's fields of the reference markets (src/protocol/price-api.md, "get-partner-prices"). */
const partnerFields: Readonly<Record<ReferenceMarket, string>> = {
  buff163: 'price_buff',
  youpin: 'price_uu',
  csfloat: 'price_csfloat',
};

/** The look at one body that the relay has accepted. */
export interface RecordedBody {
  readonly bytes: Uint8Array;
  readonly endpoint: Exclude<PriceEndpoint, 'csgoroll'>;
  readonly markets: readonly MarketId[];
}

/**
 * The prices of markets in a body, by market and item name; 0 and anything that is no price is absent.
 * @throws SyntaxError, TypeError or ZodError for a body of another shape
 */
export function pricesOfBody({ bytes, endpoint, markets: wanted }: RecordedBody): Map<MarketId, PricesByName> {
  const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const { items } = envelopes[endpoint].parse(body);
  const read = (market: MarketId) => (endpoint === 'partner' ? partnerPrice(market) : marketPrice(market));
  return new Map(wanted.map((market) => [market, readPrices(items, read(market))]));
}

type ReadPrice = (row: unknown) => number | undefined;

function readPrices(items: Readonly<Record<string, unknown>>, read: ReadPrice): PricesByName {
  const prices = new Map<string, number>();
  for (const [name, row] of Object.entries(items)) {
    const price = read(row);
    if (price !== undefined && Number.isInteger(price) && price > 0 && price <= maxPriceCents) prices.set(name, price);
  }
  return prices;
}

function partnerPrice(market: MarketId): ReadPrice {
  const field = market in partnerFields ? partnerFields[market as ReferenceMarket] : undefined;
  return (row) => {
    const price = field && isObject(row) ? row[field] : undefined;
    return typeof price === 'number' ? price : undefined;
  };
}

/** Coins are recorded in hundredths. */
const marketPrice =
  (market: MarketId): ReadPrice =>
  (row) => {
    const entry = isObject(row) ? row[market] : undefined;
    if (markets[market].unit === 'cents') return readAmount(entry, 'price');
    const coins = readAmount(entry, 'coins');
    return coins === undefined ? undefined : Math.round(coins * 100);
  };
