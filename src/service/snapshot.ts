import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type MarketId, marketIds, markets } from '#core/markets.ts';
import { type MarketEntry, pricesBody } from '#protocol/price-api.ts';
import { isMarketEntry } from '#protocol/row-check.ts';
import { byField, type MarketColumns, type MarketSource, type MarketState } from '#service/market.ts';
import type { SnapshotFile } from '#service/snapshot-file.ts';

const envelope = z.extend(pricesBody, {
  updated_at: z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((time: string) => new Date(time).toISOString()),
  ),
});

const itemRow = z.record(z.string(), z.unknown());
const maybeEntry = z.nullish(z.custom<MarketEntry>(isMarketEntry));
const maybeNumber = z.nullish(z.number());

/** An entry with a price in cents or coins, here called `value`. */
interface PricedEntry extends MarketEntry {
  readonly value: number;
}

type Entries = Readonly<Partial<Record<MarketId, PricedEntry>>>;

/** `undefined` without a price, which 0, null and a missing key all mean. */
function readEntry(id: MarketId, json: unknown): PricedEntry | undefined {
  const entry = maybeEntry.parse(json);
  const value = markets[id].unit === 'coins' ? entry?.coins : entry?.price;
  return value ? { ...entry, value } : undefined;
}

function readEntries(row: z.infer<typeof itemRow>): Entries {
  const entries: Partial<Record<MarketId, PricedEntry>> = {};
  for (const id of marketIds) {
    const entry = readEntry(id, row[id]);
    if (entry) entries[id] = entry;
  }
  return entries;
}

const columnsOf = (items: readonly Entries[], id: MarketId): MarketColumns => ({
  value: (item) => items[item]?.[id]?.value,
  ...byField((key) => (item) => items[item]?.[id]?.[key] ?? undefined),
});

/**
 * Parses a body in the shape of a full `/api/prices` response; unknown markets are ignored.
 * @throws SyntaxError, TypeError or ZodError when the bytes are not JSON in UTF-8, or of another shape anywhere
 */
export function parseSnapshot(bytes: Uint8Array): MarketState {
  const { updated_at, items } = envelope.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  const rows = Object.values(items).map((item) => itemRow.parse(item));
  const entries = rows.map(readEntries);
  const liquidity = rows.map((row) => maybeNumber.parse(row['liquidity']) ?? undefined);
  return {
    version: hash('sha256', bytes),
    updatedAt: updated_at,
    names: Object.keys(items),
    liquidity: (item) => liquidity[item],
    market: (id) => columnsOf(entries, id),
  };
}

/**
 * Serves a snapshot file and checks at every request whether it has changed. An unreadable file is reported once, and the
 * last good snapshot stays.
 */
export function createSnapshotMarket(file: SnapshotFile, report: (error: unknown) => void): MarketSource {
  let state: MarketState | undefined;
  let lastStamp: string | undefined;
  let updating: Promise<void> | undefined;
  const update = async (): Promise<void> => {
    const stamp = await file.stamp().catch((error: unknown) => `missing: ${String(error)}`);
    if (stamp === lastStamp) return;
    lastStamp = stamp;
    try {
      state = parseSnapshot(await file.read());
    } catch (error) {
      report(new Error('the snapshot cannot be read; what was there before goes on', { cause: error }));
    }
  };
  return async () => {
    updating ??= update().finally(() => {
      updating = undefined;
    });
    await updating;
    return state;
  };
}
