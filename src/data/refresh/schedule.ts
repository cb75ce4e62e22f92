import { halfHourMs } from '#core/prices/age.ts';

/** Everything that the time of a feed's next check depends on. Times in ms since the epoch. */
export interface CheckTiming {
  readonly now: number;
  readonly lastCheckAt: number | undefined;
  readonly asOf: number | undefined;
  readonly failures: number;
  /** The end of the relay's `Retry-After`. */
  readonly retryAt?: number | null | undefined;
  readonly jitter: number;
  /** Time between two checks, ms, for data whose own time says nothing about their next change. */
  readonly pauseMs?: number | undefined;
}

const second = 1000;
const minute = 60 * second;
/** Checks stop after so long without use. */
export const idleAfterMs = 30 * minute;
/** Least time between two automatic checks (src/protocol/price-api.md, "Limits"). */
export const leastPauseMs = minute;
const maxBackOffMs = 15 * minute;
/** A longer `Retry-After` of the relay is shortened to this. */
export const maxRetryMs = 60 * minute;
const spreadMs = 10 * second;
/** Over so long all extensions of a relay ask for what changes each half hour: nobody's prices come later. */
const changeSpreadMs = 2 * minute;

/** Whether prices were used within `idleAfterMs`. A use in the future is none: the clock was set back. */
export const isInUse = (lastUseAt: number | undefined, now: number): boolean =>
  lastUseAt !== undefined && Math.abs(now - lastUseAt) <= idleAfterMs;

/** The clock was set back since the last check: waiting for a time in the future could take years. */
export const clockWentBack = (lastCheckAt: number | undefined, now: number): boolean =>
  lastCheckAt !== undefined && lastCheckAt > now + leastPauseMs;

/**
 * The time of the next check; a past time means now. Never earlier than a minute after the last check, and never later
 * than the data's period after it (an hour with a `Retry-After`). It is now after the clock was set back: then the time
 * of the last check is unknown.
 */
export function nextCheckAt(timing: CheckTiming): number {
  const { now, lastCheckAt, asOf, failures, retryAt, jitter, pauseMs } = timing;
  if (lastCheckAt === undefined || clockWentBack(lastCheckAt, now)) return now;
  const last = Math.min(lastCheckAt, now);
  const spread = spreadMs * jitter;
  if (failures > 0) return Math.max(last + backOff(failures, jitter), boundedRetryAt(retryAt, last) + spread);
  if (pauseMs !== undefined) return last + pauseMs + spread;
  const changed = Math.min(asOf ?? 0, last);
  return Math.max(last + leastPauseMs + spread, changed + halfHourMs + changeSpreadMs * jitter);
}

/** A minute, doubled with each failure, plus up to a quarter. */
const backOff = (failures: number, jitter: number): number =>
  Math.min(leastPauseMs * 2 ** Math.min(failures - 1, 10), maxBackOffMs) * (1 + jitter / 4);

const boundedRetryAt = (retryAt: number | null | undefined, last: number): number =>
  Math.min(retryAt ?? last, last + maxRetryMs);
