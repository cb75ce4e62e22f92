import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { build } from 'vite';
import { expect, onTestFinished } from 'vitest';
import type { D1Database } from '#relay/history/d1.ts';
import { get, key, type RawResponse } from './test-relay.ts';
import { type Script, startUpstream, type Upstream } from './upstream.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let bundled: Promise<string> | undefined;

/** The Worker as one module; only the modules of workerd stay external. */
export const bundleWorker = (): Promise<string> => {
  bundled ??= bundle();
  return bundled;
};

async function bundle(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'webworker' },
    build: { ssr: 'src/relay/cloudflare.ts', write: false, rolldownOptions: { external: [/^node:/] } },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  if (chunks.length !== 1 || chunks[0]?.type !== 'chunk') throw new Error('the Worker is not one module');
  return chunks[0].code;
}

export const workerToken = 'a-token-of-mine-1';

export interface WorkerFixture {
  readonly get: (target: string, headers?: Record<string, string>) => Promise<RawResponse>;
  readonly upstream: Upstream;
  readonly lines: string[];
  /** Restarts the Worker, and the object that polls, with the same storage. */
  readonly restart: () => Promise<void>;
  /** Asks one of the further isolates, by its number, or the one without the object. */
  readonly askIsolate: (which: number | 'alone', target: string) => Promise<Response>;
  /** Fires the cron trigger. */
  readonly tick: () => Promise<void>;
  /** The Worker's own D1 database. */
  readonly database: () => Promise<D1Database>;
}

/** The methods of a Worker that tests call; miniflare's own type needs the globals of Cloudflare. */
interface MiniflareWorker {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly scheduled: (event: { readonly cron: string }) => Promise<{ readonly outcome: string }>;
}

export interface WorkerOptions {
  readonly bindings?: Record<string, string>;
  /** Further Workers with the same object and storage, each an isolate of its own. */
  readonly isolates?: number;
  /** One more Worker with the same storage, whose object fails. */
  readonly hasOneAlone?: boolean;
  readonly keepsHistory?: boolean;
  /** A folder that outlives the process. */
  readonly folder?: string;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-workerd-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Workers in workerd before a stub of the price API. */
export async function startWorker(upstreamDoes: Script, given: WorkerOptions = {}): Promise<WorkerFixture> {
  const upstream = await startUpstream(upstreamDoes);
  const lines: string[] = [];
  const options = await toOptions(upstream.url, given, (line) => lines.push(line));
  let miniflare = new Miniflare(options);
  onTestFinished(async () => {
    await miniflare.dispose();
    await upstream.close();
  });
  let base = await miniflare.ready;
  return {
    upstream,
    lines,
    get: (target, headers) => get(new URL(target, base).href, { Authorization: `Bearer ${workerToken}`, ...headers }),
    async restart() {
      await miniflare.dispose();
      miniflare = new Miniflare(options);
      base = await miniflare.ready;
    },
    async askIsolate(which, target) {
      const isolate = (await miniflare.getWorker(`isolate-${which}`)) as unknown as MiniflareWorker;
      const answer = await isolate.fetch(`http://relay${target}`, {
        headers: { Authorization: `Bearer ${workerToken}` },
      });
      return new Response(await answer.arrayBuffer(), { status: answer.status });
    },
    async tick() {
      const worker = (await miniflare.getWorker('relay')) as unknown as MiniflareWorker;
      expect((await worker.scheduled({ cron: '* * * * *' })).outcome).toBe('ok');
    },
    database: () => miniflare.getD1Database('HISTORY', 'relay'),
  };
}

const failingObject = `
  export class Poller { fetch() { throw new Error('this object fails'); } }
  export default { fetch: () => new Response() };
`;

async function toOptions(
  upstreamUrl: string,
  { bindings = {}, isolates = 0, hasOneAlone = false, keepsHistory = false, folder }: WorkerOptions,
  report: (line: string) => void,
): Promise<MiniflareOptions> {
  const worker = {
    modules: true as const,
    script: await bundleWorker(),
    compatibilityDate: '2026-05-01',
    compatibilityFlags: ['nodejs_compat'],
    kvNamespaces: { SNAPSHOTS: 'snapshots' },
    ...(keepsHistory && { d1Databases: { HISTORY: 'history' } }),
    bindings: {
      PRICE_API_URL: upstreamUrl,
      PRICE_API_KEY: key,
      RELAY_TOKENS: workerToken,
      RELAY_POLL_SECONDS: '0.2',
      RELAY_RATES_URL: 'off',
      ...bindings,
    },
  };
  const poller = { className: 'Poller', useSQLite: true };
  return {
    host: '127.0.0.1',
    port: 0,
    ...(folder && { defaultPersistRoot: folder }),
    handleRuntimeStdio: (...streams: NodeJS.ReadableStream[]) => {
      for (const stream of streams) stream.on('data', (part) => report(String(part)));
    },
    workers: [
      { ...worker, name: 'relay', durableObjects: { POLLER: poller } },
      ...Array.from({ length: isolates }, (_, at) => ({
        ...worker,
        name: `isolate-${at}`,
        durableObjects: { POLLER: { ...poller, scriptName: 'relay' } },
      })),
      ...(hasOneAlone
        ? [
            { ...worker, name: 'isolate-alone', durableObjects: { POLLER: { ...poller, scriptName: 'failing' } } },
            { name: 'failing', modules: true as const, script: failingObject, durableObjects: { POLLER: poller } },
          ]
        : []),
    ],
  };
}
