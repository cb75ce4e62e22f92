import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { fillHistory } from '#demo/sample-history.ts';
import { until } from '#demo/until.ts';
import { openPanel } from '../comparison-panel.ts';
import { colorSchemes, screenshotWindow } from '../screenshots.ts';
import { openPriced, useWorld } from '../world.ts';

const neonRider = 'AK-47 | Neon Rider (Field-Tested)';

const panelHistory = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('skinlens-panel')?.shadowRoot;
    const plot = root?.querySelector('.history .plot');
    const canvas = plot?.querySelector('canvas');
    return {
      label: plot?.getAttribute('aria-label') ?? '',
      drawn: canvas !== null && canvas !== undefined && canvas.width > 100,
      text: root?.querySelector('.line')?.textContent ?? '',
    };
  });

const expectChart = (page: Page) =>
  until('a chart', async () => {
    const shown = await panelHistory(page);
    return shown.drawn ? shown : undefined;
  });

const pressSpan = (page: Page, span: number) =>
  page.evaluate((span) => {
    const button = document
      .querySelector('skinlens-panel')
      ?.shadowRoot?.querySelector<HTMLElement>(`[data-span="${span}"]`);
    button?.click();
  }, span);

describe('the price history of a year', () => {
  const world = useWorld({ history: fillHistory([neonRider], 365) });

  test('is drawn in the panel, also by a worker that was ended, and says low, high and percentile', async () => {
    const page = await openPriced(world());
    await page.setViewport({ width: 900, height: 900 });
    await openPanel(page);
    const month = await expectChart(page);
    expect(month.label).toMatch(/Neon Rider.*last 30 days.*BUFF163: last \$[\d.]+, lowest \$[\d.]+, highest \$/);
    expect(month.text).toMatch(/^BUFF163: cheaper than on \d+ of \d+ days$/);
    await pressSpan(page, 365);
    expect((await expectChart(page)).label).toContain('last 365 days');
    for (const theme of colorSchemes) {
      await world().configure({ theme });
      await until('the theme', () =>
        page.evaluate(
          (theme) => document.querySelector('skinlens-panel')?.getAttribute('data-theme') === theme || undefined,
          theme,
        ),
      );
      await expectChart(page);
      await screenshotWindow(page, `history-year-${theme}`);
    }
    await page.keyboard.press('Escape');
    await world().driver.stopWorker();
    await page.setViewport({ width: 390, height: 800 });
    await openPanel(page);
    await expectChart(page);
    await pressSpan(page, 7);
    await expectChart(page);
    await screenshotWindow(page, 'history-week-390');
  });
});
