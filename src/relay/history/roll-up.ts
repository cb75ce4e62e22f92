import { isCounts } from '#relay/history/read.ts';
import {
  forBlockRanges,
  type HistoryState,
  loadMeta,
  type Observation,
  observationsOf,
  setMeta,
} from '#relay/history/schema.ts';
import {
  byBlock,
  dayOfHalfHours,
  decodeMonth,
  decodeSections,
  encodeHalfHours,
  encodeMonth,
  encodeSections,
  seriesOfMoments,
} from '#relay/history/series.ts';
import { dayOfHalfHour, halfHoursPerDay, isInFuture, keptDays, monthOfDay, recentDays } from '#relay/history/time.ts';
import { bytesColumn, numberColumn, type SqlDatabase } from '#relay/store/database.ts';

/** Ages count from the finished day: a clock that jumps deletes nothing before a second day. Returns lost months. */
export async function rollUp(state: HistoryState, today: number, isSteady: boolean): Promise<number> {
  let lost = 0;
  for (const market of state.observations.keys()) {
    const rolledUntil = state.rolledUntil.get(market) ?? -1;
    const days = [...new Set(observationsOf(state, market).map(({ halfHour }) => dayOfHalfHour(halfHour)))];
    // A relay that never runs for long has no steady clock: a week waits for one, and no more.
    for (const day of isSteady ? days : days.slice(0, -recentDays)) {
      if (day >= today || day <= rolledUntil) continue;
      lost = Math.max(lost, tooOldMonths(state, { market, day }) - 1);
      await rollUpDay(state, { market, day });
    }
  }
  // A market that is not recorded any more finishes no day of its own: its prices age by the days of the others.
  const newest = Math.max(...state.rolledUntil.values());
  for (const [market, day] of state.rolledUntil) if (day < newest) await forgetOld(state, { market, day: newest });
  // Room that is given back to the disk, not only to the file.
  state.database.all('PRAGMA incremental_vacuum');
  return lost;
}

interface MarketDay {
  readonly market: string;
  readonly day: number;
}

const oldestMonth = (day: number): number => monthOfDay(day - keptDays).month;

/** The months that are too old once a day is finished: as time passes there is one at most. */
function tooOldMonths({ database }: HistoryState, { market, day }: MarketDay): number {
  const months = 'SELECT COUNT(DISTINCT month) AS months FROM days WHERE market = ? AND month < ?';
  const [row] = database.all(months, market, oldestMonth(day));
  return row ? numberColumn(row, 'months') : 0;
}

const ofBlocks = 'market = ? AND block >= ? AND block < ?';

async function rollUpDay(state: HistoryState, { market, day }: MarketDay): Promise<void> {
  const { database } = state;
  const [first, end] = [day * halfHoursPerDay, (day + 1) * halfHoursPerDay];
  const observations = observationsOf(state, market).filter(({ halfHour }) => halfHour >= first && halfHour < end);
  await forBlockRanges(state, (from, to) => {
    const sql = `DELETE FROM moments WHERE ${ofBlocks} AND half_hour >= ? AND half_hour < ?`;
    database.transaction(() => {
      rollUpBlocks(state, { market, day, observations, from, to });
      database.run(sql, market, from, to, first, end);
    });
  });
  database.transaction(() => setFinished(state, market, day));
  state.rolledUntil.set(market, day);
  await forgetOld(state, { market, day });
}

async function forgetOld(state: HistoryState, { market, day }: MarketDay): Promise<void> {
  const { database } = state;
  await forBlockRanges(state, (from, to) =>
    database.transaction(() => {
      database.run(`DELETE FROM recent WHERE ${ofBlocks} AND day < ?`, market, from, to, day - recentDays);
      database.run(`DELETE FROM days WHERE ${ofBlocks} AND month < ?`, market, from, to, oldestMonth(day));
    }),
  );
  const oldest = (day - recentDays) * halfHoursPerDay;
  database.run('DELETE FROM observations WHERE market = ? AND half_hour < ?', market, oldest);
  const kept = observationsOf(state, market).filter(({ halfHour }) => halfHour >= oldest);
  state.observations.set(market, kept);
}

interface Range {
  readonly market: string;
  readonly from: number;
  readonly to: number;
}

type DayOfBlocks = Range & MarketDay & { readonly observations: readonly Observation[] };

function rollUpBlocks({ database }: HistoryState, { market, day, observations, from, to }: DayOfBlocks) {
  const { month, index } = monthOfDay(day);
  const moments = database.all(
    `SELECT block, half_hour, data FROM moments WHERE ${ofBlocks} AND half_hour >= ? AND half_hour < ?`,
    ...[market, from, to, day * halfHoursPerDay, (day + 1) * halfHoursPerDay],
  );
  const months = isCounts(market) ? undefined : loadMonths(database, { market, month, from, to });
  for (const [block, rows] of byBlock(moments)) {
    const series = seriesOfMoments(observations, rows);
    const sections = new Map([...series].map(([place, prices]) => [place, encodeHalfHours(prices)]));
    const sql = 'INSERT OR REPLACE INTO recent (market, block, day, data) VALUES (?, ?, ?, ?)';
    database.run(sql, market, block, day, encodeSections(sections));
    if (months) saveMonth(database, { market, month, block }, addDay(months.get(block), index, series));
  }
}

export function loadMonths(database: SqlDatabase, { market, month, from, to }: Range & { readonly month: number }) {
  const rows = database.all(
    `SELECT block, data FROM days WHERE ${ofBlocks} AND month = ?`,
    ...[market, from, to, month],
  );
  return new Map(rows.map((row) => [numberColumn(row, 'block'), bytesColumn(row, 'data')]));
}

/** Adds a day to a block's month. A day that is known already is replaced. */
function addDay(month: Uint8Array | undefined, index: number, prices: ReadonlyMap<number, readonly number[]>) {
  const sections = month ? decodeSections(month) : new Map<number, Uint8Array>();
  for (const [place, ofDay] of prices) {
    const day = dayOfHalfHours(ofDay);
    if (!day) continue;
    const section = sections.get(place);
    const days = section ? decodeMonth(section) : [];
    while (days.length <= index) days.push(undefined);
    days[index] = day;
    sections.set(place, encodeMonth(days));
  }
  return sections;
}

export const saveMonth = (
  database: SqlDatabase,
  { market, month, block }: { readonly market: string; readonly month: number; readonly block: number },
  sections: ReadonlyMap<number, Uint8Array>,
) =>
  database.run(
    'INSERT OR REPLACE INTO days (market, block, month, data) VALUES (?, ?, ?, ?)',
    ...[market, block, month, encodeSections(sections)],
  );

/** Observations of the present day that only a clock that was ahead can have made. */
export const laterToday = (state: HistoryState, market: string, halfHour: number): readonly Observation[] =>
  observationsOf(state, market).filter(
    ({ halfHour: at }) => isInFuture(at, halfHour) && dayOfHalfHour(at) === dayOfHalfHour(halfHour),
  );

export function removeObservations({ database }: HistoryState, market: string, gone: readonly Observation[]): void {
  const [first, last] = [gone[0], gone.at(-1)];
  if (!first || !last) return;
  for (const table of ['observations', 'moments']) {
    const sql = `DELETE FROM ${table} WHERE market = ? AND half_hour >= ? AND half_hour <= ?`;
    database.run(sql, market, first.halfHour, last.halfHour);
  }
}

/** Finished days wait for a second day on which the clocks agree, for it may be the present clock that is wrong. */
export function removeFuture(state: HistoryState, halfHour: number): number {
  const today = dayOfHalfHour(halfHour);
  let removed = 0;
  for (const [market, observations] of state.observations) {
    const rolledUntil = state.rolledUntil.get(market) ?? -1;
    const days = rolledUntil > today ? rolledUntil - today + 1 : 0;
    if (days > 0 && !isSecondDay(state, market, today)) continue;
    const later = observations.filter(({ halfHour: at }) =>
      // A finished day is stored by the number of its observations.
      days > 0 ? dayOfHalfHour(at) >= today : isInFuture(at, halfHour) && dayOfHalfHour(at) > rolledUntil,
    );
    if (later.length + days === 0) continue;
    state.database.transaction(() => {
      removeObservations(state, market, later);
      if (days > 0) removeDays(state, market, today);
    });
    if (days > 0) state.rolledUntil.set(market, today - 1);
    const kept = observations.filter((one) => !later.includes(one));
    state.observations.set(market, kept);
    removed += later.length + days;
  }
  return removed;
}

/** Whether an earlier day has noted finished days of a market in the future; notes the first such day. */
function isSecondDay({ database }: HistoryState, market: string, today: number): boolean {
  const since = loadMeta(database, `behind:${market}`);
  if (since !== undefined && since < today) return true;
  setMeta(database, `behind:${market}`, today);
  return false;
}

function removeDays(state: HistoryState, market: string, day: number): void {
  const { database, items, blockItems } = state;
  const { month, index } = monthOfDay(day);
  const cut = (section: Uint8Array): Uint8Array => encodeMonth(decodeMonth(section).slice(0, index));
  const months = loadMonths(database, { market, month, from: 0, to: Math.ceil(items.length / blockItems) });
  database.run('DELETE FROM recent WHERE market = ? AND day >= ?', market, day);
  database.run('DELETE FROM days WHERE market = ? AND month > ?', market, month);
  for (const [block, data] of months) {
    const sections = [...decodeSections(data)].map(([place, section]) => [place, cut(section)] as const);
    saveMonth(database, { market, month, block }, new Map(sections));
  }
  setFinished(state, market, day - 1);
}

/** A clock that finishes a day is not behind: what an earlier one noted goes. */
function setFinished({ database }: HistoryState, market: string, day: number): void {
  setMeta(database, `rolled:${market}`, day);
  database.run('DELETE FROM meta WHERE name = ?', `behind:${market}`);
}
