/** How long ago something happened, in ms. Two clocks may disagree, so an age is never below 0. */
export const ageMs = (since: number, now: number): number => Math.max(0, now - since);

const minuteMs = 60_000;

/** An age in ms, rounded down to whole minutes. */
export const wholeMinutesAge = (since: number, now: number): number =>
  Math.floor(ageMs(since, now) / minuteMs) * minuteMs;
