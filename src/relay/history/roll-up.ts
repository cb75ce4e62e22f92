import { decodeSections, encodeSections } from '#relay/history/block.ts';
import { bytesColumn, numberColumn, type SqlStatement } from '#relay/history/database.ts';
import { byBlock, dayOfLooks, seriesOfMoments } from '#relay/history/moments.ts';
import { type Look, rolledPrefix } from '#relay/history/schema.ts';
import { type DayPrices, decodeMonth, encodeLooks, encodeMonth } from '#relay/history/series.ts';
import { forBlockRanges, type GiveWay, type HistoryState, looksOf } from '#relay/history/state.ts';
import { dayOfSlot, keptDays, monthOfDay, recentDays, slotsPerDay } from '#relay/history/time.ts';

/**
 * Turns the moments of finished days into half-hourly and daily prices, and removes what is older than it is kept. Each
 * step is a transaction, so a process that is killed between two steps goes on at the next start.
 * @param today the present day, UTC
 * @throws Error when the database refuses
 */
export async function rollUp(state: HistoryState, today: number, giveWay: GiveWay): Promise<void> {
  for (const market of state.looks.keys()) {
    const rolledUntil = state.rolledUntil.get(market) ?? -1;
    const days = new Set(looksOf(state, market).map(({ slot }) => dayOfSlot(slot)));
    for (const day of days) {
      if (day < today && day > rolledUntil) await rollUpDay(state, { market, day, today }, giveWay);
    }
  }
}

interface MarketDay {
  readonly market: string;
  readonly day: number;
  readonly today: number;
}

async function rollUpDay(state: HistoryState, { market, day, today }: MarketDay, giveWay: GiveWay): Promise<void> {
  const { database } = state;
  const [first, end] = [day * slotsPerDay, (day + 1) * slotsPerDay];
  const looks = looksOf(state, market).filter(({ slot }) => slot >= first && slot < end);
  const oldestMonth = monthOfDay(today - keptDays).month;
  await forBlockRanges(state, giveWay, async (from, to) => {
    const range = 'market = ? AND block >= ? AND block < ?';
    await database.batch([
      ...(await rollUpBlocks(state, { market, day, looks, from, to })),
      {
        sql: `DELETE FROM moments WHERE ${range} AND slot >= ? AND slot < ?`,
        params: [market, from, to, first, end],
      },
      { sql: `DELETE FROM recent WHERE ${range} AND day < ?`, params: [market, from, to, today - recentDays] },
      { sql: `DELETE FROM days WHERE ${range} AND month < ?`, params: [market, from, to, oldestMonth] },
    ]);
  });
  // The looks of the days after this one are still needed, however old they are.
  const oldestLook = Math.min(today - recentDays, day + 1) * slotsPerDay;
  await database.batch([
    { sql: 'INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', params: [rolledPrefix + market, String(day)] },
    { sql: 'DELETE FROM looks WHERE market = ? AND slot < ?', params: [market, oldestLook] },
  ]);
  state.rolledUntil.set(market, day);
  state.looks.set(
    market,
    looksOf(state, market).filter(({ slot }) => slot >= oldestLook),
  );
}

interface BlockRange extends Omit<MarketDay, 'today'> {
  readonly looks: readonly Look[];
  readonly from: number;
  readonly to: number;
}

/** The statements that add one finished day of some blocks to `recent` and `days`. */
async function rollUpBlocks(
  { database }: HistoryState,
  { market, day, looks, from, to }: BlockRange,
): Promise<SqlStatement[]> {
  const { month, index } = monthOfDay(day);
  const moments = await database.all(
    `SELECT block, slot, data FROM moments
      WHERE market = ? AND block >= ? AND block < ? AND slot >= ? AND slot < ?`,
    ...[market, from, to, day * slotsPerDay, (day + 1) * slotsPerDay],
  );
  const months = await loadMonths(database, { market, month, from, to });
  const recent: SqlStatement[] = [];
  const daily: SqlStatement[] = [];
  for (const [block, rows] of byBlock(moments)) {
    const series = seriesOfMoments(looks, rows);
    const sections = new Map([...series].map(([place, prices]) => [place, encodeLooks(prices)]));
    const days = new Map<number, Map<number, DayPrices>>();
    for (const [place, prices] of series) {
      const prices1 = dayOfLooks(prices);
      if (prices1) days.set(place, new Map([[index, prices1]]));
    }
    recent.push({
      sql: 'INSERT OR REPLACE INTO recent (market, block, day, data) VALUES (?, ?, ?, ?)',
      params: [market, block, day, encodeSections(sections)],
    });
    daily.push(saveMonth({ market, month, block }, addDays(months.get(block), days, 'replace')));
  }
  return [...recent, ...daily];
}

interface MonthRange {
  readonly market: string;
  readonly month: number;
  readonly from: number;
  readonly to: number;
}

/** The rows of `days` of some blocks in one month, by block. */
export async function loadMonths(
  database: HistoryState['database'],
  { market, month, from, to }: MonthRange,
): Promise<Map<number, Uint8Array>> {
  const rows = await database.all(
    'SELECT block, data FROM days WHERE market = ? AND block >= ? AND block < ? AND month = ?',
    ...[market, from, to, month],
  );
  return new Map(rows.map((row) => [numberColumn(row, 'block'), bytesColumn(row, 'data')]));
}

/** New days by the place of their item and their index in the month. */
export type NewDays = ReadonlyMap<number, ReadonlyMap<number, DayPrices>>;

/** Adds days to a block's month. A day that is known already is replaced or kept. */
export function addDays(
  month: Uint8Array | undefined,
  added: NewDays,
  known: 'replace' | 'keep',
): ReadonlyMap<number, Uint8Array> {
  const sections = month ? decodeSections(month) : new Map<number, Uint8Array>();
  for (const [place, days] of added) {
    const section = sections.get(place);
    const series = section ? decodeMonth(section) : [];
    for (const [index, prices] of days) {
      while (series.length <= index) series.push(undefined);
      if (known === 'replace' || !series[index]) series[index] = prices;
    }
    sections.set(place, encodeMonth(series));
  }
  return sections;
}

export const saveMonth = (
  { market, month, block }: { readonly market: string; readonly month: number; readonly block: number },
  sections: ReadonlyMap<number, Uint8Array>,
): SqlStatement => ({
  sql: 'INSERT OR REPLACE INTO days (market, block, month, data) VALUES (?, ?, ?, ?)',
  params: [market, block, month, encodeSections(sections)],
});
