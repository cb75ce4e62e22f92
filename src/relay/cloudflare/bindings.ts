import type { Bytes } from '#protocol/bytes.ts';
import { StartError } from '#protocol/environment.ts';
import { type RelayConfig, readWorkerConfig } from '#relay/config.ts';
import type { D1Database } from '#relay/history/d1.ts';
import { createKvStore, type KvNamespace, type KvStore } from '#relay/storage/kv-store.ts';

/** The methods of a namespace of Durable Objects that the relay uses. */
interface ObjectNamespace {
  readonly idFromName: (name: string) => unknown;
  readonly get: (id: unknown) => ObjectStub;
}

/** A Durable Object as a Worker sees it. */
export interface ObjectStub {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/** A Worker's bindings beside its variables (src/relay/wrangler.jsonc). */
export interface Bindings {
  readonly SNAPSHOTS?: KvNamespace;
  readonly POLLER?: ObjectNamespace;
  /** Without it no history is kept. */
  readonly HISTORY?: D1Database;
  readonly [variable: string]: unknown;
}

/** What a Worker and the object that polls have in common. */
export interface CloudflareSetup {
  readonly config: RelayConfig;
  readonly kv: KvStore;
  /** `undefined` when no history is kept. */
  readonly historyDatabase: D1Database | undefined;
}

/** One line of the log of a Worker. */
export const logLine = (line: Record<string, unknown>): void => console.log(JSON.stringify(line));

/** @throws StartError for a missing or bad variable or binding */
export function readBindings(bindings: Bindings): CloudflareSetup {
  const variables = Object.entries(bindings).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const config = readWorkerConfig(Object.fromEntries(variables));
  const namespace = bindings.SNAPSHOTS;
  if (!namespace) throw new StartError('SNAPSHOTS is missing: the Worker needs a KV namespace');
  const log = (msg: string): void => logLine({ msg });
  return {
    config,
    kv: createKvStore({ namespace, owner: config.priceApi.url, compress: gzip, decompress: gunzip, log }),
    historyDatabase: bindings.HISTORY,
  };
}

const gzip = (bytes: Bytes): Promise<Bytes> => pipe(bytes, new CompressionStream('gzip'));
const gunzip = (bytes: Bytes): Promise<Bytes> => pipe(bytes, new DecompressionStream('gzip'));

const pipe = async (bytes: Bytes, through: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
