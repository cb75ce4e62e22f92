import type { CDPSession, Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { settledOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { useWorld } from './world.ts';

const token = 'a-token-that-no-page-may-have';

/** Runs code where a page that broke out of its own world would: in the world of our content script. */
async function openContentWorld(page: Page): Promise<{ session: CDPSession; run: (code: string) => Promise<unknown> }> {
  const session = await page.createCDPSession();
  let id: number | undefined;
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith('chrome-extension:')) id = context.id;
  });
  await session.send('Runtime.enable');
  const contextId = await until('the content script', async () => id);
  const run = async (code: string): Promise<unknown> => {
    const expression = `Promise.resolve().then(() => ${code}).catch((error) => ({ refused: String(error) }))`;
    const answer = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    return answer.result.value;
  };
  return { session, run };
}

const refusal = z.object({ ok: z.literal(false), error: z.string() });
const request = (kind: string, request: object): string =>
  `chrome.runtime.sendMessage(${JSON.stringify({ kind, request })})`;

describe('a page that has taken our content script over', () => {
  const world = useWorld('chrome');

  test('cannot read the relay’s token, nor ask what only our own pages may', async () => {
    await world().configure({ theme: 'dark' });
    const { page } = await world().open('csfloat', 'search');
    await settledOverlays(page, 30_000);
    const { run } = await openContentWorld(page);

    expect(await run(`chrome.storage.local.get(null)`)).toHaveProperty('refused');
    expect(
      await run(`chrome.storage.local.set({ settings: { relay: { url: 'http://evil.invalid', token: '${token}' } } })`),
    ).toHaveProperty('refused');

    for (const [kind, asked] of Object.entries({
      status: {},
      refresh: {},
      contacts: {},
      search: { query: 'ak', limit: 5 },
      'test-relay': { url: 'http://evil.invalid', token },
    })) {
      const answer = await run(request(kind, asked));
      const told: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
      expect(refusal.parse(told).error, kind).toContain('own pages');
    }

    const view = String(await run(`${request('view', { site: 'csfloat' })}.then((told) => JSON.stringify(told))`));
    expect(view).toContain('dark');
    expect(view).not.toMatch(/token|localhost/);
  });
});
