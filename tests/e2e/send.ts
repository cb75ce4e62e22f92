import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Envelope } from '#browser/messages.ts';

interface Extension {
  readonly runtime: { readonly sendMessage: (message: object) => Promise<unknown> };
}
// Globals of the extension's own pages: Firefox has `browser`, older Chromiums only `chrome`.
declare const browser: Extension | undefined;
declare const chrome: Extension;

export const send = (own: Page, message: Envelope): Promise<unknown> =>
  own.evaluate(async (message) => {
    const { runtime } = typeof browser === 'undefined' ? chrome : browser;
    return JSON.parse(String(await runtime.sendMessage(message)));
  }, message);

const refreshReply = z.object({
  answer: z.object({ outcome: z.string(), status: z.object({ fault: z.nullable(z.object({ kind: z.string() })) }) }),
});

export async function refreshPrices(own: Page): Promise<string> {
  const { outcome, status } = refreshReply.parse(await send(own, { kind: 'refresh', request: {} })).answer;
  return status.fault?.kind ?? outcome;
}

const detailsReply = z.object({ answer: z.array(z.object({ count: z.optional(z.number()) })) });

/** How many of the chosen markets have stored details of an item. The question has those fetched that are due. */
export async function countDetails(own: Page, name: string): Promise<number> {
  const { answer } = detailsReply.parse(await send(own, { kind: 'details', request: { name } }));
  // Only a market's own data tell the number of its listings.
  return answer.filter(({ count }) => count).length;
}
