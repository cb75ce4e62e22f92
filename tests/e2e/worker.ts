import type { WebWorker } from 'puppeteer-core';
import { type Driver, until } from '#demo/driver-contract.ts';
import { readWorkerStatus } from '#demo/extension.ts';

/** Started if need be. One that restarts while Puppeteer has a session leaves a dead one: such a worker is ended. */
export const workerOf = (driver: Driver): Promise<WebWorker> =>
  until('a worker that answers', async () => {
    await readWorkerStatus(driver);
    const target = await driver.browser.waitForTarget((one) => one.type() === 'service_worker');
    const worker = await target.worker().catch(() => null);
    if (worker && (await worker.evaluate(() => true).catch(() => false))) return worker;
    await driver.stopWorker();
    return undefined;
  });
