import type { Bytes } from '#protocol/bytes.ts';
import { decodeMoment, toSigned, toUnsigned, VarintReader, VarintWriter } from '#relay/history/block.ts';
import type { Observation } from '#relay/history/schema.ts';
import { bytesColumn, DamagedFileError, numberColumn, type SqlRow } from '#relay/store/database.ts';

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
  const out = new VarintWriter();
  let before = 0;
  for (let at = 0; at < days.length; ) {
    const kind = kindOf(days[at], before);
    if (kind === step.flat || kind === step.gap) {
      const from = at;
      while (at < days.length && kindOf(days[at], before) === kind) at++;
      // A gap at the end says nothing.
      if (kind === step.flat || at < days.length) out.write((at - from) * 4 + kind);
      continue;
    }
    const { low, high, last } = days[at++] as DayPrices;
    out.write(toUnsigned(last - before) * 4 + kind);
    if (kind === step.spread) out.write(last - low).write(high - last);
    before = last;
  }
  return out.finish();
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
  const input = new VarintReader(bytes);
  const days: (DayPrices | undefined)[] = [];
  let before = 0;
  while (!input.isAtEnd) {
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
  const out = new VarintWriter();
  let [before, next] = [0, 0];
  for (const [at, price] of prices.entries()) {
    if (price === before) continue;
    out.write(at - next).write(toUnsigned(price - before));
    before = price;
    next = at + 1;
  }
  return out.finish();
}

/** `count` is the number of the day's observations. @throws DamagedFileError for bytes of anything else */
export function decodeHalfHours(bytes: Uint8Array, count: number): number[] {
  const input = new VarintReader(bytes);
  const prices = new Array<number>(count).fill(0);
  let [price, at] = [0, 0];
  while (!input.isAtEnd) {
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
