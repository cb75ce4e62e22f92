/** How long ago something happened, in ms. Two clocks may disagree, so an age is never below 0. */
export const ageMs = (since: number, now: number): number => Math.max(0, now - since);

export const minuteMs = 60_000;
/** Also how often the price API's data change (src/protocol/price-api.md, "Limits"). */
export const halfHourMs = 30 * minuteMs;
export const dayMs = 24 * 60 * minuteMs;

/** A time that names no zone is UTC, wherever this runs; `undefined` for no time. */
export function utcTime(text: string | null | undefined): number | undefined {
  const isBare = /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(`${text}`);
  const ms = Date.parse(`${text}${isBare ? 'Z' : ''}`);
  return Number.isFinite(ms) ? ms : undefined;
}

/** "2026-11-24", of days since the epoch. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** An age in ms, rounded down to whole minutes. */
export const wholeMinutesAge = (since: number, now: number): number =>
  Math.floor(ageMs(since, now) / minuteMs) * minuteMs;
