import { Fault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import { dayMs } from '#core/prices/age.ts';
import type { ItemPast, MarketPast, PastDay, PastMoment } from '#core/prices/item-past.ts';
import { type MarketId, markets } from '#core/prices/markets.ts';
import { priceLimits } from '#core/prices/price-at.ts';
import { areMostlyBad } from '#protocol/row-check.ts';

/** The most rows that the relay sends: 400 days, and half hours of seven days and the present one, with a reserve. */
const maxDays = 401;
const maxMoments = 9 * 48;

/** How far a time may lie in the future, ms: clocks differ, and a time is the beginning of a half hour. */
const toleranceMs = 60 * 60_000;

export interface HistoryQuestion {
  readonly item: string;
  readonly markets: readonly MarketId[];
  readonly now: number;
}

/**
 * Parses the body of `/api/history` (`HistoryBody` in src/relay/history/read.ts). Bad rows are left out and become gaps.
 * @throws Fault `malformed` for the body of another question, too many rows, or bad rows beyond their share
 * (src/protocol/row-check.ts)
 */
export function parseHistory(body: unknown, question: HistoryQuestion): ItemPast {
  if (!isObject(body) || !isObject(body['markets'])) throw new Fault('malformed', 'the answer is no history');
  if (body['item'] !== question.item) throw new Fault('malformed', 'the answer is the history of another item');
  const told = body['markets'];
  const since = body['since'];
  return {
    markets: question.markets.flatMap((market) => {
      const past = Object.hasOwn(told, market) ? parseMarket(market, told[market], question.now) : undefined;
      return past && past.days.length + past.recent.length > 0 ? [past] : [];
    }),
    since: (since === null ? undefined : parseDay(since)) ?? null,
  };
}

function parseMarket(market: MarketId, told: unknown, now: number): MarketPast {
  const { days, recent } = isObject(told) ? told : {};
  if (!Array.isArray(days) || days.length > maxDays || !Array.isArray(recent) || recent.length > maxMoments)
    throw new Fault('malformed', `the history of ${market} has another form`);
  const isPrice = markets[market].unit === 'coins' ? isCoins : isCents;
  const end = now + toleranceMs;
  const goodDays = ascending(days.map((row) => parsePastDay(row, isPrice, end)));
  const goodMoments = ascending(recent.map((row) => parseMoment(row, isPrice, end)));
  const rows = days.length + recent.length;
  const good = goodDays.length + goodMoments.length;
  if (areMostlyBad({ rows, good, bad: rows - good }))
    throw new Fault('malformed', `${rows - good} of ${rows} prices of ${market} are none`);
  return { market, days: goodDays, recent: goodMoments };
}

type IsPrice = (value: unknown) => value is number;

const isCents: IsPrice = (value): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= priceLimits.maxCents;

const isCoins: IsPrice = (value): value is number =>
  isCents(typeof value === 'number' ? Math.ceil(value * 100) : value);

function parsePastDay(row: unknown, isPrice: IsPrice, end: number): PastDay | undefined {
  if (!Array.isArray(row)) return undefined;
  const [date, low, high, last]: unknown[] = row;
  const day = parseDay(date);
  if (day === undefined || day * dayMs > end || !isPrice(low) || !isPrice(high) || !isPrice(last)) return undefined;
  return low <= last && last <= high ? [day, low, high, last] : undefined;
}

function parseMoment(row: unknown, isPrice: IsPrice, end: number): PastMoment | undefined {
  if (!Array.isArray(row)) return undefined;
  const [time, price]: unknown[] = row;
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return at > 0 && at <= end && isPrice(price) ? [at, price] : undefined;
}

/** Days since the epoch of an ISO date; `undefined` for anything else. */
function parseDay(date: unknown): number | undefined {
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const day = Date.parse(date) / dayMs;
  return Number.isInteger(day) && day >= 0 ? day : undefined;
}

/** Leaves out bad rows, and rows that are not later than the row before. */
function ascending<T extends readonly [number, ...number[]]>(rows: readonly (T | undefined)[]): T[] {
  let last = Number.NEGATIVE_INFINITY;
  return rows.filter((row): row is T => {
    const isLater = row !== undefined && row[0] > last;
    if (isLater) last = row[0];
    return isLater;
  });
}
