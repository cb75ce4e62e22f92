import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver } from '#demo/driver-contract.ts';
import { storeSettings } from '#demo/extension.ts';
import { until } from '#demo/until.ts';
import type { Envelope } from '#platform/messaging.ts';
import type { Market } from './market.ts';

interface Extension {
  readonly runtime: { readonly sendMessage: (message: object | string) => Promise<unknown> };
}

declare const browser: Extension | undefined;
declare const chrome: Extension;

/**
 * Sends one message from a page of an extension to its worker; answers how long it took, ms, and what came back.
 * A reply that is text is JSON, and reading it is part of the time, as it is for a page of a marketplace.
 */
export const ask = (own: Page, message: Envelope | string): Promise<{ ms: number; reply: unknown }> =>
  own.evaluate(async (message) => {
    const { runtime } = typeof browser === 'undefined' ? chrome : browser;
    const start = performance.now();
    const said = await runtime.sendMessage(message);
    const reply: unknown = typeof said === 'string' ? JSON.parse(said) : said;
    return { ms: performance.now() - start, reply };
  }, message);

/** The question after the prices of some names. */
export const quotes = (names: readonly string[]): Envelope => ({ kind: 'quotes', request: { names } });

const priced = z.object({
  ok: z.literal(true),
  answer: z.object({ quotes: z.array(z.object({ inflated: z.boolean() })).check(z.minLength(1)) }),
});

/** Whether a reply carries a price for every name. */
export const isAnswered = (reply: unknown): boolean => priced.safeParse(reply).success;

const atRest = z.object({ answer: z.object({ checking: z.literal(false), table: z.object({}) }) });

const isAtRest = (reply: unknown): boolean => atRest.safeParse(reply).success;

/** Points the extension at the market and waits until its table is there. Answers a page of its own to ask from. */
export async function openFed(driver: Driver, market: Market): Promise<Page> {
  await storeSettings(driver, { relay: { url: market.url } });
  const own = await driver.openExtensionPage('background.js');
  const question = quotes(market.names.slice(0, 100));
  await until('the table', async () => isAnswered((await ask(own, question)).reply) || undefined, { limitMs: 30_000 });
  // Look-ups are answered before the table is on disk; a worker that is killed in between has to fetch it again.
  const status: Envelope = { kind: 'status', request: {} };
  await until('the table on disk', async () => isAtRest((await ask(own, status)).reply) || undefined);
  return own;
}
