/** Half hours since 1970, and how many listings a market had then; oldest first. One that is not known is absent. */
type CountMoment = readonly [halfHour: number, count: number];

const halfHoursADay = 48;
const windowDays = 7;
/** Of the window, in half hours: six and a half days. */
const leastRecorded = 6.5 * halfHoursADay;

/** A longer time without a count, half hours, breaks the chain. */
export const longestStep = 4;

/**
 * How many listings of an item went in a day at least, sold or taken off: the falls of their number over seven days,
 * divided by seven and rounded down, to two digits. What comes and goes between two counts is not seen, so more may have gone.
 * Nothing is counted over a gap, and no fall to under half at once: who tells it counts in another way. `undefined` where under
 * six and a half of the days are recorded, or fewer than one listing a day went. @param end of the seven days, half hours since 1970
 */
export function listingsGone(counts: readonly CountMoment[], end: number): number | undefined {
  const { recorded, falls } = sumFalls(counts.filter(([at]) => at >= end - windowDays * halfHoursADay));
  const aDay = falls / windowDays;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(aDay)) - 1);
  return recorded < leastRecorded || aDay < 1 ? undefined : Math.floor(aDay / unit) * unit;
}

/** The level follows the counts only as far as three in a row have left it: what one wrong answer tells is gone with the next ones. */
function sumFalls(counts: readonly CountMoment[]) {
  let [recorded, falls, level, inRow] = [0, 0, 0, 0];
  for (const [index, [at, count]] of counts.entries()) {
    const [before = -Infinity, last = 0] = counts[index - 1] ?? [];
    const [, first = 0] = counts[index - 2] ?? [];
    const isAfterGap = at - before > longestStep;
    inRow = isAfterGap ? 1 : inRow + 1;
    if (isAfterGap) level = 0;
    else recorded += at - before;
    if (inRow < 3) continue;
    const [low, high] = [Math.min(first, last, count), Math.max(first, last, count)];
    if (high < level && high >= level / 2) falls += level - high;
    level = Math.min(Math.max(level, low), high);
  }
  return { recorded, falls };
}
