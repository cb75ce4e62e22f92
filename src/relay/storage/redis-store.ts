import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { Bytes } from '#protocol/bytes.ts';
import type { PriceApi } from '#relay/config.ts';
import type { RedisConnection } from '#relay/storage/redis-connection.ts';
import type { SharedStore } from '#relay/storage/shared-store.ts';
import { emptySharedState, type SharedState, sharedState } from '#relay/upstream/shared-state.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export interface RedisStoreParts {
  readonly connection: RedisConnection;
  readonly priceApi: PriceApi;
  /** Largest body, in bytes. */
  readonly maxBodyBytes: number;
  /** A relay that was silent for so many ms counts as gone. */
  readonly memberMs: number;
  readonly reportProblem: (problem: string, code: string) => void;
}

/** A shared store, and the hash under which it knows clients. */
export interface RedisSharedStore extends SharedStore {
  readonly hashClient: (id: string) => string;
}

const day = 24 * 60 * 60_000;
/** The state and the bodies of a relay that nobody runs any more go after this time. */
const keepMs = 7 * day;
/** Another relay may still load a body that has been replaced. */
const replacedMs = 5 * 60_000;

/** Replaces a value if it still begins with the signature that was read. */
const compareAndSet = `
local value = redis.call('GET', KEYS[1])
if (value and string.sub(value, 1, 64) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** After so many changes of others in succession something is wrong with the store. */
const maxAttempts = 100;

/**
 * The store of relays with the same price API and key, in Redis or Valkey. Names and signatures derive from the key, so
 * relays with different keys do not meet, and whoever can write to the server but does not have the key cannot make up
 * prices: the state is signed, and names each body by its SHA-256. The key itself is not in the store.
 */
export function createRedisStore(parts: RedisStoreParts): RedisSharedStore {
  const { connection, memberMs } = parts;
  const derive = (purpose: string, text: string): string =>
    createHmac('sha256', parts.priceApi.key)
      .update(`skinlens ${purpose}\n${parts.priceApi.url}\n${text}`)
      .digest('hex');
  const prefix = `skinlens:{${derive('name', '').slice(0, 24)}}`;
  const [stateName, membersName] = [`${prefix}:state`, `${prefix}:relays`];
  const bodyName = (source: string, version: string): string =>
    `${prefix}:body:${derive('body', `${source}\n${version}`).slice(0, 32)}`;
  const signed = (json: string): string => derive('state', json) + json;
  const relayId = randomUUID();
  const read = (value: Buffer | null): { state: SharedState; signature: string } => {
    const text = value?.toString('utf8') ?? '';
    const signature = text.slice(0, 64);
    const state = text === '' ? emptySharedState : parseSigned(text, signed);
    if (!state) parts.reportProblem('the shared state is foreign and is ignored', 'bad-signature');
    return { state: state ?? emptySharedState, signature };
  };
  return {
    relayId,
    hashClient: (id) => derive('client', id).slice(0, 24),
    async update(change) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const [time, value] = await connection.run((client) => client.multi().time().get(stateName).execTyped());
        const { state, signature } = read(value);
        const { state: next, result } = change(state, toMs(time));
        if (!next) return result;
        const args = [signature, signed(JSON.stringify(next)), String(keepMs)];
        const isDone = await connection.run((client) =>
          client.eval(compareAndSet, { keys: [stateName], arguments: args }),
        );
        if (isDone === 1) return result;
      }
      throw new Error('too many changes at once');
    },
    async loadBody(source, version) {
      const packed = await connection.run((client) => client.get(bodyName(source, version)));
      if (!packed) return undefined;
      const bytes: Bytes = await decompress(packed, { maxOutputLength: parts.maxBodyBytes });
      return (await versionOf(bytes)) === version ? bytes : undefined;
    },
    async saveBody(source, version, { bytes }) {
      const packed = await compress(bytes);
      const expiration = { type: 'PX', value: keepMs } as const;
      await connection.run((client) => client.set(bodyName(source, version), packed, { expiration }));
    },
    keepBody: async (source, version) =>
      (await connection.run((client) => client.pExpire(bodyName(source, version), keepMs))) === 1,
    async dropBody(source, version) {
      await connection.run((client) => client.pExpire(bodyName(source, version), replacedMs));
    },
    ...createMembers(connection, membersName, relayId, memberMs),
  };
}

/** The relays that were seen lately, by the time of the server. */
function createMembers(
  connection: RedisConnection,
  name: string,
  relayId: string,
  memberMs: number,
): Pick<SharedStore, 'meet' | 'leave'> {
  return {
    async meet() {
      const now = toMs(await connection.run((client) => client.time()));
      const seen = await connection.run((client) =>
        client
          .multi()
          .zAdd(name, { score: now, value: relayId })
          .zRemRangeByScore(name, '-inf', now - memberMs)
          .pExpire(name, keepMs)
          .zRange(name, 0, -1)
          .execTyped(),
      );
      return seen[3].map(String).sort();
    },
    async leave() {
      await connection.run((client) => client.zRem(name, relayId));
    },
  };
}

/** Redis tells seconds and microseconds. */
const toMs = ([seconds, micros]: readonly (Buffer | string)[]): number =>
  Number(String(seconds)) * 1000 + Math.floor(Number(String(micros)) / 1000);

/** `undefined` unless the text was signed by a relay with the same key and has the shape of a state. */
function parseSigned(text: string, signed: (json: string) => string): SharedState | undefined {
  const expected = Buffer.from(signed(text.slice(64)));
  const given = Buffer.from(text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parsed = sharedState.safeParse(JSON.parse(text.slice(64)));
  return parsed.success ? parsed.data : undefined;
}

/** As the id of a snapshot. */
const versionOf = async (bytes: Bytes): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');
