import type { Page, Target } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Envelope } from '#browser/messages.ts';
import { type Driver, until } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import type { Bench } from '../part.ts';

interface Extension {
  readonly runtime: { readonly sendMessage: (message: object | string) => Promise<unknown> };
}

declare const browser: Extension | undefined;
declare const chrome: Extension;

/** Sends a message from a page of an extension to its worker; the ms include parsing a reply that is JSON text. */
export const sendMessage = (page: Page, message: Envelope | string): Promise<{ ms: number; reply: unknown }> =>
  page.evaluate(async (message) => {
    const { runtime } = typeof browser === 'undefined' ? chrome : browser;
    const start = performance.now();
    const received = await runtime.sendMessage(message);
    const reply: unknown = typeof received === 'string' ? JSON.parse(received) : received;
    return { ms: performance.now() - start, reply };
  }, message);

export const quotesRequest = (names: readonly string[]): Envelope => ({ kind: 'quotes', request: { names } });
const statusRequest: Envelope = { kind: 'status', request: {} };

const quotesReply = z.object({
  ok: z.literal(true),
  answer: z.object({ quotes: z.array(z.object({ inflated: z.boolean() })).check(z.minLength(1)) }),
});

export const hasAllQuotes = (reply: unknown): boolean => quotesReply.safeParse(reply).success;

const settledStatus = z.object({ answer: z.object({ checking: z.literal(false), table: z.object({}) }) });

export async function openWithPrices({ market, open }: Bench): Promise<{ driver: Driver; page: Page }> {
  const driver = await open();
  await storeSettings(driver, { relay: { url: market.url } });
  const page = await driver.openExtensionPage('background.js');
  const waitFor = (what: string, request: Envelope, isDone: (reply: unknown) => boolean) =>
    until(what, async () => isDone((await sendMessage(page, request)).reply) || undefined, { limitMs: 30_000 });
  await waitFor('prices', quotesRequest(market.names.slice(0, 100)), hasAllQuotes);
  // Quotes are answered before the table is on disk; a worker that is stopped in between fetches it again.
  await waitFor('the table on disk', statusRequest, (reply) => settledStatus.safeParse(reply).success);
  return { driver, page };
}

/** Stops the worker and wakes it again; answers the new one. Chromium only. */
export async function restartWorker(driver: Driver, page: Page): Promise<Target> {
  await driver.stopWorker();
  await sendMessage(page, statusRequest);
  const [origin = ''] = /^[a-z-]+:\/\/[^/]+\//.exec(page.url()) ?? [];
  return driver.browser.waitForTarget(
    (target) => target.type() === 'service_worker' && target.url().startsWith(origin),
  );
}
