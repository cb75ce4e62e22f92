import * as z from 'zod/mini';
import { marketIds } from '#core/prices/markets.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { endpoints } from '#protocol/price-api.ts';
import { answers, openUpstream } from '../../relay/upstream.ts';
import { openWithPrices, sendMessage } from '../browser/worker-messages.ts';
import { alternate, contender } from '../contenders.ts';
import type { Bench, Part } from '../part.ts';
import { startRelay, token } from '../servers.ts';

/** Each run opens a browser of its own. */
const mostRuns = 5;

/** All markets chosen by somebody who has the table alone, with a relay that holds the prices of all markets. */
export const allMarkets: Part = {
  browsers: ['chrome', 'firefox'],
  metrics: { fill: { what: 'All 13 markets chosen → their columns are filled', unit: 'ms', budget: 6000 } },
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
    // The first run fills the relay.
    await fill.measure();
    await alternate(Math.min(mostRuns, bench.runs), [fill]);
    return { fill: { ours: fill.results } };
  },
};

const statusReply = z.object({ answer: z.object({ waiting: z.array(z.string()) }) });

async function timeOfFill(bench: Bench, relay: { readonly url: string; readonly token: string }): Promise<number> {
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
