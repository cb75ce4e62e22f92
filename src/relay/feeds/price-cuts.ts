import { isObject } from '#core/asks/guards.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { endOfString } from '#protocol/json-bounds.ts';
import { isWithin, type PriceBounds } from '#protocol/price-query.ts';
import { readAmount } from '#protocol/relay-bodies.ts';

export type PriceCuts = ReturnType<typeof findCuts>;

/**
 * Where the items of a body are and what each costs: a cut by price copies bytes and parses nothing. Coins count on their own
 * endpoint alone. @throws TypeError if items are told twice: readers take the last
 */
export function findCuts(bytes: Bytes, items: Readonly<Record<string, unknown>>, isCoins: boolean) {
  const told: ReturnType<typeof membersOf>[] = [];
  membersOf(bytes, bytes.indexOf(openObject), (name, end) => {
    if (textAt(bytes, name) !== 'items') return end;
    told.push(membersOf(bytes, bytes.indexOf(openObject, end)));
    return told.at(-1)?.end ?? end;
  });
  const [found, another] = told;
  if (!found || another) throw new TypeError('the items are not told once');
  const { start, names, ends } = found;
  const priceOf = (entry: unknown) => (isCoins ? readAmount(entry, 'coins') : cheapestCents(entry)) ?? Number.NaN;
  const entries = Object.values(items);
  // A name that is told twice, or is a number, stands elsewhere. Decoding all names takes longer than finding them.
  const isInOrder = entries.length === names.length && !/^\d+$/.test(Object.keys(items)[0] ?? '');
  const inPlace = isInOrder ? entries : names.map((name) => items[textAt(bytes, name)]);
  return {
    start: start + 1,
    /** Where each item ends. The comma before an item belongs to it. */
    ends: Uint32Array.from(ends),
    /** The cheapest price of each: cents, or coins on `/api/csgoroll-prices`; NaN: none. */
    prices: Float64Array.from(inPlace, priceOf),
  };
}

const decoder = new TextDecoder();

const textAt = (bytes: Bytes, at: number): string =>
  JSON.parse(decoder.decode(bytes.subarray(at, endOfString(bytes, at + 1) + 1)));

function cheapestCents(entry: unknown): number | undefined {
  if (!isObject(entry)) return undefined;
  let cheapest = Infinity;
  for (const market in entry) cheapest = Math.min(cheapest, readAmount(entry[market], 'price') ?? Infinity);
  return cheapest < Infinity ? cheapest : undefined;
}

const [quote, comma] = [0x22, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where names begin, and members and the object end. `skip` says where to go on after the name of a member. */
function membersOf(bytes: Bytes, start: number, skip = (_name: number, end: number) => end) {
  const [names, ends]: [number[], number[]] = [[], []];
  let [depth, at] = [0, start];
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const [name, isName] = [at, depth === 1 && names.length === ends.length];
      at = endOfString(bytes, at + 1);
      if (!isName) continue;
      names.push(name);
      at = skip(name, at);
    } else if (byte === comma) {
      if (depth === 1) ends.push(at);
    } else if (byte === openObject || byte === openList) {
      depth++;
    } else if (byte === closeObject || byte === closeList) {
      if (--depth > 0) continue;
      if (names.length > ends.length) ends.push(at);
      break;
    }
  }
  return { start, names, ends, end: at };
}

export function cutByPrice(bytes: Bytes, { start, ends, prices }: PriceCuts, bounds: PriceBounds): Bytes {
  const parts: Bytes[] = [bytes.subarray(0, start)];
  /** Where the items that are kept now began; none: -1. */
  let from = -1;
  const take = (to: number): void => {
    // Before the first that is kept stands no comma.
    if (from >= 0) parts.push(bytes.subarray(parts.length > 1 ? from : bytes.indexOf(quote, from), to));
    from = -1;
  };
  for (const [at, price] of prices.entries()) {
    const begin = at === 0 ? start : (ends[at - 1] ?? start);
    if (!isWithin(price, bounds)) take(begin);
    else if (from < 0) from = begin;
  }
  const end = ends.at(-1) ?? start;
  take(end);
  return Buffer.concat([...parts, bytes.subarray(end)]);
}
