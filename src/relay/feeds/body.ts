import * as z from 'zod/mini';
import { isObject } from '#core/asks/guards.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { checkJsonBounds } from '#protocol/json-bounds.ts';
import { envelopes, filterableBody, readAmount } from '#protocol/relay-bodies.ts';
import { areMostlyBad, countRows, rowChecks } from '#protocol/row-check.ts';
import type { PriceEndpoint, PriceRange } from '#relay/feeds/extension-sources.ts';
import { type ObservedPrices, observePrices } from '#relay/history/observed-prices.ts';

export interface BodySummary {
  /** Of `/api/prices`, only items with a price of a market that was asked for. */
  readonly itemCount: number;
  /** The body's `updated_at` in ms since 1970, if it has a readable one. */
  readonly updatedAt?: number | undefined;
  readonly prices?: ObservedPrices | undefined;
}

/** @throws TypeError or SyntaxError unless the bytes are UTF-8 and JSON within the bounds */
function parseJson(bytes: Bytes): unknown {
  checkJsonBounds(bytes);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/**
 * Checks a decoded body against the envelope and the rows of its endpoint (src/protocol/price-api.md).
 * @param markets those that were asked for; `undefined` for all
 * @param observed the markets whose prices are read as well
 * @throws SyntaxError, TypeError or ZodError when it is not JSON of that shape
 */
export function inspectBody(
  bytes: Bytes,
  endpoint: PriceEndpoint,
  markets?: readonly string[],
  observed: readonly MarketId[] = [],
): BodySummary {
  const { items, updated_at = '' } = envelopes[endpoint].parse(parseJson(bytes));
  const counts = countRows(items, (row) => rowChecks[endpoint](row, markets));
  if (areMostlyBad(counts)) throw new TypeError(`${counts.bad} of ${counts.rows} rows do not fit`);
  const updatedAt = Date.parse(updated_at);
  const isObserved = observed.length > 0 && endpoint !== 'csgoroll';
  return {
    itemCount: counts.good,
    updatedAt: Number.isFinite(updatedAt) ? updatedAt : undefined,
    ...(isObserved && { prices: observePrices(items, endpoint, observed) }),
  };
}

/**
 * Keeps the items whose cheapest price is in the range (src/protocol/price-api.md, "Filters"), and the whole envelope.
 * An item without a price is dropped. Coins are not cents: a CSGORoll entry counts on its own endpoint only.
 */
export function filterByPrice(bytes: Bytes, endpoint: PriceEndpoint, { min, max }: PriceRange): Bytes {
  const body = filterableBody.parse(parseJson(bytes));
  const isInRange = ([, entry]: [string, unknown]): boolean => {
    const price = endpoint === 'csgoroll' ? readAmount(entry, 'coins') : cheapestCents(entry);
    return price !== undefined && price >= min && price <= max;
  };
  const items = Object.fromEntries(Object.entries(body.items).filter(isInRange));
  return new TextEncoder().encode(JSON.stringify({ ...body, items }));
}

function cheapestCents(entry: unknown): number | undefined {
  if (!isObject(entry)) return undefined;
  const prices = Object.values(entry).flatMap((market) => readAmount(market, 'price') ?? []);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** Whether an error means that a body is malformed. Any other error is a fault of the relay. */
export const isMalformed = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof z.core.$ZodError;

/** Work on whole bodies, which may be too long for an event loop. */
export const bodyWork = { inspect: inspectBody, filterByPrice };

export type BodyWork = typeof bodyWork;

/** The same, off the event loop. Rejects with a TypeError, SyntaxError or ZodError for a malformed body. */
export type BodyProcessor = {
  readonly [K in keyof BodyWork]: (...args: Parameters<BodyWork[K]>) => Promise<ReturnType<BodyWork[K]>>;
};
