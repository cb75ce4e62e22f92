import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { storeSettings } from '#demo/extension.ts';
import { readOverlays } from '#demo/overlays.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { until } from '#demo/until.ts';
import { sampleOf } from './browser.ts';
import {
  addCards,
  forgeMessages,
  listenForErrors,
  moveOverlays,
  nestDeeply,
  spoil,
  spy,
  withCards,
} from './hostile-doings.ts';
import { expectPriced, problemsOf } from './overlays.ts';
import { doAnything } from './random-doings.ts';
import { useTour } from './tour.ts';
import { useWorld } from './world.ts';

const token = 'e2e-token-that-no-page-may-see';
const seed = Number(process.env['SKINLENS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const world = useWorld('chrome');
const tour = useTour(world);

const heard = (page: Page): Promise<string[]> => page.evaluate(() => window.heard);

/** A page whose first script is the given one. */
const beginning = (sample: SamplePage, ...scripts: (() => void)[]): SamplePage => ({
  ...sample,
  html: sample.html.replace(
    '<head>',
    `<head>${[listenForErrors, ...scripts].map((script) => `<script>(${script})()</script>`).join('')}`,
  ),
});

const visit = (site: string, page: string, ...scripts: (() => void)[]): Promise<Page> =>
  tour().visit(beginning(sampleOf(site, page), ...scripts));

/** Overlays are there, as far as a page can tell that has spoilt everything else. */
const hasOverlays = (page: Page) =>
  until('overlays', () => page.evaluate(() => document.querySelectorAll('skinlens-prices').length > 3 || undefined));

describe('a page that does anything', () => {
  test('never paints another item’s prices, whatever it does a few hundred times', async () => {
    const page = await visit('csfloat', 'search');
    await expectPriced(page, tour().prices);
    for (let turn = 0; turn < 6; turn++) {
      const named = `SKINLENS_SEED=${seed}, turn ${turn}`;
      expect(await doAnything(page, seed + turn, 50), named).toEqual([]);
      await expectPriced(page, tour().prices).catch((cause) => {
        throw new Error(`${named}: ${cause.message}`, { cause });
      });
    }
    expect(await heard(page)).toEqual([]);
  });
});

describe('a page that means harm', () => {
  test('and has replaced everything before us is read as any other, and hears of no error', async () => {
    const page = await visit('csfloat', 'search', spoil);
    await hasOverlays(page);
    await page.evaluate(() => window.restore());
    await expectPriced(page, tour().prices);
    expect(await heard(page)).toEqual([]);
  });

  test.each([
    ['waxpeer', 'list'],
    ['youpin', 'list'],
  ] as const)(
    'and has replaced everything around the tap, on %s, hears of no error and gets no wrong overlay',
    async (site, name) => {
      const page = await visit(site, name, spoil);
      await page.waitForNetworkIdle({ idleTime: 300 });
      await page.evaluate(() => window.restore());
      expect(await heard(page)).toEqual([]);
      const problems = await problemsOf(page, tour().prices);
      expect(problems.filter((problem) => !problem.endsWith(': 0 overlays'))).toEqual([]);
    },
  );

  test('and forges messages of the tap gets neither a wrong overlay nor a word of it run', async () => {
    const page = await visit('waxpeer', 'list');
    await expectPriced(page, tour().prices);
    await forgeMessages(page);
    await expectPriced(page, tour().prices, 30_000);
    expect(await heard(page)).toEqual([]);
  });

  test('and copies and moves our elements keeps one in each card', async () => {
    const page = await visit('csfloat', 'search');
    await expectPriced(page, tour().prices);
    for (let turn = 0; turn < 3; turn++) {
      await moveOverlays(page);
      await expectPriced(page, tour().prices);
    }
    expect(await heard(page)).toEqual([]);
  });

  test('and calls its own element as ours hurts itself alone', async () => {
    const page = await visit('csfloat', 'search', () => {
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
    expect(await heard(page)).toEqual([]);
    expect((await readOverlays(page)).flatMap(({ prices }) => prices)).toEqual([]);
    await expectPriced(await visit('csfloat', 'search'), tour().prices);
  });

  test('and has names and prices that are none gets no overlay of them', async () => {
    const item = 'AK-47 | Redline (Field-Tested)';
    const sound = { name: 'AK-47 | Redline', price: '$1.00', expect: { item, listing: '1.00', currency: 'USD' } };
    const priced = (price: string) => ({ ...sound, price, expect: { item } });
    const named = (name: string) => ({ ...sound, name, expect: undefined });
    const cards = [
      ...Array(9).fill(sound),
      ...['$1e999', '-$5', '$NaN', '$∞', `$${'9'.repeat(400)}`, '$0.00', '$1.00<b>'].map(priced),
      ...['x'.repeat(1 << 20), '<img src=x onerror="window.heard.push(1)">', 'AK\u202e', '\u0000', '__proto__<'].map(
        named,
      ),
    ];
    const page = await tour().visit(beginning(withCards(sampleOf('csfloat', 'search'), cards)));
    await expectPriced(page, tour().prices);
    expect(await heard(page)).toEqual([]);
  });

  test('and nests without end still answers, and its cards are priced', async () => {
    const page = await visit('csfloat', 'search');
    await expectPriced(page, tour().prices);
    await nestDeeply(page, 1500);
    await expectPriced(page, tour().prices, 30_000);
  });

  test('and holds twenty thousand cards goes on answering while they are read, and after', async () => {
    const page = await visit('csfloat', 'search');
    await expectPriced(page, tour().prices);
    await addCards(page, 20_000);
    const more = () =>
      page.evaluate(() => document.querySelectorAll('#many skinlens-prices').length > 500 || undefined);
    await until('overlays on many of them', more, { limitMs: 60_000, pauseMs: 250 });
    await page.evaluate(() => document.querySelector('#many')?.remove());
    await expectPriced(page, tour().prices, 60_000);
    expect(await heard(page)).toEqual([]);
  });

  test('finds neither our names nor the relay nor its token in its world', async () => {
    await storeSettings(world().driver, { relay: { url: world().stack.relayUrl, token } });
    const page = await visit('waxpeer', 'list', spy);
    await expectPriced(page, tour().prices);
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
    expect(found).toContain('answer https://waxpeer.com/api/data/index/');
    for (const secret of [token, new URL(world().stack.relayUrl).host, '-extension://'])
      expect(found).not.toContain(secret);
    const names = await page.evaluate(() =>
      Object.getOwnPropertyNames(window).filter((name) => /skinlens|waxpeer|browser$|wxt/i.test(name)),
    );
    expect(names).toEqual([]);
    expect(await page.evaluate('typeof globalThis.chrome?.runtime?.sendMessage')).toBe('undefined');
  });
});
