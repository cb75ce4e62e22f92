import { createTurns } from '#core/turns.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { changesBody } from '#relay/history/changes.ts';
import type { SqlDatabase } from '#relay/history/database.ts';
import { type ImportedPrice, importPrices } from '#relay/history/import.ts';
import { type HistoryQuery, historyBody, type MarketHistory, readHistory, sinceOf } from '#relay/history/read.ts';
import { type PricesByName, recordLook } from '#relay/history/record.ts';
import { rollUp } from '#relay/history/roll-up.ts';
import { type GiveWay, loadState } from '#relay/history/state.ts';
import { dayOfSlot } from '#relay/history/time.ts';

/** The past of all items on the recorded markets. Every method throws what the database throws. */
export interface History {
  /** Records prices by market at a half hour; answers the markets that were recorded (`recordLook`). */
  readonly record: (markets: ReadonlyMap<string, PricesByName>, slot: number) => Promise<readonly string[]>;
  /** Finishes past days (`rollUp`). */
  readonly rollUp: (slot: number) => Promise<void>;
  readonly read: (query: HistoryQuery, slot: number) => Promise<Record<string, MarketHistory> | undefined>;
  /** The body of `/api/history` (`HistoryBody`); `undefined` for an item that was never recorded. */
  readonly body: (query: HistoryQuery, slot: number) => Promise<Bytes | undefined>;
  /** The body of `/api/changes` (`changesBody`). */
  readonly changes: (slot: number) => Promise<Bytes | undefined>;
  readonly import: (prices: readonly ImportedPrice[]) => Promise<void>;
  readonly summary: () => Promise<HistorySummary>;
}

export interface HistorySummary {
  /** The first day with a price, "2026-11-24"; `undefined` without any. */
  readonly since: string | undefined;
  readonly items: number;
  /** The last recorded half hour by market. */
  readonly lastSlots: Readonly<Record<string, number>>;
}

/** Opens the history in a database. @throws Error or TypeError when the database is broken or foreign */
export async function openHistory(database: SqlDatabase, blockItems: number, giveWay: GiveWay): Promise<History> {
  const state = await loadState(database, blockItems);
  const write = createTurns();
  return {
    record: (markets, slot) => write(() => recordLook(state, slot, markets)),
    rollUp: (slot) => write(() => rollUp(state, dayOfSlot(slot), giveWay)),
    read: (query, slot) => readHistory(state, query, slot),
    body: (query, slot) => historyBody(state, query, slot),
    changes: (slot) => changesBody(state, slot, giveWay),
    import: (prices) => write(() => importPrices(state, prices, giveWay)),
    summary: async () => ({
      since: sinceOf(state),
      items: state.items.length,
      lastSlots: Object.fromEntries([...state.looks].flatMap(([market, looks]) => lastSlotOf(market, looks))),
    }),
  };
}

const lastSlotOf = (market: string, looks: readonly { readonly slot: number }[]): [string, number][] => {
  const slot = looks.at(-1)?.slot;
  return slot === undefined ? [] : [[market, slot]];
};
