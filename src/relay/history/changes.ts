import { referenceMarkets } from '#core/markets.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { columnAt, columnOfDay, type PriceColumn } from '#relay/history/columns.ts';
import { type HistoryState, lastObservation, observationsOf } from '#relay/history/state.ts';
import { dayOfHalfHour, halfHoursPerDay, isoHalfHour } from '#relay/history/time.ts';

const changeDays = [1, 7, 30] as const;

/** How far the observation of the day before may be from 24 hours, half hours. */
const tolerance = 6;

/**
 * The body of `/api/changes`: for each item and reference market the change over 1, 7 and 30 days in per mille, `null`
 * where the past is not known. Items without any change that is known are absent, and so are markets whose last
 * observation is more than 24 hours from the present. `undefined` before the first observation.
 * @param present the present half hour
 * @throws Error for broken rows
 */
export async function changesBody(state: HistoryState, present: number): Promise<Bytes | undefined> {
  const lasts = referenceMarkets.map((market) => lastObservation(state, market, present)?.halfHour ?? -1);
  const last = Math.max(...lasts);
  if (last < 0) return undefined;
  const columns: MarketColumns[] = [];
  for (const market of referenceMarkets) columns.push(await loadColumns(state, market, present));
  const items = state.items.flatMap((name, item) => {
    const changes = columns.map(({ now, past }) => past.map((then) => perMille(now?.[item], then?.[item])));
    return changes.flat().some((change) => change !== null) ? [[name, changes] as const] : [];
  });
  const body = {
    updated_at: isoHalfHour(last),
    markets: referenceMarkets,
    days: changeDays,
    items: Object.fromEntries(items),
  };
  return new TextEncoder().encode(JSON.stringify(body));
}

interface MarketColumns {
  readonly now: PriceColumn | undefined;
  /** In the order of `changeDays`. */
  readonly past: readonly (PriceColumn | undefined)[];
}

async function loadColumns(state: HistoryState, market: string, present: number): Promise<MarketColumns> {
  const observations = observationsOf(state, market);
  const last = lastObservation(state, market, present)?.halfHour;
  if (last === undefined || present - last > halfHoursPerDay)
    return { now: undefined, past: changeDays.map(() => undefined) };
  const recorded = state.columns.get(market);
  const now = recorded?.halfHour === last ? recorded.prices : await columnAt(state, market, last);
  const dayBefore = nearest(
    observations.map(({ halfHour }) => halfHour),
    last - halfHoursPerDay,
  );
  const [, ...longer] = changeDays;
  const past = [dayBefore === undefined ? undefined : await columnAt(state, market, dayBefore)];
  for (const days of longer) past.push(await columnNearDay(state, market, dayOfHalfHour(last) - days));
  return { now, past };
}

/** The half hour that is nearest to `wanted`, the earlier one of two; `undefined` when none is near enough. */
function nearest(halfHours: readonly number[], wanted: number): number | undefined {
  const near = halfHours.filter((halfHour) => Math.abs(halfHour - wanted) <= tolerance);
  return near.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted) || one - other)[0];
}

/** The last prices of a day, else of the day before. A market that was not recorded then has none. */
async function columnNearDay(state: HistoryState, market: string, day: number): Promise<PriceColumn> {
  const column = await columnOfDay(state, market, day);
  if (column.every((price) => price > 0)) return column;
  const before = await columnOfDay(state, market, day - 1);
  return column.map((price, item) => price || (before[item] ?? 0));
}

const perMille = (now: number | undefined, then: number | undefined): number | null =>
  now && then ? Math.round((now / then - 1) * 1000) : null;
