import type { Rate } from '#core/money/rates.ts';
import {
  alertKindOf,
  type CrossedLine,
  type MoneyAlert,
  type ReachedLine,
  type WatchAlert,
  type WatchListEntry,
} from '#core/owned/watch-list.ts';
import {
  alertDoubt,
  lowestOf,
  marketsOfMedian,
  measuredMarkets,
  type PriceObservation,
  type SaleExit,
  type SoundPrice,
  soundPrices,
  stateOn,
} from '#core/owned/watch-prices.ts';
import { difference, medianOf } from '#core/prices/comparison.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';

export interface Crossing extends CrossedLine {
  readonly name: string;
  readonly alert: WatchAlert;
  /** The time of the price, ms since the epoch. */
  readonly asOf: number;
  /** What a sale leaves now; `undefined` where that is not known. */
  readonly exit?: Pick<SaleExit, 'market' | 'netCents'> | undefined;
}

export interface WatchCheck {
  /** The entry to store; the same object when nothing changed. */
  readonly entry: WatchListEntry;
  readonly crossing?: Crossing | undefined;
}

/** A crossing is reported once. Sound prices clearly on the other side arm the alert again; a price in doubt changes nothing. */
export function checkEntry(entry: WatchListEntry, observation: PriceObservation): WatchCheck {
  const { alert } = entry;
  if (!alert || alertDoubt(observation, alert)) return { entry };
  const { exit } = observation;
  const check =
    alertKindOf(alert).measured === 'changes' && 'percent' in alert
      ? checkChange(entry, alert, observation)
      : checkLine(entry, alert, observation);
  return check.crossing && exit
    ? { ...check, crossing: { ...check.crossing, exit: { market: exit.market, netCents: exit.netCents } } }
    : check;
}

/** An entry with an alert that was just set. A crossing at this moment is stored and not reported. */
export function withAlert(
  { name, addedAt, alert }: WatchListEntry,
  observation: PriceObservation | undefined,
): WatchListEntry {
  const entry: WatchListEntry = { name, addedAt, alert };
  return observation ? checkEntry(entry, observation).entry : entry;
}

type PercentAlert = Exclude<WatchAlert, MoneyAlert>;

interface Measured extends SoundPrice, Pick<CrossedLine, 'percent'> {
  /** Where the alert is met, USD cents. */
  readonly line: number;
}

function measure(alert: WatchAlert, observation: PriceObservation): Measured | undefined {
  const { exit, compared } = observation;
  const found =
    alertKindOf(alert).measured === 'sale'
      ? exit && { market: exit.market, cents: exit.netCents, asOf: exit.asOf }
      : lowestOf(soundPrices(observation, measuredMarkets(alert, compared)));
  if (!found || 'cents' in alert) return found && { ...found, line: 'cents' in alert ? alert.cents : 0 };
  const median = medianOf(soundPrices(observation, marketsOfMedian(compared)).map(({ cents }) => cents));
  const line = (median * (100 - alert.percent)) / 100;
  return { ...found, line, percent: difference(found.cents, median) };
}

function checkLine(entry: WatchListEntry, alert: WatchAlert, observation: PriceObservation): WatchCheck {
  const measured = measure(alert, observation);
  if (!measured) return { entry };
  const { line, asOf, ...found } = measured;
  const { reached, ...armed } = entry;
  /** How far an amount is on the other side of the line, per cent; 0 or less where the alert is met. */
  const backBy = (cents: number) => ((alertKindOf(alert).rises ? line - cents : cents - line) * 100) / line;
  const standing = { back: backBy(found.cents), states: statesOf(alert, observation, backBy), now: observation.now };
  if (reached) {
    const held = heldLine(reached, standing);
    return { entry: held === reached ? entry : { ...armed, ...(held && { reached: held }) } };
  }
  if (standing.back > 0) return { entry };
  const crossed: CrossedLine = { at: observation.now, ...found };
  const crossing = { name: entry.name, alert, asOf, ...crossed };
  return { entry: { ...armed, reached: { ...crossed, beyond: beyondOf([], standing) } }, crossing };
}

interface Standing {
  readonly back: number;
  readonly states: readonly (readonly [MarketId, 'beyond' | 'back' | 'unlisted' | 'unknown'])[];
  readonly now: number;
}

/** What each measured market tells, where one that tells nothing may be beyond the line. Of a rise of the lowest, all have told. */
function statesOf(
  alert: WatchAlert,
  observation: PriceObservation,
  backBy: (cents: number) => number,
): Standing['states'] {
  const { measured, rises } = alertKindOf(alert);
  if (measured === 'lowest' && rises) return [];
  return marketIds.flatMap((market) => {
    const state = stateOn(observation, alert, market);
    if (state === undefined) return [];
    return [[market, typeof state !== 'number' ? state : backBy(state) > 0 ? 'back' : 'beyond'] as const];
  });
}

/** The markets that are beyond the line, or were when they were last known. */
const beyondOf = (before: readonly MarketId[], { states }: Standing): readonly MarketId[] =>
  states.flatMap(([market, state]) =>
    state === 'beyond' || (state !== 'back' && before.includes(market)) ? [market] : [],
  );

/** A price is clearly on the other side of a line when it is so far from it, or has been there for so long. */
const clearly = { percent: 2, ms: 6 * 3_600_000 };

/** What stays of a crossing; `undefined` once the price was clearly back, so that the alert is armed again. */
function heldLine(reached: ReachedLine, standing: Standing): ReachedLine | undefined {
  const { beyond: before = [reached.market], backSince: since } = reached;
  const beyond = beyondOf(before, standing);
  const left = standing.states.flatMap(([market, state]) => (beyond.includes(market) ? [state] : []));
  const isBack = standing.back > 0 && !left.includes('beyond');
  // A market that is not known now starts no time, and ends none. One without a listing has no price to be far away.
  const backSince = !isBack ? undefined : left.includes('unknown') ? since : (since ?? standing.now);
  const isCrossedKnown = !standing.states.some(([market, state]) => market === reached.market && state === 'unknown');
  const isFar = left.length === 0 && isCrossedKnown && standing.back >= clearly.percent;
  const isLongAgo = backSince !== undefined && standing.now - backSince >= clearly.ms;
  if (isBack && !left.includes('unknown') && (isFar || isLongAgo)) return undefined;
  const isSame = backSince === since && JSON.stringify(beyond) === JSON.stringify(before);
  return isSame ? reached : { ...reached, beyond, backSince };
}

/** Compares each market with its own earlier price: a missing market does not affect the others. */
function checkChange(entry: WatchListEntry, alert: PercentAlert, observation: PriceObservation): WatchCheck {
  const { name, base = {} } = entry;
  const prices = soundPrices(observation, measuredMarkets(alert, observation.compared));
  const changes = prices.flatMap(({ market, cents, asOf }) => {
    const before = base[market];
    return before && Math.abs(cents - before) * 100 >= before * alert.percent
      ? [{ market, cents, asOf, percent: difference(cents, before) }]
      : [];
  });
  const [greatest] = changes.toSorted((one, other) => Math.abs(other.percent) - Math.abs(one.percent));
  const seen = Object.fromEntries(prices.map(({ market, cents }) => [market, cents]));
  if (greatest) {
    const { asOf, ...found } = greatest;
    const reached: CrossedLine = { at: observation.now, ...found };
    return { entry: { ...entry, base: { ...base, ...seen }, reached }, crossing: { name, alert, asOf, ...reached } };
  }
  const isNew = prices.some(({ market }) => base[market] === undefined);
  return { entry: isNew ? { ...entry, base: { ...seen, ...base } } : entry };
}

/** The line of an alert in USD cents, with fractions: as typed where that was in the currency that is shown. */
export const lineCents = ({ cents, typed }: MoneyAlert, { code, perUsd }: Rate): number =>
  typed?.currency === code ? typed.hundredths / perUsd : cents;

/** The entry with its line at today's rate of the currency that it was typed in; the same one without a rate. */
export function atTodaysRate(entry: WatchListEntry, rateOf: (currency: string) => Rate | undefined): WatchListEntry {
  const { alert } = entry;
  const typed = alert && 'typed' in alert ? alert.typed : undefined;
  const perUsd = typed && rateOf(typed.currency)?.perUsd;
  if (!perUsd || !alert || !('cents' in alert)) return entry;
  const cents = Math.max(1, Math.round(typed.hundredths / perUsd));
  const isSame = cents === alert.cents && perUsd === typed.perUsd;
  return isSame ? entry : { ...entry, alert: { ...alert, cents, typed: { ...typed, perUsd } } };
}
