import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';

export interface DriverOptions {
  readonly program: string;
  readonly extension: string;
  readonly headless: boolean;
  /** HTTP proxy for everything except loopback, such as `http://127.0.0.1:1234`. Only tests set it. */
  readonly proxy?: string | undefined;
  /** The port on loopback that gets the requests for the default relay, so that browsers share none. Only tests set it. */
  readonly relayPort?: number | undefined;
  /** Keeps the welcome page open; by default it is closed and the extension reset. */
  readonly welcome?: boolean | undefined;
}

export interface Driver {
  readonly kind: BrowserKind;
  readonly browser: Browser;
  readonly openExtensionPage: (file: string) => Promise<Page>;
  readonly openPopup: (page: Page) => Promise<Page>;
  /** Ends the background worker, as the browser does after half a minute. Does nothing when it is not running. */
  readonly stopWorker: () => Promise<void>;
  readonly isWorkerRunning: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Most of the limit that one try uses up, ms. A machine that stood still during a try has not waited. */
const maxTryMs = 1000;

export interface WaitOptions {
  /** Time that the tries may take, ms. A try over a second counts as one second. */
  readonly limitMs?: number | undefined;
  readonly pauseMs?: number | undefined;
}

class WaitTimeout extends Error {}

/** @throws WaitTimeout, naming `what`, when none comes within `limitMs`; whatever `ask` throws */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  { limitMs = 60_000, pauseMs = 50 }: WaitOptions = {},
): Promise<T> {
  for (let waitedMs = 0; waitedMs < limitMs; ) {
    const start = performance.now();
    const answer = await ask();
    if (answer !== undefined) return answer;
    waitedMs += Math.min(performance.now() - start, maxTryMs) + pauseMs;
    await sleep(pauseMs);
  }
  throw new WaitTimeout(`waited ${limitMs / 1000} s in vain for ${what}`);
}

export type ShownOverlay = Awaited<ReturnType<typeof readOverlays>>[number];
export type ShownPrice = ShownOverlay['prices'][number];

export const readOverlays = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('skinlens-prices'), (host) => ({
      item: host.getAttribute('data-item'),
      phase: host.getAttribute('data-phase'),
      state: host.getAttribute('data-state'),
      listing: host.getAttribute('data-listing'),
      currency: host.getAttribute('data-currency'),
      prices: Array.from(host.shadowRoot?.querySelectorAll('[data-market]') ?? [], (price) => ({
        market: price.getAttribute('data-market') ?? '',
        cents: Number(price.getAttribute('data-cents') ?? Number.NaN),
        /** Difference of the listing in per cent; `null` where the overlay shows none. */
        diff: price.getAttribute('data-diff'),
      })).filter(({ cents }) => Number.isInteger(cents)),
    })),
  );

export const isPriced = ({ prices }: ShownOverlay): boolean => prices.length > 0;

/** Polls until two in a row read the same. After `limitMs` it returns the current overlays, with prices or without. */
export async function settledOverlays(page: Page, limitMs: number): Promise<ShownOverlay[]> {
  let before = '';
  const settled = until(
    'prices',
    async () => {
      const overlays = await readOverlays(page);
      const now = JSON.stringify(overlays);
      const same = now === before;
      before = now;
      return same && overlays.some(isPriced) ? overlays : undefined;
    },
    { limitMs, pauseMs: 100 },
  );
  return settled.catch(() => readOverlays(page));
}
