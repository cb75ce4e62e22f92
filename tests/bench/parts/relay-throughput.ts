import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '#demo/until.ts';
import { endpoints } from '#protocol/price-api.ts';
import { answers, startUpstream } from '../../relay/upstream.ts';
import { alternate, contender } from '../contenders.ts';
import type { Part } from '../part.ts';
import { startNginx, startRelay, token } from '../servers.ts';

const limit = { unit: 'a second', atLeast: true, against: 'times floor' } as const;
const mostRuns = 5;
const seconds = 3;
const authorization = `Authorization: Bearer ${token}`;
const accepted = 'Accept-Encoding: gzip, deflate, br, zstd';

/** Requests that one relay process answers, beside one process of nginx with a file of the same size. Needs both and wrk. */
export const relayThroughput: Part = {
  browsers: [],
  metrics: {
    notModified: { what: 'Relay, one process: 304s', budget: 0.3, floor: 'nginx, log on', ...limit },
    whole: { what: 'Relay, one process: cached 200s', budget: 0.85, floor: 'nginx, a file of that size', ...limit },
  },
  measure: async ({ market, runs }) => {
    const nginxProgram = ['nginx', '/usr/sbin/nginx'].find((program) => !spawnSync(program, ['-v']).error);
    if (!nginxProgram || spawnSync('wrk', ['-v']).error) throw new Error('needs nginx and wrk');
    await using stack = new AsyncDisposableStack();
    const upstream = stack.adopt(await startUpstream(answers(market.body)), (server) => server.close());
    const relay = stack.adopt(await startRelay(upstream.url), (server) => server.stop());
    const prices = relay.url + endpoints.partner;
    const { etag, bytes } = await waitForBestBrotli(prices);
    const nginx = stack.adopt(await startNginx(nginxProgram, new Uint8Array(bytes)), (server) => server.stop());
    const file = `${nginx.url}/body`;
    const fileTag = (await fetch(file)).headers.get('ETag') ?? '';
    const rates = (url: string, ...headers: readonly string[]) => contender(() => load(url, headers, runs));
    const all = {
      relay304: rates(prices, authorization, accepted, `If-None-Match: ${etag}`),
      nginx304: rates(file, `If-None-Match: ${fileTag}`),
      relay200: rates(prices, authorization, accepted),
      nginx200: rates(file, accepted),
    };
    await alternate(Math.min(mostRuns, runs), Object.values(all));
    return {
      notModified: { ours: all.relay304.results, floor: all.nginx304.results },
      whole: { ours: all.relay200.results, floor: all.nginx200.results },
    };
  },
};

/** Requests a second of wrk with one thread and 32 connections. @throws Error when wrk meets errors. */
async function load(url: string, headers: readonly string[], runs: number): Promise<number> {
  const options = ['-t1', '-c32', `-d${runs === 1 ? 1 : seconds}`, ...headers.flatMap((header) => ['-H', header])];
  const { stdout } = await promisify(execFile)('wrk', [...options, url]);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk met errors:\n${stdout}`);
  return rate;
}

/** Waits until brotli's best level is made, so that it does not run beside the measurement. */
async function waitForBestBrotli(url: string): Promise<{ etag: string; bytes: number }> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'br' };
  const fetchOnce = async () => {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    const bytes = Number(response.headers.get('Content-Length'));
    return { etag: response.headers.get('ETag') ?? '', bytes };
  };
  const first = await fetchOnce();
  return until(
    'brotli’s best level',
    async () => {
      const now = await fetchOnce();
      return now.bytes < first.bytes ? now : undefined;
    },
    { limitMs: 120_000, pauseMs: 500 },
  );
}
