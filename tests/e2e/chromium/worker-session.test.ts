import { expect, test } from 'vitest';
import { readWorkerStatus } from '#demo/extension.ts';
import { workerOf } from '../worker.ts';
import { useBrowser } from '../world.ts';

const shared = useBrowser();

test('a test reaches the worker that started while Puppeteer had a session with the one before', {
  tags: ['full'],
}, async () => {
  const { driver } = shared();
  await workerOf(driver);
  const session = await driver.browser.target().createCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  for (const { type, targetId } of targetInfos)
    if (type === 'service_worker') await session.send('Target.closeTarget', { targetId });
  await readWorkerStatus(driver);
  const [target] = driver.browser.targets().filter((one) => one.type() === 'service_worker');
  const dead = await target?.worker();
  await dead?.client.detach();
  await expect(dead?.evaluate(() => 1)).rejects.toThrow();
  expect(await (await workerOf(driver)).evaluate(() => 1)).toBe(1);
});
