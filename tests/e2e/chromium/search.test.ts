import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { until } from '#demo/until.ts';
import { typeInSearch } from '../popup.ts';
import { refreshPrices } from '../send.ts';
import { workerOf } from '../worker.ts';
import { useWorld } from '../world.ts';

const vulcan = 'AK-47 | Vulcan (Minimal Wear)';
const griffin = 'M4A4 | Griffin (Factory New)';

const rowsOf = (popup: Page): Promise<string[]> =>
  popup.evaluate(() => Array.from(document.querySelectorAll('[role="row"]'), (row) => row.textContent));

async function find(popup: Page, typed: string, first: string): Promise<void> {
  await typeInSearch(popup, typed);
  await until(`${first} to be found`, async () => (await rowsOf(popup))[0]?.startsWith(first) || undefined);
}

interface Dispatching {
  readonly dispatch: (...args: unknown[]) => void;
}

declare const chrome: {
  readonly omnibox: {
    readonly onInputStarted: Dispatching;
    readonly onInputChanged: Dispatching;
    readonly setDefaultSuggestion: (line: { description: string }) => Promise<void>;
  };
};

const marketplace = /(?:^|\.)(?:buff\.163\.com|youpin898\.com|csfloat\.com)$/;

/** Selects the second row and the first one again until the first one’s links, or that it has none, are shown. */
const showLinks = (popup: Page, what: string) =>
  until(what, async () => {
    await popup.keyboard.press('ArrowDown');
    await popup.keyboard.press('ArrowUp');
    return (await popup.$(what)) ?? undefined;
  });

describe('search in the popup', () => {
  const world = useWorld({ names: [vulcan, griffin] });
  beforeAll(async () => {
    expect(['new', 'unchanged']).toContain(await refreshPrices(world().own));
  });

  test('Enter opens the item’s markets once their links are known; no marketplace gets a request before', async () => {
    const { driver, hosts } = world();
    const asked = () => hosts().filter((host) => marketplace.test(host));
    const page = await driver.browser.newPage();
    const popup = await driver.openPopup(page);
    await find(popup, 'mw vulc ak', vulcan);
    await showLinks(popup, '.links a[href^="https:"]');
    expect(asked()).toEqual([]);
    // The new tab closes the popup, sometimes before the key is released.
    await popup.keyboard.press('Enter').catch(() => undefined);
    const opened = await until('tabs of marketplaces', async () => {
      const urls = driver.browser.targets().map((target) => target.url());
      const ours = urls.filter((url) => URL.canParse(url) && marketplace.test(new URL(url).hostname));
      return ours.length > 0 ? ours : undefined;
    });
    for (const url of opened) expect(url).toMatch(/^https:/);
    await page.close();
  });

  test('responds to Chromium’s address bar with valid XML', async () => {
    const worker = await workerOf(world().driver);
    // A test cannot type into the address bar, so it dispatches the browser's event.
    const shown = await worker.evaluate(
      () =>
        new Promise((resolve) => {
          chrome.omnibox.onInputStarted.dispatch();
          chrome.omnibox.onInputChanged.dispatch('griffin m4a4 fn', resolve);
        }),
    );
    const [line] = z.array(z.object({ content: z.string(), description: z.string() })).parse(shown);
    expect(line?.content).toBe(griffin);
    expect(line?.description).toMatch(/^M4A4 \| Griffin \(Factory New\) · BUFF163 \$/);
    const taken = await worker.evaluate(
      (description) => chrome.omnibox.setDefaultSuggestion({ description }).then(() => 'taken', String),
      line?.description ?? '',
    );
    expect(taken).toBe('taken');
  });
});
