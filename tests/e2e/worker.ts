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
