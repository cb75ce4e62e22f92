import type { Bytes } from '#protocol/bytes.ts';
import type { Observation } from '#relay/history/schema.ts';
import { bytesColumn, DamagedFileError, numberColumn, type SqlRow } from '#relay/store/database.ts';

/** Makes a number that may be negative one that is not; small ones of both signs stay small. */
const toUnsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

const toSigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** Appends whole numbers below 2^53, seven bits a byte, lowest first; the upper bit of a byte says that more follow. */
export function write(bytes: number[], ...values: readonly number[]): void {
  for (const value of values) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be written`);
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
}

function readerOf(bytes: Uint8Array) {
  let at = 0;
  const read = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new DamagedFileError('the bytes are truncated');
      value += (byte % 128) * unit;
      if (!Number.isSafeInteger(value)) throw new DamagedFileError('the number is too large');
      if (byte < 128) return value;
    }
  };
  return {
    isAtEnd: () => at >= bytes.length,
    read,
    readPart(): Uint8Array {
      const length = read();
      const part = bytes.subarray(at, at + length);
      if (part.length < length) throw new DamagedFileError('the bytes are truncated');
      at += length;
      return part;
    },
  };
}

/** Neighbours of a number share a row: a row for each item would be most of the database's size. */
export const placeOf = (item: number, blockItems: number) => ({
  block: Math.floor(item / blockItems),
  place: item % blockItems,
});

/** A price at a place of a block; 0 means that the item has no price any more. */
export type PlacedPrice = readonly [place: number, price: number];

export function encodeMoment(prices: readonly PlacedPrice[]): Bytes {
  const out: number[] = [];
  let next = 0;
  for (const [place, price] of prices) {
    write(out, place - next, price);
    next = place + 1;
  }
  return Uint8Array.from(out);
}

export function decodeMoment(bytes: Uint8Array): PlacedPrice[] {
  const input = readerOf(bytes);
  const prices: PlacedPrice[] = [];
  let place = 0;
  while (!input.isAtEnd()) {
    place += input.read();
    prices.push([place, input.read()]);
    place++;
  }
  return prices;
}

/** Series of the items of one block by place; items without a series are absent. */
export function encodeSections(sections: ReadonlyMap<number, Uint8Array>): Bytes {
  const out: number[] = [];
  const sorted = [...sections].sort(([one], [other]) => one - other);
  for (const [place, bytes] of sorted) {
    if (bytes.length === 0) continue;
    write(out, place, bytes.length);
    for (const byte of bytes) out.push(byte);
  }
  return Uint8Array.from(out);
}

export function decodeSections(bytes: Uint8Array): Map<number, Uint8Array> {
  const input = readerOf(bytes);
  const sections = new Map<number, Uint8Array>();
  while (!input.isAtEnd()) sections.set(input.read(), input.readPart());
  return sections;
}

/** The lowest, highest and last price of one day. Whole numbers above 0: USD cents, or hundredths of a coin. */
export interface DayPrices {
  readonly low: number;
  readonly high: number;
  readonly last: number;
}

/** The lower two bits of a step; the other bits hold its count or its signed change of the last price. */
const step = { flat: 0, gap: 1, change: 2, spread: 3 } as const;

/** Nearly all days of nearly all items are flat, so runs of them take a byte or two. */
export function encodeMonth(days: readonly (DayPrices | undefined)[]): Bytes {
  const out: number[] = [];
  let before = 0;
  for (let at = 0; at < days.length; ) {
    const kind = kindOf(days[at], before);
    if (kind === step.flat || kind === step.gap) {
      const from = at;
      while (at < days.length && kindOf(days[at], before) === kind) at++;
      // A gap at the end says nothing.
      if (kind === step.flat || at < days.length) write(out, (at - from) * 4 + kind);
      continue;
    }
    const { low, high, last } = days[at++] as DayPrices;
    write(out, toUnsigned(last - before) * 4 + kind);
    if (kind === step.spread) write(out, last - low, high - last);
    before = last;
  }
  return Uint8Array.from(out);
}

function kindOf(day: DayPrices | undefined, before: number): number {
  if (!day) return step.gap;
  const { low, high, last } = day;
  if (low === before && high === before && last === before) return step.flat;
  const span = spanOf(before, last);
  return low === span.low && high === span.high ? step.change : step.spread;
}

/** The span of a day whose price went straight from the day before to its last; the first day has no day before. */
const spanOf = (before: number, last: number) =>
  before === 0 ? { low: last, high: last } : { low: Math.min(before, last), high: Math.max(before, last) };

export function decodeMonth(bytes: Uint8Array): (DayPrices | undefined)[] {
  const input = readerOf(bytes);
  const days: (DayPrices | undefined)[] = [];
  let before = 0;
  while (!input.isAtEnd()) {
    const word = input.read();
    const kind = word % 4;
    const count = Math.floor(word / 4);
    if (kind === step.flat || kind === step.gap) {
      if (days.length + count > maxDays) throw new DamagedFileError('a month has more days than a month');
      const day = kind === step.flat ? { low: before, high: before, last: before } : undefined;
      for (let at = 0; at < count; at++) days.push(day);
      continue;
    }
    const last = before + toSigned(count);
    const span = kind === step.change ? spanOf(before, last) : { low: last - input.read(), high: last + input.read() };
    days.push({ ...span, last });
    before = last;
  }
  return days;
}

const maxDays = 31;

/** Prices that stay take no bytes. */
export function encodeHalfHours(prices: readonly number[]): Bytes {
  const out: number[] = [];
  let [before, next] = [0, 0];
  for (const [at, price] of prices.entries()) {
    if (price === before) continue;
    write(out, at - next, toUnsigned(price - before));
    before = price;
    next = at + 1;
  }
  return Uint8Array.from(out);
}

/** `count` is the number of the day's observations. @throws DamagedFileError for bytes of anything else */
export function decodeHalfHours(bytes: Uint8Array, count: number): number[] {
  const input = readerOf(bytes);
  const prices = new Array<number>(count).fill(0);
  let [price, at] = [0, 0];
  while (!input.isAtEnd()) {
    at += input.read();
    if (at >= count) throw new DamagedFileError('a price is after the last observation');
    price += toSigned(input.read());
    prices.fill(price, at);
    at++;
  }
  return prices;
}

/** A block's prices by place, or those of `only` one, at the observations of one day, from its rows of `moments`. @throws DamagedFileError */
export function seriesOfMoments(observations: readonly Observation[], rows: readonly SqlRow[], only?: number) {
  const byHalfHour = new Map(rows.map((row) => [numberColumn(row, 'half_hour'), row]));
  const present = new Map<number, number>();
  const series = new Map<number, number[]>();
  for (const [at, { halfHour, isKey }] of observations.entries()) {
    if (isKey) present.clear();
    const row = byHalfHour.get(halfHour);
    for (const [place, price] of row ? decodeMoment(bytesColumn(row, 'data')) : [])
      if (only === undefined || place === only) present.set(place, price);
    for (const [place, price] of present) {
      if (price === 0) continue;
      const prices = series.get(place) ?? new Array<number>(observations.length).fill(0);
      prices[at] = price;
      series.set(place, prices);
    }
  }
  return series;
}

export function dayOfHalfHours(prices: readonly number[]): DayPrices | undefined {
  const known = prices.filter((price) => price > 0);
  const last = known.at(-1);
  return last === undefined ? undefined : { low: Math.min(...known), high: Math.max(...known), last };
}

export const byBlock = (rows: readonly SqlRow[]): Map<number, SqlRow[]> =>
  Map.groupBy(rows, (row) => numberColumn(row, 'block'));
