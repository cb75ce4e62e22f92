import { Fault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import { dayMs, halfHourMs } from '#core/prices/age.ts';
import type { ItemPast, MarketPast, PastDay, PastMoment } from '#core/prices/item-past.ts';
import { coinMarket, type MarketId } from '#core/prices/markets.ts';
import { priceLimits } from '#core/prices/offer.ts';
import { fromSteps, maxPrefixBits } from '#protocol/history-groups.ts';
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

/** `past` is `undefined` for an item that it lacks. Bad rows become gaps. @throws Fault `malformed` for another body, many bad rows */
export function parseHistory(body: unknown, { item, markets, now }: HistoryQuestion) {
  if (!isObject(body) || !isObject(body['histories'])) throw new Fault('malformed', 'the answer is no history');
  const { bits, since, histories } = body;
  if (!isCount(bits) || bits > maxPrefixBits) throw new Fault('malformed', 'the answer tells no length of a prefix');
  const told = Object.hasOwn(histories, item) ? histories[item] : undefined;
  if (!isObject(told)) return { bits, past: undefined };
  const past: ItemPast = {
    markets: markets.flatMap((market) => {
      const ofMarket = Object.hasOwn(told, market) ? parseMarket(market, told[market], now) : undefined;
      return ofMarket && ofMarket.days.length + ofMarket.recent.length > 0 ? [ofMarket] : [];
    }),
    since: isCount(since) && since * dayMs <= now + toleranceMs ? since : null,
  };
  return { bits, past };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function parseMarket(market: MarketId, told: unknown, now: number): MarketPast {
  const { days, recent, gone } = isObject(told) ? told : {};
  const unit = market === coinMarket ? 100 : 1;
  const end = now + toleranceMs;
  const [firstDay, lasts, below, above] = columnsOf(days, maxDays);
  const [firstHalfHour, prices] = columnsOf(recent, maxMoments);
  const goodDays = fromSteps(lasts).flatMap((last, at): PastDay[] => {
    const [day, low, high] = [firstDay + at, Number(last) - Number(below[at]), Number(last) + Number(above[at])];
    const isGood =
      [last, low, high].every(isPrice) && low <= Number(last) && Number(last) <= high && day * dayMs <= end;
    return isGood ? [[day, low / unit, high / unit, Number(last) / unit]] : [];
  });
  const goodMoments = fromSteps(prices).flatMap((price, at): PastMoment[] => {
    const time = (firstHalfHour + at) * halfHourMs;
    return isPrice(price) && time <= end ? [[time, price / unit]] : [];
  });
  const rows = [...lasts, ...prices].filter((step) => step !== null).length;
  const good = goodDays.length + goodMoments.length;
  if (areMostlyBad({ rows, good, bad: rows - good }))
    throw new Fault('malformed', `${rows - good} of ${rows} prices of ${market} are none`);
  return { market, days: goodDays, recent: goodMoments, ...(isCount(gone) && gone > 0 && { gone }) };
}

const isPrice = (value: unknown): value is number => isCount(value) && value > 0 && value <= priceLimits.maxCents;

/** The columns of a series, after the number of its first day or half hour. @throws Fault */
function columnsOf(told: unknown, most: number) {
  const [first, ...columns]: unknown[] = Array.isArray(told) ? told : [];
  const isColumn = (column: unknown): column is unknown[] => Array.isArray(column) && column.length <= most;
  if (!isCount(first) || !columns.every(isColumn)) throw new Fault('malformed', 'a history has another form');
  const [one = [], two = [], three = []] = columns;
  return [first, one, two, three] as const;
}
