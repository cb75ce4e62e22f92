import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#demo/driver-contract.ts';
import { type RunningRelay, startRelay } from '#relay/relay.ts';
import { startStubRelay } from '../../data/stub-relay.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { screenshotBothSchemes } from '../screenshots.ts';
import { goodKey, startWithFew } from '../stack.ts';
import { useBrowser } from '../world.ts';

const disposal = new AsyncDisposableStack();
afterAll(() => disposal.disposeAsync());

/** The forms, fields and texts that are wider than the card that they stand in. */
const outsideOfCards = (): string[] =>
  [...document.querySelectorAll('section, details.card')].flatMap((card) => {
    const { right } = card.getBoundingClientRect();
    const inner = right - Number.parseFloat(getComputedStyle(card).paddingRight);
    const parts = [...card.querySelectorAll('form, form *, p')];
    return parts
      .filter((part) => part.getBoundingClientRect().right > inner + 1)
      .map((part) => `${part.tagName} ${part.textContent.slice(0, 40)}`);
  });

describe('the setup page', () => {
  const browser = useBrowser();
  let relay: RunningRelay;
  let priceApi: string;
  let page: Page;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'skinlens-setup-'));
    const service = await startWithFew()(0, 7);
    priceApi = service.url;
    const env = { RELAY_PORT: '0', RELAY_CACHE_DIR: join(folder, 'cache'), RELAY_RATES_URL: 'off', RELAY_LOG: 'off' };
    relay = await startRelay(env, {}, { configPath: join(folder, 'relay.json') });
    disposal.defer(() => rm(folder, { recursive: true, force: true }));
    disposal.defer(() => service.close(0));
    disposal.defer(() => relay.close(0));
    await browser().configure({ relay: { url: relay.url } });
    page = await browser().driver.browser.newPage();
  });

  const open = (query = '') => page.goto(`${relay.pageUrl}${query}`);
  const submit = async (selector: string, value: string) => {
    await page.waitForSelector(selector);
    await page.type(selector, value);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  };
  /** Names the relay in another window. */
  const renameElsewhere = async (name: string) => {
    const url = new URL(relay.pageUrl ?? '');
    const [, revision = ''] =
      /name="revision" value="(\d+)"/.exec(await (await fetch(`${url}&step=status`)).text()) ?? [];
    const body = new URLSearchParams({ session: url.searchParams.get('session') ?? '', revision, name });
    await fetch(new URL('/setup/name', url), { method: 'POST', headers: { Origin: url.origin }, body });
  };

  test('takes address and key by keyboard', async () => {
    await page.bringToFront();
    await open();
    await submit('#url', priceApi);
    await submit('#key', 'a-wrong-key');
    expect(await page.$eval('main', (main) => main.textContent)).toContain('refuses this key (401)');
    await submit('#key', goodKey);
    expect(await page.$eval('main', (main) => main.textContent)).toMatch(/[\d,]+ items, \d+ sec old\./);
  });

  test.each([
    ['address', '&step=address', 900],
    ['status', '&step=status', 900],
    ['status in Russian', '&step=status&lang=ru', 390],
    ['address in German', '&step=address&lang=de', 390],
  ])('fits its window: %s', { tags: ['full'] }, async (name, query, width) => {
    await page.bringToFront();
    await page.setViewport({ width, height: 800 });
    await open(query);
    await page.$$eval('details', (all) => {
      for (const one of all) one.setAttribute('open', '');
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(outsideOfCards)).toEqual([]);
    await screenshotBothSchemes(page, `setup-${name.replaceAll(' ', '-')}`, width);
  });

  test('has no axe violations', async () => {
    // The page's policy keeps out the tool that judges it.
    await page.setBypassCSP(true);
    await open('&step=status');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setBypassCSP(false);
  });

  test('keeps its figures true while it is open', { tags: ['full'] }, async () => {
    await page.bringToFront();
    expect((await fetch(`${relay.url}/api/get-partner-prices`)).status).toBe(200);
    const hurry = await page.evaluateOnNewDocument(() => {
      const { setInterval: original } = globalThis;
      Object.assign(globalThis, { setInterval: (run: () => void) => original(run, 50) });
    });
    await open('&step=status');
    await page.removeScriptToEvaluateOnNewDocument(hurry.identifier);
    const figure = () => page.$eval('[data-value="well"]', (node) => node.textContent);
    const another = async () => {
      const before = await figure();
      await until('another figure', async () => ((await figure()) === before ? undefined : true));
    };
    const shown = () =>
      page.evaluate(() => ({
        relayName: document.querySelector<HTMLInputElement>('#name')?.value,
        name: document.querySelector<HTMLInputElement>('#inviteName')?.value,
        isLoadedAgain: !document.body.hasAttribute('data-mine'),
      }));
    await page.evaluate(() => document.body.setAttribute('data-mine', ''));
    await page.type('#inviteName', 'Kitchen');
    await renameElsewhere('Cellar');
    await another();
    expect(await shown()).toEqual({ relayName: '', name: 'Kitchen', isLoadedAgain: false });
    await page.$eval('#inviteName', (field) => {
      (field as HTMLInputElement).value = '';
    });
    // Whoever is at a link with the keyboard stays there.
    await page.focus('main a');
    await another();
    expect((await shown()).relayName).toBe('');
    await page.$eval('main a', (link) => (link as HTMLElement).blur());
    await until('the name', async () => ((await shown()).relayName === 'Cellar' ? true : undefined));
    expect(await shown()).toEqual({ relayName: 'Cellar', name: '', isLoadedAgain: false });
    await renameElsewhere('');
  });

  test('is refused in a frame and to a script of another origin', async () => {
    const stranger = await startStubRelay((_, response) => void response.setHeader('Content-Type', 'text/html').end());
    disposal.defer(stranger.close);
    await page.goto(stranger.url);
    const read = await page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
      const body = new URLSearchParams({ session: new URL(url).searchParams.get('session') ?? '', name: 'Mine' });
      await fetch(new URL('/setup/name', url), { method: 'POST', mode: 'no-cors', body }).catch(() => undefined);
      return fetch(url).then(
        () => 'read',
        () => 'refused',
      );
    }, relay.pageUrl ?? '');
    expect(read).toBe('refused');
    await page.waitForFrame((frame) => frame.url().startsWith('chrome-error:'));
    await open('&step=status');
    expect(await page.$eval('#name', (field) => (field as HTMLInputElement).value)).toBe('');
  });
});
