import type { Page } from 'puppeteer-core';
import { test } from 'vitest';
import * as z from 'zod/mini';
import { marketIds } from '#core/markets.ts';
import { until } from '#demo/until.ts';
import { screenshotWindow } from '../screenshots.ts';
import { refreshPrices, send } from '../send.ts';
import { useWorld } from '../world.ts';

const statusReply = z.object({ answer: z.object({ waiting: z.array(z.string()) }) });

const world = useWorld();

/** What the page says of the chosen markets that are loaded. */
const progressOf = '.markets-progress';

test('choosing all markets fills their columns, and Explore and the settings count them', {
  tags: ['full'],
}, async () => {
  const { driver, own, stack, configure } = world();
  await configure({});
  await until('prices', async () => /new|unchanged/.test(await refreshPrices(own)) || undefined);
  const page = await driver.openExtensionPage('explore.html');
  const isCounted = (shown: Page, wanted: string) => () =>
    shown
      .$eval(progressOf, ({ textContent }, wanted) => textContent === wanted || undefined, wanted)
      .catch(() => undefined);
  await until('the three markets', async () => {
    const { answer } = statusReply.parse(await send(own, { kind: 'status', request: {} }));
    return answer.waiting.length === 0 || undefined;
  });
  // A relay that does not answer: nothing more is loaded, so the count can be read.
  await stack.stopRelay();
  await configure({ markets: [...marketIds] });
  const settings = await driver.openExtensionPage('options.html');
  for (const shown of [page, settings]) {
    await shown.bringToFront();
    await until('the count', isCounted(shown, 'DMarket … 3 of 13 markets loaded'));
    for (const [width, theme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await configure({ markets: [...marketIds], theme });
      await shown.setViewport({ width, height: 800, deviceScaleFactor: 1 });
      await shown.waitForSelector(`[data-theme=${theme}]`);
      await shown.$eval(progressOf, (element) => {
        for (let box = element.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
          box.open = true;
        element.scrollIntoView({ block: 'center' });
      });
      await screenshotWindow(shown, `markets-${shown === page ? 'explore' : 'settings'}-${width}-${theme}`);
    }
  }
  await stack.startRelay();
  await until('prices', async () => /new|unchanged/.test(await refreshPrices(own)) || undefined);
  for (const shown of [page, settings]) {
    await shown.bringToFront();
    await until('all markets', isCounted(shown, ''));
  }
  await page.close();
  await settings.close();
});
