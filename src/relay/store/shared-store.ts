import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';
import type { Bytes } from '#protocol/bytes.ts';
import type { PriceApi } from '#relay/config.ts';
import { upstreamReasonNames } from '#relay/feeds/failure-reasons.ts';
import { snapshotIdOf } from '#relay/feeds/snapshot.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { RedisConnection } from '#relay/store/redis-connection.ts';
import { beginScript, checkScript, endScript, renewScript } from '#relay/store/shared-scripts.ts';
import { isSameSecret } from '#relay/token-hash.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** How a feed's last request went, and its last good data. Times are ms of the store's clock. */
const feedRecord = z.object({
  failures: z.number(),
  fewerItems: z._default(z.number(), 0),
  failure: z.optional(z.object({ reason: z.enum(upstreamReasonNames), status: z.optional(z.number()) })),
  data: z.optional(
    z.object({
      version: z.string(),
      etag: z.optional(z.string()),
      lastModified: z.number(),
      confirmedAt: z.number(),
    }),
  ),
});

export type SharedRecord = z.infer<typeof feedRecord>;

const pauseReason = z.enum([...upstreamReasonNames, 'store-away']);
const text = z.pipe(z.instanceof(Buffer), z.transform(String));
const head = [z.number(), text, text, z.number(), z.number()] as const;
const checked = z.tuple([...head]);
const begun = z.tuple([...head, z.number(), text, z.number(), text]);

/** What the store knows of the key. */
export interface SharedKey {
  /** The store's clock, in ms. */
  readonly now: number;
  readonly pause: { readonly reason: z.infer<typeof pauseReason>; readonly ms: number } | undefined;
  readonly isRefused: boolean;
}

export interface LeaseRequest {
  /** Random. */
  readonly id: string;
  readonly source: string;
  readonly ms: number;
  /** The limits of a minute that the request counts against; none for a source without a key. */
  readonly limits: readonly { readonly name: string; readonly perMinute: number }[];
}

export interface LeaseAnswer {
  readonly isGranted: boolean;
  /** Why not: another relay asks upstream now, a pause, a limit; `''` for the feed's own pace. */
  readonly why: string;
  /** The time until that ends, in ms. */
  readonly waitMs: number;
  readonly record: SharedRecord | undefined;
}

interface LeaseEnd {
  readonly id: string;
  readonly source: string;
  /** No request before, in ms. */
  readonly pauseMs: number;
  readonly record: SharedRecord;
  /** A body that the store does not have yet. */
  readonly bytes: Bytes | undefined;
  readonly isKeyRefused: boolean | undefined;
  readonly keepMs: number;
}

/** The place where relays with the same key meet. Every method rejects while it does not answer. */
export interface SharedStore {
  readonly check: (own: SharedKey['pause']) => Promise<SharedKey>;
  readonly begin: (own: SharedKey['pause'], request: LeaseRequest) => Promise<SharedKey & LeaseAnswer>;
  readonly renew: (request: LeaseRequest) => Promise<unknown>;
  readonly end: (own: SharedKey['pause'], end: LeaseEnd) => Promise<unknown>;
  /** `undefined` when there is no such body, or another one by now. */
  readonly loadBody: (source: string, version: string) => Promise<Bytes | undefined>;
  /** A hash of a client's id that says nothing to whoever reads the store. */
  readonly hashClient: (id: string) => string;
}

export interface SharedStoreDeps {
  readonly connection: RedisConnection;
  readonly priceApi: PriceApi;
  readonly limits: Pick<RelayLimits, 'maxBodyBytes' | 'storeQuietMs'>;
  readonly reportProblem: (problem: string, code: string) => void;
}

/** What nobody uses for so long goes, in ms. */
export const keepMs = 7 * 24 * 60 * 60_000;

/**
 * The store of relays with the same price API and key, in Redis or Valkey. Names and signatures derive from the key, so
 * relays with different keys do not meet, and whoever can write to the server but does not have the key cannot make up
 * prices: records are signed, and name each body by its SHA-256. The key itself is not in the store.
 */
export function openSharedStore({ connection, priceApi, limits, reportProblem }: SharedStoreDeps): SharedStore {
  const derive = (purpose: string, of: string): string =>
    createHmac('sha256', priceApi.key).update(`skinlens ${purpose}\n${priceApi.url}\n${of}`).digest('hex');
  const prefix = `skinlens:{${derive('name', '').slice(0, 24)}}:`;
  /** The epoch that this relay knows. */
  let epoch = '';
  const run = (script: string, names: readonly string[], args: readonly (string | number | Buffer)[]) =>
    connection.run((client) =>
      client.eval(script, {
        keys: names.map((name) => prefix + name),
        arguments: args.map((arg) => (typeof arg === 'number' ? String(arg) : arg)),
      }),
    );
  const ask: typeof run = (script, names, args) =>
    run(script, ['epoch', 'pause', 'refused', ...names], [epoch, limits.storeQuietMs, keepMs, ...args]);
  const ofPause = (pause: SharedKey['pause']) => [pause?.reason ?? '', Math.ceil(pause?.ms ?? 0)];
  const toKey = ([now, seen, reason, ms, refused]: Readonly<z.infer<typeof checked>>): SharedKey => {
    epoch = seen;
    const pause = ms > 0 ? { reason: pauseReason.parse(reason), ms } : undefined;
    return { now, pause, isRefused: refused === 1 };
  };
  const sign = (source: string, json: string): string => derive('record', `${source}\n${json}`) + json;
  const readRecord = (source: string, signed: string): SharedRecord | undefined => {
    const json = signed.slice(64);
    if (signed === '') return undefined;
    const record = isSameSecret(signed, sign(source, json)) ? feedRecord.safeParse(JSON.parse(json)) : undefined;
    if (record?.success) return record.data;
    reportProblem('a shared record is foreign and is ignored', 'bad-signature');
    return undefined;
  };
  return {
    hashClient: (id) => derive('client', id).slice(0, 24),
    check: async (own) => toKey(checked.parse(await ask(checkScript, [], ofPause(own)))),
    async begin(own, { id, source, ms, limits: counted }) {
      const names = [`lease:${source}`, `feed:${source}`, ...counted.map(({ name }) => `used:${name}`)];
      const args = [...ofPause(own), id, ms, ...counted.map(({ perMinute }) => perMinute)];
      const reply = begun.parse(await ask(beginScript, names, args));
      const [now, seen, reason, pauseMs, refused, granted, why, waitMs, record] = reply;
      const key = toKey([now, seen, reason, pauseMs, refused]);
      return { ...key, isGranted: granted === 1, why, waitMs, record: readRecord(source, record) };
    },
    renew: ({ id, source, ms }) => run(renewScript, [`lease:${source}`], [id, ms]),
    async end(own, { id, source, pauseMs, record, bytes, isKeyRefused, keepMs: ms }) {
      const names = [`lease:${source}`, `feed:${source}`, `body:${source}`];
      const body = bytes ? await compress(bytes) : '';
      const refused = isKeyRefused === undefined ? '' : Number(isKeyRefused);
      const signed = sign(source, JSON.stringify(record));
      await ask(endScript, names, [...ofPause(own), id, Math.max(1, Math.ceil(pauseMs)), signed, body, refused, ms]);
    },
    async loadBody(source, version) {
      const packed = await connection.run((client) => client.get(`${prefix}body:${source}`));
      if (!packed) return undefined;
      const bytes: Bytes = await decompress(packed, { maxOutputLength: limits.maxBodyBytes });
      return (await snapshotIdOf(bytes)) === version ? bytes : undefined;
    },
  };
}
