import { EventEmitter } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createConfigStore } from '#relay/admin/config-store.ts';
import { createViewComparer } from '#relay/alerts/view-rows.ts';
import { readConfig } from '#relay/config.ts';
import { inspectBody } from '#relay/feeds/body-thread.ts';
import { limitsFor } from '#relay/limits.ts';
import { assembleRelay } from '#relay/relay.ts';
import { createStorageWork, type StorageWork, sqliteText } from '#relay/store/storage-file.ts';
import { StorageError, type StorageThread } from '#relay/store/storage-thread.ts';
import { type Actor, type Clock, createActor, end } from './clock.ts';
import type { Network } from './network.ts';
import { apiKey } from './price-api.ts';
import type { SharedServer } from './shared.ts';

export const addresses = {
  priceApi: 'https://prices.example',
  channel: 'https://ntfy.example',
  relays: ['http://localhost:8787', 'http://localhost:8788', 'http://localhost:8789'],
} as const;

/** Prices move so often. A relay that asks each minute would cost more than all else. */
export const pollMs = 900_000;

/** Work that writes, and so needs room. */
const writes: ReadonlySet<string> = new Set([
  'saveAnswer',
  'confirmAnswer',
  'saveDocument',
  'record',
  'saveAlerts',
  'writeText',
]);

/** A disk that may be full or hang. It stays when its relay ends. */
function createDisk(clock: Clock, folder: string) {
  const state = { now: 'well' as 'well' | 'full' | 'hangs' };
  let works: StorageWork | undefined;
  const open = (limitMs: number): StorageThread => {
    const opened = createStorageWork({ path: join(folder, 'relay.db') });
    works = opened;
    return {
      ask: (async (kind: keyof StorageWork, ...args: never[]) => {
        await clock.sleep(state.now === 'hangs' ? limitMs : 1);
        if (state.now === 'hangs') throw new StorageError('disk-stalled');
        if (state.now === 'full' && writes.has(kind)) throw new StorageError('database or disk is full');
        try {
          return await (opened[kind] as (...args: never[]) => unknown)(...args);
        } catch (error) {
          throw new StorageError(sqliteText(error) ?? String(error));
        }
      }) as StorageThread['ask'],
      isStalled: () => state.now === 'hangs',
      close: async () => opened.close(),
    };
  };
  const path = join(folder, 'relay.db');
  const bytes = () =>
    ['', '-wal'].reduce((sum, end) => sum + (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0), 0);
  return {
    state,
    open,
    bytes,
    pull(): void {
      works?.close();
      works = undefined;
    },
  };
}

export type WorldRelay = ReturnType<typeof createRelay>;

export function createRelay(
  { clock, network, shared }: { clock: Clock; network: Network; shared: SharedServer | undefined },
  { name, url, folder }: { name: string; url: string; folder: string },
) {
  mkdirSync(folder);
  const disk = createDisk(clock, folder);
  const problems: string[] = [];
  const env = {
    PRICE_API_URL: addresses.priceApi,
    PRICE_API_KEY: apiKey,
    RELAY_CACHE_DIR: folder,
    RELAY_POLL_SECONDS: String(pollMs / 1000),
    RELAY_RATES_URL: 'off',
    RELAY_NOTICES_URL: 'off',
    RELAY_LOG: 'off',
    RELAY_PORT: new URL(url).port,
  };
  const file = { alerts: { kind: 'ntfy' as const, url: `${addresses.channel}/topic` } };
  let process: Actor | undefined;
  let [startedAt, endedAt] = [0, 0];
  const start = async (): Promise<void> => {
    const actor = clock.actor();
    process = actor;
    startedAt = clock.now();
    const config = { ...readConfig(env, file), version: '0.1.0', notices: undefined };
    const limits = { ...limitsFor(4096), storeCheckMs: 30_000 };
    const storage = disk.open(limits.diskTimeoutMs);
    const opened = { path: join(folder, 'relay.json'), file, text: undefined };
    const compareViews = createViewComparer();
    const parts = {
      storage,
      logger: { info: () => undefined },
      logRequest: () => undefined,
      logProblem: (problem: string, code: string) => void problems.push(`${problem} (${code})`),
      bodyProcessor: {
        inspect: async (...asked: Parameters<typeof inspectBody>) => inspectBody(...asked),
        compareViews: async (...asked: Parameters<typeof compareViews>) => compareViews(...asked),
      },
      connection: shared?.connect(),
    };
    const setup = { configStore: createConfigStore(opened, storage), autostart: undefined };
    const { relay, page } = await assembleRelay(env, config, limits, parts as never, setup);
    page.listening(url, undefined);
    network.servers.set(url, {
      actor,
      async handle(request) {
        const { pathname, search, host } = new URL(request.url);
        request.headers.set('Host', host);
        const socket = Object.assign(new EventEmitter(), { remoteAddress: '127.0.0.1' });
        const incoming = { url: pathname + search, httpVersion: '1.1', socket };
        const response = await relay.fetch(request, { incoming, outgoing: new EventEmitter() } as never);
        socket.emit('close');
        return response;
      },
    });
  };
  return {
    name,
    url,
    disk,
    problems,
    changedAt: () => Math.max(startedAt, endedAt),
    isRunning: () => process?.isAlive === true,
    /** Reads the files of its page, which are on the real disk. */
    start: () => clock.as(createActor(name), () => clock.work((done) => start().finally(done))),
    /** As a loss of power: nothing is said to anybody. */
    kill(): void {
      end(process);
      endedAt = clock.now();
      disk.pull();
    },
  };
}
