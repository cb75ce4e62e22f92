/** All that the time of the next look at the relay depends on; times in ms since the epoch. */
export interface Clockwork {
  readonly now: number;
  /** The last time that somebody looked at prices. */
  readonly lastUseAt: number | undefined;
  /** The last time that the relay was asked, whatever came of it. */
  readonly lastCheckAt: number | undefined;
  /** The time of the data that is held. */
  readonly asOf: number | undefined;
  /** Failed looks since the last good one. */
  readonly failures: number;
  /** Until when the relay asked to be left alone. */
  readonly retryAt: number | undefined;
  /** 0 to 1, drawn once per look, so that many browsers do not ask in the same second. */
  readonly jitter: number;
}

const second = 1000;
const minute = 60 * second;
/** Nobody looked for so long: no more looks at the relay. */
export const idleAfterMs = 30 * minute;
/** Least time between two looks that nobody asked for (src/protocol/price-api.md, "Limits"). */
export const leastPauseMs = minute;
/** How often the price API's data changes (src/protocol/price-api.md, "Limits"). */
export const dataPeriodMs = 30 * minute;
/** Longest pause after failures, and the longest that a relay's `Retry-After` is believed. */
const longestBackOffMs = 15 * minute;
export const longestRetryMs = 60 * minute;
const spreadMs = 10 * second;

/**
 * Whether the last look lies so far ahead that the clock must have been set back since: such a time says nothing, and
 * waiting for it could take years.
 */
export const clockWentBack = (lastCheckAt: number | undefined, now: number): boolean =>
  lastCheckAt !== undefined && lastCheckAt > now + leastPauseMs;

/**
 * When to look at the relay next; a time that has passed means now, `undefined` that nobody looks.
 * Never sooner than a minute after the last look; never later than the data's period behind it (an hour when the
 * relay asked for it). After the clock was set back it is now, for nobody knows when the last look was.
 */
export function nextCheck(clockwork: Clockwork): number | undefined {
  const { now, lastUseAt, lastCheckAt, asOf, failures, retryAt, jitter } = clockwork;
  if (lastUseAt === undefined || Math.abs(now - lastUseAt) > idleAfterMs) return undefined;
  if (lastCheckAt === undefined || clockWentBack(lastCheckAt, now)) return now;
  const last = Math.min(lastCheckAt, now);
  const spread = spreadMs * jitter;
  if (failures > 0) return Math.max(last + backOff(failures, jitter), patience(retryAt, last) + spread);
  const changed = Math.min(asOf ?? 0, last);
  return Math.max(last + leastPauseMs, changed + dataPeriodMs) + spread;
}

/** A minute, doubled with each failure, and up to a quarter more. */
const backOff = (failures: number, jitter: number): number =>
  Math.min(leastPauseMs * 2 ** Math.min(failures - 1, 10), longestBackOffMs) * (1 + jitter / 4);

const patience = (retryAt: number | undefined, last: number): number =>
  Math.min(retryAt ?? last, last + longestRetryMs);
