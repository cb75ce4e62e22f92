import { spawnSync } from 'node:child_process';
import { endpoints } from '#protocol/price-api.ts';
import { answers, startUpstream } from '../../relay/upstream.ts';
import { shuffledRounds } from '../rounds.ts';
import { type Row, toRow } from '../row.ts';
import { openState, partnerText } from './data.ts';
import { type Server, startBareHono, startNginx, startRelayProcess, token } from './servers.ts';

const part = 'relay: throughput';
const authorization = `Authorization: Bearer ${token}`;
const accepts = 'Accept-Encoding: gzip, deflate, br, zstd';

/** Requests a second that wrk gets through, one thread and 32 connections, loopback only. */
function load(url: string, headers: readonly string[], seconds: number): number {
  const asks = ['-t1', '-c32', `-d${seconds}`, ...headers.flatMap((header) => ['-H', header]), url];
  const { stdout } = spawnSync('wrk', asks, { encoding: 'utf8' });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk met errors:\n${stdout}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`wrk measured nothing at ${url}`);
  return rate;
}

interface Contest {
  readonly relay: Server;
  readonly nginx: Server;
  readonly bare: Server;
  readonly etag: string;
}

/** Waits until brotli's best level is there, so that it does not run beside what is measured. */
async function warm(url: string): Promise<{ etag: string; body: Uint8Array }> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' };
  const take = async () => {
    const got = await fetch(url + endpoints.partner, { headers });
    await got.arrayBuffer();
    return { etag: got.headers.get('ETag') ?? '', bytes: Number(got.headers.get('Content-Length')) };
  };
  const first = await take();
  for (let look = 0; look < 240; look++) {
    const { etag, bytes } = await take();
    if (bytes < first.bytes) return { etag, body: new Uint8Array(bytes) };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('brotli’s best level was not made in two minutes');
}

/** Each measured in turn, so that what else the machine does meets all of them. */
async function compete({ relay, nginx, bare, etag }: Contest, runs: number, seconds: number): Promise<Row[]> {
  const [prices, file] = [relay.url + endpoints.partner, `${nginx.url}/body`];
  const fileTag = spawnSync('curl', ['-sI', file], { encoding: 'utf8' }).stdout.match(/ETag: (\S+)/i)?.[1] ?? '';
  const samples = { relay304: [], nginx304: [], bare304: [], relay200: [], nginx200: [] } satisfies Record<
    string,
    number[]
  >;
  const taken: Record<keyof typeof samples, number[]> = samples;
  const contests: Record<keyof typeof samples, () => number> = {
    nginx304: () => load(file, [`If-None-Match: ${fileTag}`], seconds),
    relay304: () => load(prices, [authorization, accepts, `If-None-Match: ${etag}`], seconds),
    bare304: () => load(`${bare.url}/`, [authorization, accepts, `If-None-Match: ${etag}`], seconds),
    nginx200: () => load(file, [accepts], seconds),
    relay200: () => load(prices, [authorization, accepts], seconds),
  };
  for await (const { thing, keep } of shuffledRounds(runs, Object.keys(samples) as (keyof typeof samples)[])) {
    const rate = contests[thing]();
    keep(() => taken[thing].push(rate));
  }
  const { relay304, nginx304, bare304, relay200, nginx200 } = taken;
  const row = (what: string, budget: number, of: readonly number[], floor: readonly [string, readonly number[]]) =>
    toRow({ part, what, unit: 'a second', budget, atLeast: true, against: 'times floor' }, of, { floor });
  return [
    row('304s, tokens, metrics and log on', 0.5, relay304, ['nginx, log on', nginx304]),
    row('200s, cached brotli', 0.85, relay200, ['nginx, a file of that size', nginx200]),
    toRow({ part, what: '304s of the smallest Hono app on Node', unit: 'a second' }, bare304),
  ];
}

/** The relay against nginx serving the same bytes as a static file; `undefined` programs leave the part out. */
export async function throughput(nginxProgram: string | undefined, runs: number, seconds: number): Promise<Row[]> {
  if (!nginxProgram || spawnSync('wrk', ['-v']).error) return [];
  await using stack = new AsyncDisposableStack();
  const upstream = stack.adopt(await startUpstream(answers(partnerText(await openState()))), (it) => it.close());
  const relay = stack.adopt(await startRelayProcess(upstream.url), (it) => it.stop());
  const bare = stack.adopt(await startBareHono(), (it) => it.stop());
  const { etag, body } = await warm(relay.url);
  const nginx = stack.adopt(await startNginx(nginxProgram, body), (it) => it.stop());
  // The servers stop when this function ends.
  return await compete({ relay, nginx, bare, etag }, runs, seconds);
}
