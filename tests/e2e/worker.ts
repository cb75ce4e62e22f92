import type { WebWorker } from 'puppeteer-core';
import type { Driver } from '#demo/driver-contract.ts';
import { readWorkerStatus } from '#demo/extension.ts';
import { until } from '#demo/until.ts';

/**
 * Chromium's background worker, which is started when it is not running. A worker that ends and starts while Puppeteer has
 * a session with it keeps its target, to which Puppeteer has a dead session from then on: such a worker is ended.
 */
export const workerOf = (driver: Driver): Promise<WebWorker> =>
  until('a worker that answers', async () => {
    await readWorkerStatus(driver);
    const target = await driver.browser.waitForTarget((one) => one.type() === 'service_worker');
    const worker = await target.worker().catch(() => null);
    if (worker && (await worker.evaluate(() => true).catch(() => false))) return worker;
    await driver.stopWorker();
    return undefined;
  });

/**
 * Runs `run` while every timer of more than 10 s in the worker fires after one: requests time out after 20 s. The worker
 * is ended afterwards, so the next one has the real times.
 */
export async function withShortTimeouts(driver: Driver, run: () => Promise<void>): Promise<void> {
  const worker = await workerOf(driver);
  await worker.evaluate(() => {
    const { setTimeout: original } = globalThis;
    const shortened = (run: () => void, ms = 0) => original(run, ms > 10_000 ? 1000 : ms);
    Object.assign(globalThis, { setTimeout: shortened });
  });
  await run();
  await driver.stopWorker();
}
