/** How long ago something happened, in ms. Two clocks may disagree, so an age is never below 0. */
export const ageMs = (since: number, now: number): number => Math.max(0, now - since);

export const minuteMs = 60_000;
/** Also how often the price API's data change (src/protocol/price-api.md, "Limits"). */
export const halfHourMs = 30 * minuteMs;
export const dayMs = 24 * 60 * minuteMs;

/** An age in ms, rounded down to whole minutes. */
export const wholeMinutesAge = (since: number, now: number): number =>
  Math.floor(ageMs(since, now) / minuteMs) * minuteMs;

/** Until when an item cannot be traded, ms since the epoch; without a time nobody tells. */
export interface Lock {
  readonly until?: number | undefined;
}

/** Longer than any market or Steam locks an item: a time beyond it is none. */
const longestLockMs = 60 * dayMs;

/** `undefined` for what is not locked any more, and for what nobody tells: that is not free. */
export function lockAt(locked: number | true | undefined, now: number): Lock | undefined {
  if (typeof locked !== 'number') return locked && {};
  if (locked <= now) return undefined;
  return locked <= now + longestLockMs ? { until: locked } : {};
}
