import * as z from 'zod/mini';
import { envelopes, filterableBody, readAmount } from '#protocol/relay-bodies.ts';
import type { Bounds, Shape } from '#relay/http/query.ts';

/** Bytes of a memory of their own, as responses take them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What the relay has to know of a body. */
export interface Inspected {
  /** How many items it holds. */
  readonly items: number;
  /** Its `updated_at` in ms since 1970, where it has one that can be read. */
  readonly updatedAt?: number | undefined;
}

/** Work on whole bodies: long enough that a server does it off its event loop. */
export interface Bodies {
  /** Rejects when the bytes are not JSON of the shape. */
  readonly inspect: (bytes: Bytes, shape: Shape) => Promise<Inspected>;
  /** The same body with only the items inside the bounds. */
  readonly narrow: (bytes: Bytes, shape: Shape, bounds: Bounds) => Promise<Bytes>;
}

/** Reads UTF-8 JSON strictly; throws on anything else. */
const readJson = (bytes: Bytes): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/**
 * Judges a decoded body of the price API by the envelope of its endpoint (price-api.md).
 * @throws SyntaxError, TypeError or ZodError when it is not JSON of that shape
 */
export function inspect(bytes: Bytes, shape: Shape): Inspected {
  const { items, updated_at = '' } = envelopes[shape].parse(readJson(bytes));
  const updatedAt = Date.parse(updated_at);
  return { items: Object.keys(items).length, updatedAt: Number.isFinite(updatedAt) ? updatedAt : undefined };
}

/**
 * Keeps the items whose cheapest price lies inside the bounds (price-api.md, "Filter rules"); the envelope stays.
 * An item without a price falls out. Coins are no cents: a CSGORoll entry counts only on its own endpoint.
 */
export function narrow(bytes: Bytes, shape: Shape, bounds: Bounds): Bytes {
  const body = filterableBody.parse(readJson(bytes));
  const within = ([, entry]: [string, Record<string, unknown>]): boolean => {
    const price = shape === 'csgoroll' ? readAmount(entry, 'coins') : cheapest(entry);
    return price !== undefined && price >= bounds.min && price <= bounds.max;
  };
  const items = Object.fromEntries(Object.entries(body.items).filter(within));
  return new TextEncoder().encode(JSON.stringify({ ...body, items }));
}

/** The lowest price in cents among an item's markets. */
function cheapest(entry: Record<string, unknown>): number | undefined {
  const prices = Object.values(entry).flatMap((market) => readAmount(market, 'price') ?? []);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** Both works on the caller's own thread. */
export const inlineBodies: Bodies = {
  inspect: async (bytes, shape) => inspect(bytes, shape),
  narrow: async (bytes, shape, bounds) => narrow(bytes, shape, bounds),
};

/** Whether an error means that a body is not what it should be, rather than that the relay is broken. */
export const isMalformed = (error: unknown): boolean =>
  error instanceof SyntaxError || error instanceof TypeError || error instanceof z.core.$ZodError;
