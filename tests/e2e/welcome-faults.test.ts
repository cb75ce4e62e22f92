import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Driver } from '#demo/driver.ts';
import { askStatus, storeSettings, within } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { expectText, refresh } from './popup.ts';
import { openStack, type Stack } from './stack.ts';
import { freePort } from './tap.ts';
import { openFaulty } from './welcome-server.ts';
import { findings, install, photographBoth, turn, usualIsFree } from './welcome-world.ts';

declare const chrome: {
  readonly action: {
    readonly getBadgeText: (of: object) => Promise<string>;
    readonly getTitle: (of: object) => Promise<string>;
  };
};

/** What the toolbar's icon says where a tab has nothing of its own. */
const iconOf = (driver: Driver): Promise<string> =>
  within(driver, (own) =>
    own.evaluate(async () => `${await chrome.action.getBadgeText({})} ${await chrome.action.getTitle({})}`),
  );

/** Waits until the icon says it. */
async function expectIcon(driver: Driver, text: RegExp): Promise<void> {
  const said = async () => text.test(await iconOf(driver)) || undefined;
  await until(`${text} on the icon`, said, { pauseMs: 300 }).catch(() => undefined);
  expect(await iconOf(driver)).toMatch(text);
}

const disposal = new AsyncDisposableStack();
let driver: Driver;
let faulty: string;
let stack: Stack;
beforeAll(async () => {
  if (!(await usualIsFree())) throw new Error('a relay at the usual address gives prices to a new extension: stop it');
  const server = await openFaulty();
  disposal.defer(server.close);
  faulty = server.url;
  stack = await openStack();
  disposal.defer(stack.close);
  const installed = await install();
  driver = installed.driver;
  disposal.defer(driver.close);
  await installed.welcome.close();
});
afterAll(() => disposal.disposeAsync());

/** Opens the popup's page in front, as wide as the popup. */
async function openPopup(url: string): Promise<Page> {
  await storeSettings(driver, { relay: { url } });
  const popup = await driver.openOwn('popup.html');
  await popup.bringToFront();
  await popup.setViewport({ width: 360, height: 900 });
  return popup;
}

describe('with no prices yet', () => {
  test.each([
    ['unreachable', /No relay answers at/, /^! Skinlens.*no relay answers/],
    ['timeout', /took too long to answer/, /^! Skinlens.*took too long/],
    ['unauthorized', /The relay requires a token/, /^! Skinlens.*refuses the token/],
    ['rate-limited', /received too many requests/, /^! Skinlens.*received too many requests/],
    ['unavailable', /has no prices at the moment/, /^! Skinlens.*has none at the moment/],
    ['key', /price API refused its key/, /^! Skinlens.*has none at the moment/],
    ['undecodable', /cannot decompress/, /^! Skinlens.*does not return prices/],
    ['malformed', /but not with prices/, /^! Skinlens.*does not return prices/],
    ['too-large', /too large for a price list/, /^! Skinlens.*does not return prices/],
    ['rejected', /does not understand/, /^! Skinlens.*does not return prices/],
  ])('%s: popup and icon say why, and what to do', async (kind, words, icon) => {
    const url = kind === 'unreachable' ? `http://localhost:${await freePort()}` : `${faulty}/${kind}`;
    const popup = await openPopup(url);
    try {
      // The look that another relay and an open popup call for; it may take the whole 20 s that any look may.
      const verdict = () => popup.$eval('.diagnosis', ({ textContent }) => textContent);
      const said = async () => words.test(await verdict()) || undefined;
      await until(`${words}`, said, { limitMs: 45_000 }).catch(async (cause) => {
        throw new Error(`${cause.message}: ${await verdict()} ${await askStatus(driver)}`, { cause });
      });
      expect(await popup.$eval('.advice', ({ textContent }) => textContent)).not.toBe('');
      await expectIcon(driver, icon);
      await photographBoth(popup, `popup-${kind}`, 360);
      await turn(popup, 'dark');
      expect(await findings(popup)).toEqual([]);
    } finally {
      await popup.close();
    }
  });

  test('the mark goes with the first prices, and does not come back with a fault while they are fresh', async () => {
    const popup = await openPopup(stack.relayUrl);
    try {
      expect(await refresh(popup)).not.toBe('Refresh failed');
      await expectIcon(driver, /^ Skinlens[^:]*$/);
      await photographBoth(popup, 'popup-fine', 360);
      await storeSettings(driver, { relay: { url: `${faulty}/unavailable` } });
      expect(await refresh(popup)).toBe('Refresh failed');
      await expectText(popup, /stored prices stay in use/);
      await photographBoth(popup, 'popup-kept', 360);
      await expectIcon(driver, /^ Skinlens[^:]*$/);
      // The least that the settings take: 1 ms.
      await storeSettings(driver, { relay: { url: `${faulty}/unavailable` }, freshness: { staleMinutes: 0.00001 } });
      await expectText(popup, /shown in grey/);
      await expectIcon(driver, /^! Skinlens.*has none at the moment/);
      await photographBoth(popup, 'popup-grey', 360);
    } finally {
      await popup.close();
    }
  });
});

/** From the start of the navigation to the first verdict that is one, ms, measured by the page itself. */
const firstTruth = async (): Promise<number> => {
  const popup = await driver.browser.newPage();
  await popup.evaluateOnNewDocument(() => {
    const isTrue = () =>
      /Working|prices are|No relay|No prices/.test(document.querySelector('.diagnosis')?.textContent ?? '');
    new MutationObserver(() => {
      if (isTrue() && performance.getEntriesByName('truth').length === 0) performance.mark('truth');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const origin = await within(driver, (own) => own.evaluate(() => location.origin));
  await popup.goto(`${origin}/popup.html`);
  const at = await until('a verdict', () => popup.evaluate(() => performance.getEntriesByName('truth')[0]?.startTime));
  await popup.close();
  return at;
};

test('the popup’s first words are no guess, with a worker or without', async () => {
  await storeSettings(driver, { relay: { url: stack.relayUrl } });
  const times: Record<string, number[]> = { warm: [], killed: [] };
  for (let turn = 0; turn < 5; turn++) {
    times['warm']?.push(Math.round(await firstTruth()));
    await driver.stopWorker();
    times['killed']?.push(Math.round(await firstTruth()));
  }
  console.info('popup: navigation to the first true words, ms', JSON.stringify(times));
  for (const all of Object.values(times)) expect(all.every((ms) => ms > 0)).toBe(true);
});
