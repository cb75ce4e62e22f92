/** Half hours since 1970, and how many listings a market had then; oldest first. One that is not known is absent. */
type CountMoment = readonly [halfHour: number, count: number];

const halfHoursADay = 48;
const windowDays = 7;
/** Of the window, in half hours: six and a half days. */
const leastRecorded = 6.5 * halfHoursADay;

/** A longer time without a count, half hours, breaks the chain. */
export const longestStep = 4;

/** So many counts in a row must agree on a change: what a wrong answer tells is gone with the next ones. */
const agreeing = 3;

/**
 * How many listings of an item went in a day at least, sold or taken off: the falls of their number over the last seven days,
 * divided by seven and rounded down, to two digits. What comes and goes between two counts is not seen, so more may have gone.
 * Nothing is counted over a gap, and no fall to under half at once: who tells it counts in another way. `undefined` where under
 * six and a half of the days are recorded, or fewer than one listing a day went. @param now half hours since 1970
 */
export function listingsGone(counts: readonly CountMoment[], now: number): number | undefined {
  const chains = chainsOf(counts.filter(([at]) => at > now - windowDays * halfHoursADay));
  const recorded = chains.reduce((sum, chain) => sum + lengthOf(chain), 0);
  if (recorded < leastRecorded) return undefined;
  const aDay = chains.reduce((sum, chain) => sum + fallsOf(chain), 0) / windowDays;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(aDay)) - 1);
  return aDay < 1 ? undefined : Math.floor(aDay / unit) * unit;
}

function chainsOf(counts: readonly CountMoment[]): CountMoment[][] {
  const chains: CountMoment[][] = [];
  for (const moment of counts) {
    const [chain] = chains.slice(-1);
    const before = chain?.at(-1)?.[0] ?? -Infinity;
    if (moment[0] - before <= longestStep) chain?.push(moment);
    else chains.push([moment]);
  }
  return chains;
}

const lengthOf = (chain: readonly CountMoment[]): number => (chain.at(-1)?.[0] ?? 0) - (chain[0]?.[0] ?? 0);

/** The falls of a level that follows the counts only as far as all of those in a row have left it. */
function fallsOf(chain: readonly CountMoment[]): number {
  let [falls, level] = [0, 0];
  for (let at = 0; at + agreeing <= chain.length; at++) {
    const next = chain.slice(at, at + agreeing).map(([, count]) => count);
    const [low, high] = [Math.min(...next), Math.max(...next)];
    if (high < level && high >= level / 2) falls += level - high;
    level = Math.min(Math.max(level, low), high);
  }
  return falls;
}
