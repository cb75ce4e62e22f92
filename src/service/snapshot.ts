import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { coinMarket, type MarketId, marketIds } from '#core/prices/markets.ts';
import {
  commaList,
  type EnvironmentVariables,
  numberFrom,
  portNumber,
  readEnvironment,
  wholeNumber,
} from '#protocol/environment.ts';
import { type RunningServer, startServer } from '#protocol/node-server.ts';
import { type MarketEntry, pricesBody } from '#protocol/price-api.ts';
import { isMarketEntry } from '#protocol/row-check.ts';
import { createServiceApp } from '#service/app.ts';
import { byField, type MarketColumns, type MarketSource, type MarketState } from '#service/market.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';

/** Ten years, well within the range of a Date. */
const longestSeconds = 315_360_000;

const environment = z.object({
  SERVICE_HOST: z._default(z.string(), '127.0.0.1'),
  SERVICE_PORT: z._default(portNumber, 8780),
  SERVICE_API_KEYS: commaList.check(z.minLength(1, 'it names no key')),
  SERVICE_SNAPSHOT: z.optional(z.string().check(z.refine(existsSync, 'there is no such file'))),
  SERVICE_REFRESH_SECONDS: z._default(numberFrom(0.001, longestSeconds), 1800),
  SERVICE_SEED: z._default(wholeNumber, 1),
});

/** @throws StartError when a variable is missing or bad, or the address cannot be bound */
export async function startService(env: EnvironmentVariables): Promise<RunningServer> {
  const report = (error: unknown) => console.error('service:', error);
  const config = readEnvironment(environment, env);
  const market = config.SERVICE_SNAPSHOT
    ? createSnapshotMarket(config.SERVICE_SNAPSHOT, report)
    : createSimulatedMarket({
        asks: await readAsks(),
        seed: config.SERVICE_SEED,
        refreshMs: config.SERVICE_REFRESH_SECONDS * 1000,
        now: Date.now,
      });
  const { fetch } = createServiceApp({ market, keys: config.SERVICE_API_KEYS, now: () => performance.now(), report });
  return startServer({ fetch, host: config.SERVICE_HOST, port: config.SERVICE_PORT });
}

const envelope = z.extend(pricesBody, {
  updated_at: z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((time: string) => new Date(time).toISOString()),
  ),
});

const itemRow = z.record(z.string(), z.unknown());
const maybeEntry = z.nullish(z.custom<MarketEntry>(isMarketEntry));
const maybeNumber = z.nullish(z.number());

type Entries = Readonly<Partial<Record<MarketId, ReturnType<typeof readEntry>>>>;

/** An entry with its price, in cents or coins, as `value`; `undefined` without a price, which 0, null and a missing key all mean. */
function readEntry(id: MarketId, json: unknown) {
  const entry = maybeEntry.parse(json);
  const value = id === coinMarket ? entry?.coins : entry?.price;
  return value ? { ...entry, value } : undefined;
}

const readEntries = (row: z.infer<typeof itemRow>): Entries =>
  Object.fromEntries(marketIds.map((id) => [id, readEntry(id, row[id])]));

const columnsOf = (items: readonly Entries[], id: MarketId): MarketColumns => ({
  value: (item) => items[item]?.[id]?.value,
  ...byField((key) => (item) => items[item]?.[id]?.[key] ?? undefined),
});

/** Unknown markets are ignored. @throws SyntaxError, TypeError or ZodError for bytes that are no UTF-8 JSON or of another shape */
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

/** Checked at every request. An unreadable file is reported once, and the last good snapshot stays. */
export function createSnapshotMarket(path: string, report: (error: unknown) => void): MarketSource {
  let state: MarketState | undefined;
  let lastStamp: string | undefined;
  let updating: Promise<void> | undefined;
  const update = async (): Promise<void> => {
    const stamp = await stampOf(path).catch((error: unknown) => `missing: ${String(error)}`);
    if (stamp === lastStamp) return;
    lastStamp = stamp;
    try {
      state = parseSnapshot(await readFile(path));
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

/** Changes whenever the file may have changed. Rejects when there is no file. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true });
  return `${ino} ${size} ${mtimeNs}`;
}
