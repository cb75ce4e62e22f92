import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkerStatus } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import { accessibilityViolations } from '../accessibility.ts';
import { openFaultyRelay } from '../faulty-relay.ts';
import { expectText, refresh } from '../popup.ts';
import { screenshotBothSchemes, setColorScheme } from '../screenshots.ts';
import { freePort } from '../servers.ts';
import { openStack, type Stack } from '../stack.ts';
import { withShortTimeouts } from '../worker.ts';
import { useBrowser } from '../world.ts';

declare const chrome: {
  readonly action: {
    readonly getBadgeText: (of: object) => Promise<string>;
    readonly getTitle: (of: object) => Promise<string>;
  };
};

const browser = useBrowser();

/** The badge and the title of the toolbar's icon, where a tab has none of its own. */
const iconText = (): Promise<string> =>
  browser().own.evaluate(async () => `${await chrome.action.getBadgeText({})} ${await chrome.action.getTitle({})}`);

/** Waits until the icon has a text. */
async function expectIcon(text: RegExp): Promise<void> {
  const said = async () => text.test(await iconText()) || undefined;
  await until(`${text} on the icon`, said, { pauseMs: 300 }).catch(() => undefined);
  expect(await iconText()).toMatch(text);
}

const disposal = new AsyncDisposableStack();
let faulty: string;
let stack: Stack;
beforeAll(async () => {
  const server = await openFaultyRelay();
  disposal.defer(server.close);
  faulty = server.url;
  stack = await openStack({ names: 'few' });
  disposal.defer(stack.close);
});
afterAll(() => disposal.disposeAsync());

/** Opens the popup's page in the active tab, as wide as the popup. */
async function openPopup(url: string): Promise<Page> {
  await browser().configure({ relay: { url } });
  const popup = await browser().driver.openExtensionPage('popup.html');
  await popup.bringToFront();
  await popup.setViewport({ width: 360, height: 900 });
  return popup;
}

/** Opens the popup with a relay at this address and checks what popup and icon say. */
async function expectFault(kind: string, url: string, words: RegExp, icon: RegExp): Promise<void> {
  const popup = await openPopup(url);
  try {
    // A new relay makes the worker refresh.
    const diagnosis = () => popup.$eval('.diagnosis', ({ textContent }) => textContent);
    const said = async () => words.test(await diagnosis()) || undefined;
    await until(`${words}`, said).catch(async (cause) => {
      throw new Error(`${cause.message}: ${await diagnosis()} ${await readWorkerStatus(browser().driver)}`, {
        cause,
      });
    });
    expect(await popup.$eval('.advice', ({ textContent }) => textContent)).not.toBe('');
    await expectIcon(icon);
    await screenshotBothSchemes(popup, `popup-${kind}`, 360);
    await setColorScheme(popup, 'dark');
    expect(await accessibilityViolations(popup)).toEqual([]);
  } finally {
    await popup.close();
  }
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
    const check = () => expectFault(kind, url, words, icon);
    await (kind === 'timeout' ? withShortTimeouts(browser().driver, check) : check());
  });

  test('the mark disappears with the first prices, and stays away after a fault while they are fresh', async () => {
    const popup = await openPopup(stack.relayUrl);
    try {
      expect(await refresh(popup)).not.toBe('Refresh failed');
      await expectIcon(/^ Skinlens[^:]*$/);
      await screenshotBothSchemes(popup, 'popup-fine', 360);
      await browser().configure({ relay: { url: `${faulty}/unavailable` } });
      expect(await refresh(popup)).toBe('Refresh failed');
      await expectText(popup, /stored prices stay in use/);
      await screenshotBothSchemes(popup, 'popup-kept', 360);
      await expectIcon(/^ Skinlens[^:]*$/);
      // The lowest value of the settings, less than 1 ms.
      await browser().configure({ relay: { url: `${faulty}/unavailable` }, freshness: { staleMinutes: 0.00001 } });
      await expectText(popup, /shown in grey/);
      await expectIcon(/^! Skinlens.*has none at the moment/);
      await screenshotBothSchemes(popup, 'popup-grey', 360);
    } finally {
      await popup.close();
    }
  });
});

/** Time from the navigation to the first diagnosis, ms, measured by the page itself. */
const firstDiagnosis = async (): Promise<number> => {
  const { driver, own } = browser();
  const popup = await driver.browser.newPage();
  await popup.evaluateOnNewDocument(() => {
    const isDiagnosis = () =>
      /Working|prices are|No relay|No prices/.test(document.querySelector('.diagnosis')?.textContent ?? '');
    new MutationObserver(() => {
      if (isDiagnosis() && performance.getEntriesByName('diagnosis').length === 0) performance.mark('diagnosis');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const origin = await own.evaluate(() => location.origin);
  await popup.goto(`${origin}/popup.html`);
  const at = await until('a diagnosis', () =>
    popup.evaluate(() => performance.getEntriesByName('diagnosis')[0]?.startTime),
  );
  await popup.close();
  return at;
};

test('the popup soon has a diagnosis, with a running worker or without', async () => {
  await browser().configure({ relay: { url: stack.relayUrl } });
  const times: Record<string, number[]> = { warm: [], killed: [] };
  for (let turn = 0; turn < 2; turn++) {
    times['warm']?.push(Math.round(await firstDiagnosis()));
    await browser().driver.stopWorker();
    times['killed']?.push(Math.round(await firstDiagnosis()));
  }
  console.info('popup: navigation to the first true words, ms', JSON.stringify(times));
  for (const all of Object.values(times)) expect(all.every((ms) => ms > 0)).toBe(true);
});
