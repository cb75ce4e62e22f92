/** Everything that the time of the next refresh depends on. Times in ms since the epoch. */
export interface RefreshTiming {
  readonly now: number;
  /** The last use of prices by a page. */
  readonly lastUseAt: number | undefined;
  /** The last refresh, successful or not. */
  readonly lastCheckAt: number | undefined;
  /** The time of the data. */
  readonly asOf: number | undefined;
  /** Failed refreshes since the last success. */
  readonly failures: number;
  /** The end of the relay's `Retry-After`. */
  readonly retryAt: number | undefined;
  /** 0 to 1, random per refresh: spreads the requests of many browsers. */
  readonly jitter: number;
}

const second = 1000;
const minute = 60 * second;
/** Refreshes stop after so long without use. */
export const idleAfterMs = 30 * minute;
/** Least time between two automatic refreshes (src/protocol/price-api.md, "Limits"). */
export const leastPauseMs = minute;
/** How often the price API's data changes (src/protocol/price-api.md, "Limits"). */
export const dataPeriodMs = 30 * minute;
const maxBackOffMs = 15 * minute;
/** A longer `Retry-After` of the relay is shortened to this. */
export const maxRetryMs = 60 * minute;
const spreadMs = 10 * second;

/**
 * Whether the last refresh lies in the future: then the clock was set back since. Waiting for such a time could take
 * years.
 */
export const clockWentBack = (lastCheckAt: number | undefined, now: number): boolean =>
  lastCheckAt !== undefined && lastCheckAt > now + leastPauseMs;

/**
 * The time of the next refresh; a past time means now, `undefined` means not before the next use.
 * Never earlier than a minute after the last refresh, and never later than the data's period after it (an hour with
 * a `Retry-After`). It is now after the clock was set back: then the time of the last refresh is unknown.
 */
export function nextRefreshAt(timing: RefreshTiming): number | undefined {
  const { now, lastUseAt, lastCheckAt, asOf, failures, retryAt, jitter } = timing;
  if (lastUseAt === undefined || Math.abs(now - lastUseAt) > idleAfterMs) return undefined;
  if (lastCheckAt === undefined || clockWentBack(lastCheckAt, now)) return now;
  const last = Math.min(lastCheckAt, now);
  const spread = spreadMs * jitter;
  if (failures > 0) return Math.max(last + backOff(failures, jitter), boundedRetryAt(retryAt, last) + spread);
  const changed = Math.min(asOf ?? 0, last);
  return Math.max(last + leastPauseMs, changed + dataPeriodMs) + spread;
}

/** A minute, doubled with each failure, plus up to a quarter. */
const backOff = (failures: number, jitter: number): number =>
  Math.min(leastPauseMs * 2 ** Math.min(failures - 1, 10), maxBackOffMs) * (1 + jitter / 4);

const boundedRetryAt = (retryAt: number | undefined, last: number): number =>
  Math.min(retryAt ?? last, last + maxRetryMs);
