import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { referenceMarkets } from '#core/prices/markets.ts';
import { until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { heapOf } from '../../bench/browser/page-timing.ts';
import { hasAllQuotes, quotesRequest, restartWorker, sendMessage } from '../../bench/browser/worker-messages.ts';
import { openMarket } from '../../bench/market.ts';
import { openBlockingProxy } from '../blocking-proxy.ts';
import { openBrowser } from '../browser.ts';

const mostMb = 1.2;
const settled = z.object({
  answer: z.object({
    checking: z.literal(false),
    table: z.object({}),
    waiting: z.array(z.string()).check(z.length(0)),
  }),
});

test('a worker that has answered a page keeps 1.2 MB for the table, and not what references tell beside it', async () => {
  await using stack = new AsyncDisposableStack();
  const market = stack.adopt(await openMarket(true), ({ close }) => close());
  const proxy = stack.adopt(await openBlockingProxy(), ({ close }) => close());
  const driver = stack.adopt(await openBrowser('chrome', proxy.url), ({ close }) => close());
  const page = await driver.openExtensionPage('background.js');
  const request = quotesRequest(market.names.slice(0, 100));
  const heap = async () => {
    const worker = await restartWorker(driver, page);
    await sendMessage(page, request);
    return heapOf(worker);
  };
  await storeSettings(driver, { relay: { url: 'http://127.0.0.1:1' } });
  const without = await heap();
  await storeSettings(driver, { relay: { url: market.url }, markets: [...referenceMarkets] });
  const isTold = async () => {
    const { reply } = await sendMessage(page, { kind: 'status', request: {} });
    return (hasAllQuotes((await sendMessage(page, request)).reply) && settled.safeParse(reply).success) || undefined;
  };
  await until('the table and the references’ own data', isTold, { limitMs: 60_000 });
  const added = (await heap()) - without;
  expect(added).toBeGreaterThan(mostMb / 2);
  expect(added).toBeLessThan(mostMb);
});
