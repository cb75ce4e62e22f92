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
 * Removes what lies in the future: a clock that was ahead has left it. Days that were finished there wait for the second
 * day on which the clocks agree, for it may be the present clock that is wrong.
 * @returns the number of removed observations and days
 */
export function removeFuture(state: HistoryState, halfHour: number): number {
  const today = dayOfHalfHour(halfHour);
  let removed = 0;
  for (const [market, observations] of state.observations) {
    const rolledUntil = state.rolledUntil.get(market) ?? -1;
    const days = rolledUntil > today ? rolledUntil - today + 1 : 0;
    if (days > 0 && !isSecondDay(state, market, today)) continue;
    const later = observations.filter(({ halfHour: at }) =>
      days > 0 ? dayOfHalfHour(at) >= today : isInFuture(at, halfHour),
    );
    if (later.length + days === 0) continue;
    state.database.batch([...removeObservations(market, later), ...(days > 0 ? removeDays(state, market, today) : [])]);
    if (days > 0) state.rolledUntil.set(market, today - 1);
    state.observations.set(
      market,
      observations.filter((observation) => !later.includes(observation)),
    );
    removed += later.length + days;
  }
  return removed;
}

/** Whether an earlier day has noted finished days of a market in the future; notes the first such day. */
function isSecondDay({ database }: HistoryState, market: string, today: number): boolean {
  const since = loadMeta(database, `behind:${market}`);
  if (since !== undefined && since < today) return true;
  database.batch([setMeta(`behind:${market}`, today)]);
  return false;
}

/** The statements that remove the finished prices of a market from a day on. */
function removeDays({ database, items, blockItems }: HistoryState, market: string, day: number): SqlStatement[] {
  const { month, index } = monthOfDay(day);
  const cut = (section: Uint8Array): Uint8Array => encodeMonth(decodeMonth(section).slice(0, index));
  const months = loadMonths(database, { market, month, from: 0, to: Math.ceil(items.length / blockItems) });
  return [
    { sql: 'DELETE FROM recent WHERE market = ? AND day >= ?', params: [market, day] },
    { sql: 'DELETE FROM days WHERE market = ? AND month > ?', params: [market, month] },
    ...[...months].map(([block, data]) => {
      const sections = [...decodeSections(data)].map(([place, section]) => [place, cut(section)] as const);
      return saveMonth({ market, month, block }, new Map(sections));
    }),
    setMeta(`rolled:${market}`, day - 1),
    { sql: 'DELETE FROM meta WHERE name = ?', params: [`behind:${market}`] },
  ];
}
