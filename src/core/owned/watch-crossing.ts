import type { Rate } from '#core/money/rates.ts';
import type { CrossedLine, MoneyAlert, WatchAlert, WatchListEntry } from '#core/owned/watch-list.ts';
import {
  alertDoubt,
  lowestOf,
  marketsOfMedian,
  measuredMarkets,
  type PriceObservation,
  type SaleExit,
  type SoundPrice,
  soundPrices,
} from '#core/owned/watch-prices.ts';
import { medianOf } from '#core/prices/comparison.ts';
import { difference } from '#core/prices/difference.ts';

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

/**
 * Checks one entry. A crossing is reported once. The alert is armed again when a price without doubt is back on the other
 * side of the line. A price in doubt changes nothing.
 */
export function checkEntry(entry: WatchListEntry, observation: PriceObservation): WatchCheck {
  const { alert } = entry;
  if (!alert || alertDoubt(observation, alert)) return { entry };
  const { exit, now } = observation;
  const check =
    alert.kind === 'change'
      ? checkChange(entry, alert, soundPrices(observation, measuredMarkets(alert, observation.compared)), now)
      : checkLine(entry, alert, measure(alert, observation), observation);
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

type Alert<K extends WatchAlert['kind']> = Extract<WatchAlert, { readonly kind: K }>;

interface Measured extends SoundPrice, Pick<CrossedLine, 'percent'> {
  readonly isMet: boolean;
}

type LineAlert = Exclude<WatchAlert, Alert<'change'>>;

function measure(alert: LineAlert, observation: PriceObservation): Measured | undefined {
  const { exit, compared } = observation;
  if (alert.kind === 'exit')
    return exit && { market: exit.market, cents: exit.netCents, asOf: exit.asOf, isMet: exit.netCents >= alert.cents };
  const lowest = lowestOf(soundPrices(observation, measuredMarkets(alert, compared)));
  if (!lowest) return undefined;
  if (alert.kind === 'above') return { ...lowest, isMet: lowest.cents >= alert.cents };
  if (alert.kind === 'below') return { ...lowest, isMet: lowest.cents <= alert.cents };
  const median = medianOf(soundPrices(observation, marketsOfMedian(compared)).map(({ cents }) => cents));
  const isMet = lowest.cents <= (median * (100 - alert.percent)) / 100;
  return { ...lowest, percent: difference(lowest.cents, median), isMet };
}

function checkLine(
  entry: WatchListEntry,
  alert: LineAlert,
  measured: Measured | undefined,
  observation: PriceObservation,
): WatchCheck {
  const { reached, ...armed } = entry;
  if (!measured) return { entry };
  const { isMet, asOf, ...found } = measured;
  if (!isMet) return { entry: reached && !mayStillBeMet(reached, alert, observation) ? armed : entry };
  if (reached) return { entry };
  const crossed: CrossedLine = { at: observation.now, ...found };
  return { entry: { ...armed, reached: crossed }, crossing: { name: entry.name, alert, asOf, ...crossed } };
}

/** A market whose price is missing now may still be beyond the line. Of a rise, every market has told. */
function mayStillBeMet({ market }: CrossedLine, alert: LineAlert, observation: PriceObservation): boolean {
  const isMeasured = alert.kind !== 'above' && measuredMarkets(alert, observation.compared).includes(market);
  return isMeasured && soundPrices(observation, [market]).length === 0;
}

/** Compares each market with its own earlier price: a missing market does not affect the others. */
function checkChange(
  entry: WatchListEntry,
  alert: Alert<'change'>,
  prices: readonly SoundPrice[],
  now: number,
): WatchCheck {
  const { name, base = {} } = entry;
  const changes = prices.flatMap(({ market, cents, asOf }) => {
    const before = base[market];
    return before !== undefined && Math.abs(cents - before) * 100 >= before * alert.percent
      ? [{ market, cents, asOf, percent: difference(cents, before) }]
      : [];
  });
  const [greatest] = changes.toSorted((one, other) => Math.abs(other.percent) - Math.abs(one.percent));
  const seen = Object.fromEntries(prices.map(({ market, cents }) => [market, cents]));
  if (greatest) {
    const { asOf, ...found } = greatest;
    const reached: CrossedLine = { at: now, ...found };
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
  const rate = typed && rateOf(typed.currency);
  if (!rate || !alert || !('cents' in alert)) return entry;
  const cents = Math.max(1, Math.round(typed.hundredths / rate.perUsd));
  return cents === alert.cents ? entry : { ...entry, alert: { ...alert, cents } };
}
