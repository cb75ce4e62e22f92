import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { halfHourMs } from '#core/prices/age.ts';
import type { RelayBase } from '#relay/base.ts';
import { createServiceApp } from '#service/app.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';

const decompress = promisify(brotliDecompress);

/** The address of the sample prices. No name server knows it (RFC 6761), and nothing is sent there. */
export const samplePriceApi = { url: 'http://sample.invalid', key: 'the-key-of-the-sample-prices' } as const;

/** Answers requests to `samplePriceApi` from the simulated market, in this process. The first request builds it. */
export function createSampleFetch(now: () => number): RelayBase['fetch'] {
  let app: ReturnType<typeof startApp> | undefined;
  return async (url, init) => {
    app ??= startApp(now);
    const response = await (await app).fetch(new Request(url, init));
    if (response.headers.get('Content-Encoding') !== 'br') return response;
    // A browser's or Node's own fetch decodes the body; the app gives it as it would be sent.
    const body = await decompress(new Uint8Array(await response.arrayBuffer()));
    const headers = new Headers(response.headers);
    headers.delete('Content-Encoding');
    return new Response(new Uint8Array(body), { status: response.status, headers });
  };
}

async function startApp(now: () => number) {
  const market = createSimulatedMarket({ asks: await readAsks(), seed: 1, refreshMs: halfHourMs, now });
  return createServiceApp({
    market,
    keys: [samplePriceApi.key],
    now: () => performance.now(),
    report: () => undefined,
  });
}
