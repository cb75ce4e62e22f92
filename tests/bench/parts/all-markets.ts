import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import { until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { endpoints, marketDetailsPath } from '#protocol/price-api.ts';
import { plainEnvironment } from '../../plain-environment.ts';
import { answers, openUpstream } from '../../relay/upstream.ts';
import { openWithPrices, sendMessage } from '../browser/worker-messages.ts';
import { alternate, contender, samplesOf } from '../contenders.ts';
import type { Bench, Part } from '../part.ts';

interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const token = 'a-token-of-the-bench';

const openFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'relay-bench-'));

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}

async function startRelay(upstream: string): Promise<Server> {
  const folder = await openFolder();
  const env = {
    ...plainEnvironment,
    PRICE_API_URL: upstream,
    PRICE_API_KEY: 'the-price-api-key-of-the-bench',
    RELAY_PORT: '0',
    RELAY_TOKENS: token,
    RELAY_CACHE_DIR: join(folder, 'cache'),
    RELAY_LOG: join(folder, 'requests.log'),
    RELAY_RATES_URL: 'off',
  };
  const script = fileURLToPath(new URL('../relay-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [address] = await once(child.stdout, 'data');
  return { url: String(address).trim(), stop: () => stop(child, folder) };
}

/** Each run opens a browser of its own. */
const mostRuns = 5;

/** All markets chosen by somebody who has the table alone, with a relay that holds the prices of all markets. */
export const allMarkets: Part = {
  browsers: ['chrome', 'firefox'],
  missed: 'It happens once, when a market is chosen; Explore shows each market as it comes.',
  metrics: {
    fill: {
      what: 'All 13 markets chosen → their columns are filled',
      unit: 'ms',
      budget: 2,
      against: 'times floor',
      floor: 'download and JSON.parse of the same bodies',
    },
  },
  measure: async (bench) => {
    const { body, pricesAt } = bench.market;
    await using stack = new AsyncDisposableStack();
    const upstream = stack.adopt(
      await openUpstream((request, response) => {
        const path = request.url ?? '';
        answers(path === endpoints.partner ? body : pricesAt(path))(request, response);
      }),
      (server) => server.close(),
    );
    const relay = stack.adopt(await startRelay(upstream.url), (server) => server.stop());
    const fill = contender(() => timeOfFill(bench, { url: relay.url, token }));
    const floor = contender(() => timeOfParsing(bench, { url: relay.url, token }));
    // The first run fills the relay.
    await fill.measure();
    await alternate(Math.min(mostRuns, bench.runs), [fill, floor]);
    return { fill: samplesOf({ ours: fill, floor }, (ms) => ms) };
  },
};

interface RelaySetting {
  readonly url: string;
  readonly token: string;
}

const statusReply = z.object({ answer: z.object({ waiting: z.array(z.string()) }) });

async function timeOfFill(bench: Bench, relay: RelaySetting): Promise<number> {
  const { driver, page } = await openWithPrices(bench);
  const areLoaded = (wanted: boolean) =>
    until(`all chosen markets loaded: ${wanted}`, async () => {
      const { reply } = await sendMessage(page, { kind: 'status', request: {} });
      return (statusReply.parse(reply).answer.waiting.length === 0) === wanted || undefined;
    });
  await storeSettings(driver, { relay });
  await areLoaded(true);
  const start = performance.now();
  await storeSettings(driver, { relay, markets: [...marketIds] });
  // The worker may not know the choice yet.
  await areLoaded(false);
  await areLoaded(true);
  const ms = performance.now() - start;
  await driver.close();
  return ms;
}

/** In a page of the extension, one after the other and kept by nobody. */
async function timeOfParsing(bench: Bench, { url, token }: RelaySetting): Promise<number> {
  const { driver, page } = await openWithPrices(bench);
  const addresses = marketIds.map((market) => `${url}${marketDetailsPath(market)}`);
  const ms = await page.evaluate(
    async (addresses, headers) => {
      const start = performance.now();
      for (const address of addresses) JSON.parse(await (await fetch(address, { headers })).text());
      return performance.now() - start;
    },
    addresses,
    { authorization: `Bearer ${token}` },
  );
  await driver.close();
  return ms;
}
