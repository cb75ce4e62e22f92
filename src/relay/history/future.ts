import { decodeSections } from '#relay/history/block.ts';
import { loadMonths, saveMonth } from '#relay/history/roll-up.ts';
import { type HistoryState, loadMeta, type Observation, observationsOf, setMeta } from '#relay/history/schema.ts';
import { decodeMonth, encodeMonth } from '#relay/history/series.ts';
import { dayOfHalfHour, isInFuture, monthOfDay } from '#relay/history/time.ts';
import type { SqlStatement } from '#relay/store/database.ts';

/** Observations of the present day that only a clock that was ahead can have made. */
export const laterToday = (state: HistoryState, market: string, halfHour: number): readonly Observation[] =>
  observationsOf(state, market).filter(
    (observation) =>
      isInFuture(observation.halfHour, halfHour) && dayOfHalfHour(observation.halfHour) === dayOfHalfHour(halfHour),
  );

/** Removes successive observations that are not rolled up. */
export function removeObservations(market: string, observations: readonly Observation[]): SqlStatement[] {
  const [first, last] = [observations[0], observations.at(-1)];
  if (!first || !last) return [];
  return ['observations', 'moments'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE market = ? AND half_hour >= ? AND half_hour <= ?`,
    params: [market, first.halfHour, last.halfHour],
  }));
}

/**
 * Removes what lies in the future: a clock that was ahead has left it. Days that were finished in the future wait for the
 * second day on which the clocks agree, for it may be the present clock that is wrong.
 * @returns the number of removed observations and days
 */
export function removeFuture(state: HistoryState, halfHour: number): number {
  let removed = 0;
  for (const market of state.observations.keys()) {
    if ((state.rolledUntil.get(market) ?? -1) > dayOfHalfHour(halfHour))
      removed += removeFinishedFuture(state, market, halfHour);
    else removed += removeLaterDays(state, market, halfHour);
  }
  return removed;
}

function removeLaterDays(state: HistoryState, market: string, halfHour: number): number {
  const later = observationsOf(state, market).filter((observation) => isInFuture(observation.halfHour, halfHour));
  if (later.length > 0) state.database.batch(removeObservations(market, later));
  forget(state, market, later);
  return later.length;
}

function forget(state: HistoryState, market: string, removed: readonly Observation[]): void {
  state.observations.set(
    market,
    observationsOf(state, market).filter((observation) => !removed.includes(observation)),
  );
  if (removed.some((observation) => observation.halfHour === state.columns.get(market)?.halfHour))
    state.columns.delete(market);
}

function removeFinishedFuture(state: HistoryState, market: string, halfHour: number): number {
  const { database } = state;
  const today = dayOfHalfHour(halfHour);
  const since = loadMeta(database, `behind:${market}`);
  if (since === undefined || since >= today) {
    if (since !== today) database.batch([setMeta(`behind:${market}`, today)]);
    return 0;
  }
  const later = observationsOf(state, market).filter((observation) => dayOfHalfHour(observation.halfHour) >= today);
  const days = (state.rolledUntil.get(market) ?? today) - today + 1;
  database.batch([
    ...removeObservations(market, later),
    { sql: 'DELETE FROM recent WHERE market = ? AND day >= ?', params: [market, today] },
    ...removeDays(state, market, today),
    setMeta(`rolled:${market}`, today - 1),
    setMeta(`behind:${market}`, undefined),
  ]);
  state.rolledUntil.set(market, today - 1);
  forget(state, market, later);
  return later.length + days;
}

/** The statements that remove the daily prices of a market from a day on. */
function removeDays({ database, items, blockItems }: HistoryState, market: string, day: number): SqlStatement[] {
  const { month, index } = monthOfDay(day);
  const cut = (section: Uint8Array): Uint8Array => encodeMonth(decodeMonth(section).slice(0, index));
  const months = loadMonths(database, { market, month, from: 0, to: Math.ceil(items.length / blockItems) });
  return [
    { sql: 'DELETE FROM days WHERE market = ? AND month > ?', params: [market, month] },
    ...[...months].map(([block, data]) => {
      const sections = [...decodeSections(data)].map(([place, section]) => [place, cut(section)] as const);
      return saveMonth({ market, month, block }, new Map(sections));
    }),
  ];
}
