import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { settledOverlays, until } from '#demo/driver-contract.ts';
import { fillHistory } from '#demo/sample-history.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { sampleOf } from '../browser.ts';
import { openPanel } from '../comparison-panel.ts';
import { screenshotWindow } from '../screenshots.ts';
import { useWorld } from '../world.ts';

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'";

/** What broke the policy, as `directive blocked`, without the icon that the browser asks for itself. */
async function violations(page: Page): Promise<string[]> {
  const all = await page.evaluate(() => (window as unknown as { violations: readonly string[] }).violations);
  return all.filter((violation) => !violation.endsWith('/favicon.ico'));
}

/** Opens a page whose header allows nothing: no script, style, picture or request of its own. */
async function openStrict(page: Page): Promise<void> {
  const sample = sampleOf('csfloat', 'search');
  // The page itself breaks its policy only by the script that is added to every sample.
  const html = sample.html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/ (?:style|src|srcset)="[^"]*"/g, '');
  await serveSamples(page, [{ ...sample, html }], { 'Content-Security-Policy': policy });
  await page.evaluateOnNewDocument(() => {
    const found: string[] = [];
    Object.assign(window, { violations: found });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      found.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
}

/** How the panel and its chart look, as the browser laid them out. */
const shownPanel = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('skinlens-panel');
    const canvas = panel?.shadowRoot?.querySelector<HTMLCanvasElement>('.history .plot canvas');
    if (!panel || !canvas || canvas.width < 100) return undefined;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const over = panel.shadowRoot?.querySelector('.history .u-over');
    return {
      isDrawn: pixels.some((value) => value > 0),
      chart: over && getComputedStyle(over).position,
      panel: getComputedStyle(panel).position,
    };
  });

describe('a page whose header allows nothing', () => {
  const names = ['AK-47 | Neon Rider (Field-Tested)'];
  const world = useWorld({ history: fillHistory(names, 365) });

  test('gets overlays, the comparison and its chart, and reports nothing of ours', async () => {
    const page = await world().driver.browser.newPage();
    try {
      await page.setViewport({ width: 900, height: 900 });
      await openStrict(page);
      expect((await settledOverlays(page, 60_000)).length).toBeGreaterThan(0);
      await openPanel(page);
      const shown = await until('a chart', () => shownPanel(page));
      expect(shown).toEqual({ isDrawn: true, chart: 'absolute', panel: 'fixed' });
      await screenshotWindow(page, 'strict-policy');
      expect(await violations(page)).toEqual(['script-src-elem inline']);
    } finally {
      await page.close();
    }
  });
});
