import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { createMutex } from '#core/asks/concurrency.ts';
import { dayMs } from '#core/prices/age.ts';
import type { Bytes } from '#protocol/bytes.ts';
import type { RelayBase } from '#relay/base.ts';
import type { PriceApi } from '#relay/config.ts';
import type { KeyEffect } from '#relay/feeds/key-limits.ts';
import { type FailureReason, isFailureReason } from '#relay/feeds/outcome.ts';
import { snapshotIdOf } from '#relay/feeds/snapshot.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { RedisClient, RedisConnection } from '#relay/store/redis-connection.ts';
import { askScript, endScript } from '#relay/store/shared-scripts.ts';
import { isSameSecret } from '#relay/token-hash.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** How a feed's last request went, and its last good data. Times are ms of the store's clock. */
const feedRecord = z.object({
  failures: z.number(),
  fewerItems: z.number(),
  failure: z.optional(z.object({ reason: z.custom<FailureReason>(isFailureReason), status: z.optional(z.number()) })),
  data: z.optional(
    z.object({ version: z.string(), etag: z.optional(z.string()), lastModified: z.number(), confirmedAt: z.number() }),
  ),
});

export type SharedRecord = z.infer<typeof feedRecord>;

const pauseReasons = ['rate-limited', 'unauthorized', 'store-away'] as const;
type PauseReason = (typeof pauseReasons)[number];

/** The scripts return only reasons that are signed. */
const signedReason = z.pipe(
  z.transform((signed) => (typeof signed === 'string' && signed.length > 64 ? signed.slice(64) : signed)),
  z.enum(pauseReasons),
);

const answer = z.object({
  now: z.number(),
  epoch: z.string(),
  pause: z.optional(z.object({ reason: signedReason, ms: z.number() })),
  isRefused: z.boolean(),
  /** Why there is no lease: `busy` while another relay asks upstream, the feed's `pace`, a pause or a limit. */
  why: z.optional(z.union([z.enum(['unasked', 'busy', 'pace', 'budget']), signedReason])),
  /** The time until that ends, in ms. */
  waitMs: z._default(z.number(), 0),
  record: z.optional(z.string()),
});

/** What the store knows of the key and of a feed. Without `why`, the relay that asks has the feed's lease. */
export type StoreAnswer = NonNullable<Awaited<ReturnType<SharedStore['ask']>>>;

export interface LeaseRequest {
  readonly id: string;
  readonly source: string;
  /** How long the lease lasts; 0 takes none. */
  readonly ms: number;
  /** No lease or pause of this feed lasts longer, in ms. */
  readonly longestMs: number;
  /** The limits of a minute that the request counts against; none for a source without a key. */
  readonly limits: readonly { readonly name: string; readonly perMinute: number }[];
}

interface LeaseEnd {
  readonly pauseMs: number;
  readonly record: SharedRecord;
  readonly bytes: Bytes | undefined;
  readonly keepMs: number;
  readonly effect: KeyEffect | undefined;
}

export interface SharedStoreDeps extends Pick<RelayBase, 'limits' | 'reportProblem'> {
  readonly connection: RedisConnection;
}

/** The place where relays with the same key meet. What is asked of it is `undefined` while it is away. */
export type SharedStore = ReturnType<typeof openSharedStore>;

/** What nobody uses for so long goes, in ms. */
export const keepMs = 7 * dayMs;

/** Names, signatures and scripts that only relays with this key have. */
function openScripts(priceApi: PriceApi, limits: RelayLimits) {
  const derive = (purpose: string, of: string): string =>
    createHmac('sha256', priceApi.key).update(`skinlens ${purpose}\n${priceApi.url}\n${of}`).digest('hex');
  const prefix = `skinlens:{${derive('name', '').slice(0, 24)}}:`;
  const seen = { epoch: '' };
  const sign = (source: string, json: string): string => derive('record', `${source}\n${json}`) + json;
  const signPause = (reason: PauseReason): string => derive('pause', reason) + reason;
  const signed = [...pauseReasons.map(signPause), derive('refused', '')];
  const run = (
    client: RedisClient,
    script: string,
    names: readonly string[],
    longestMs: number,
    args: readonly (string | number | Buffer)[],
  ) => {
    const all = [seen.epoch, limits.storeQuietMs, keepMs, ...signed, limits.maxRetryAfterMs, longestMs, ...args];
    return client.eval(script, {
      keys: ['epoch', 'pause', 'refused', ...names].map((name) => prefix + name),
      arguments: all.map((arg) => (typeof arg === 'number' ? String(Math.ceil(arg)) : arg)),
    });
  };
  return { derive, prefix, sign, signPause, run, seen };
}

/** Names and signatures derive from the key: whoever can write to the server but has no key cannot make up prices. */
export function openSharedStore({ connection, limits, reportProblem }: SharedStoreDeps, priceApi: PriceApi) {
  const { derive, prefix, sign, signPause, run, seen } = openScripts(priceApi, limits);
  const bodyName = (source: string): string => `${prefix}body:${source}`;
  // What people's own queries take there has its limit, as in this relay's memory: a full store is away for every feed.
  const others = new LRUCache<string, true>({
    maxSize: limits.maxSnapshotBytes,
    noDisposeOnSet: true,
    dispose: (_, source) => void connection.run((client) => client.del(bodyName(source))),
  });
  const readRecord = (source: string, signed: string): SharedRecord | undefined => {
    const json = signed.slice(64);
    const record = isSameSecret(signed, sign(source, json)) ? feedRecord.safeParse(JSON.parse(json)).data : undefined;
    if (!record) reportProblem('a shared record is foreign and is ignored', 'bad-signature');
    return record;
  };
  const ask = async (client: RedisClient, request?: LeaseRequest) => {
    const { id = '', source = '', ms = 0, longestMs = 0, limits: counted = [] } = request ?? {};
    const counters = counted.map(({ name }) => `used:${derive('client', name).slice(0, 24)}`);
    const names = request ? [`lease:${source}`, `feed:${source}`, ...counters] : [];
    const args = [id, ms, ...counted.map(({ perMinute }) => perMinute)];
    const reply = await run(client, askScript, names, longestMs, args);
    const { record, ...known } = answer.parse(JSON.parse(String(reply)));
    seen.epoch = known.epoch;
    return { ...known, record: record === undefined ? undefined : readRecord(source, record) };
  };
  const readBody = async (source: string, version: string): Promise<Bytes | undefined> => {
    // One that is too long is cut: while it came whole, the store would be away for every feed.
    const read = (client: RedisClient) =>
      client.getRange(bodyName(source), 0, limits.maxBodyBytes).catch(() => undefined);
    const packed = await connection.run(read);
    if (!packed?.length || packed.length > limits.maxBodyBytes) return undefined;
    const bytes: Bytes = await decompress(packed, { maxOutputLength: limits.maxBodyBytes });
    return (await snapshotIdOf(bytes)) === version ? bytes : undefined;
  };
  // Whoever writes to the server may put there, for all feeds at once, what unpacks to the most.
  const inTurn = createMutex();
  return {
    isAway: connection.isAway,
    check: () => connection.run((client) => ask(client), true),
    ask: (request: LeaseRequest) => connection.run((client) => ask(client, request)),
    async end(
      { id, source, longestMs }: LeaseRequest,
      { pauseMs, record, bytes, keepMs: ms, effect }: LeaseEnd,
    ): Promise<void> {
      const names = [`lease:${source}`, `feed:${source}`, `body:${source}`];
      const body = bytes ? await compress(bytes) : '';
      if (bytes && ms < keepMs) others.set(source, true, { size: bytes.length });
      const { isRefused, pause } = effect ?? {};
      const refusal = isRefused === undefined ? '' : Number(isRefused);
      const ofKey = [refusal, pause ? signPause(pause.reason) : '', pause?.ms ?? 0];
      const args = [id, Math.max(1, pauseMs), sign(source, JSON.stringify(record)), body, ms, ...ofKey];
      await connection.run((client) => run(client, endScript, names, longestMs, args));
    },
    /** `undefined` also when there is no such body, or another one by now. Rejects for a body that is no zstd or too long. */
    loadBody: (source: string, version: string) => inTurn(() => readBody(source, version)),
  };
}
