import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { readOverlays, until } from '#demo/driver-contract.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { sampleOf } from '../browser.ts';
import { expectPriced, problemsOf } from '../expect-overlays.ts';
import { breakBuiltIns, forgeMessages, recordErrors, recordMessages } from '../malicious-actions.ts';
import { useSharedTab } from '../shared-tab.ts';
import { useWorld } from '../world.ts';

const token = 'e2e-token-that-no-page-may-see';
const world = useWorld();
const tab = useSharedTab(world);

const errorsIn = (page: Page): Promise<string[]> => page.evaluate(() => window.errors);

/** A page whose first scripts are these. */
const startingWith = (sample: SamplePage, ...scripts: (() => void)[]): SamplePage => ({
  ...sample,
  html: sample.html.replace(
    '<head>',
    `<head>${[recordErrors, ...scripts].map((script) => `<script>(${script})()</script>`).join('')}`,
  ),
});

const open = (site: string, page: string, ...scripts: (() => void)[]): Promise<Page> =>
  tab.open(startingWith(sampleOf(site, page), ...scripts));

/** Waits for overlays, in a page without working built-in functions. */
const hasOverlays = (page: Page) =>
  until('overlays', () => page.evaluate(() => document.querySelectorAll('skinlens-prices').length > 3 || undefined));

describe('a malicious page', () => {
  test('that replaced built-in functions is read as any other and gets no error', async () => {
    const page = await open('csfloat', 'search', breakBuiltIns);
    await hasOverlays(page);
    await page.evaluate(() => window.restore());
    await expectPriced(page, await world().stack.prices());
    expect(await errorsIn(page)).toEqual([]);
  });

  test('that replaced built-in functions around the tap gets no error and no wrong overlay', async () => {
    const page = await open('youpin', 'list', breakBuiltIns);
    await page.waitForNetworkIdle({ idleTime: 300 });
    await page.evaluate(() => window.restore());
    expect(await errorsIn(page)).toEqual([]);
    const problems = await problemsOf(page, await world().stack.prices());
    expect(problems.filter((problem) => !problem.endsWith(': 0 overlays'))).toEqual([]);
  });

  test('that forges messages of the tap gets no wrong overlay, and no code in them runs', async () => {
    const page = await open('waxpeer', 'list');
    await expectPriced(page, await world().stack.prices());
    await forgeMessages(page);
    await expectPriced(page, await world().stack.prices());
    expect(await errorsIn(page)).toEqual([]);
  });

  test('that defines an element of our name harms only itself', async () => {
    const page = await open('csfloat', 'search', () => {
      customElements.define(
        'skinlens-prices',
        class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'closed' });
          }
        },
      );
    });
    await until('the page', () => page.evaluate(() => document.readyState === 'complete' || undefined));
    expect(await errorsIn(page)).toEqual([]);
    expect((await readOverlays(page)).flatMap(({ prices }) => prices)).toEqual([]);
    await expectPriced(await open('csfloat', 'search'), await world().stack.prices());
  });

  test('finds neither our names nor the relay nor its token in its world', async () => {
    await world().configure({ relay: { url: world().stack.relayUrl, token } });
    const page = await open('waxpeer', 'list', recordMessages);
    await expectPriced(page, await world().stack.prices());
    const found = await page.evaluate(() => {
      const hosts = Array.from(
        document.querySelectorAll('skinlens-prices'),
        (host) => host.outerHTML + host.shadowRoot?.innerHTML,
      );
      const asked = performance.getEntries().map(({ name }) => name);
      const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
      return [Reflect.get(window, 'said'), hosts, asked, stored].flat().join('\n');
    });
    await world().configure({});
    expect(found).toContain('answer https://waxpeer.com/api/csgo/browse');
    for (const secret of [token, new URL(world().stack.relayUrl).host, '-extension://'])
      expect(found).not.toContain(secret);
    const names = await page.evaluate(() =>
      Object.getOwnPropertyNames(window).filter((name) => /skinlens|waxpeer|browser$|wxt/i.test(name)),
    );
    expect(names).toEqual([]);
    expect(await page.evaluate('typeof globalThis.chrome?.runtime?.sendMessage')).toBe('undefined');
  });
});
