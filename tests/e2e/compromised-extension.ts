import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import { until } from '#demo/until.ts';
import { messages } from '#worker/messages.ts';
import { builtExtension } from './browser.ts';

export const ownPageRequests = Object.entries(messages).flatMap(([kind, { from }]) =>
  from === 'own-pages' ? [kind] : [],
);

/** The attempts of a page with control over the content script. Code cannot be made from text there, so it is built in. */
const attempts = `
document.addEventListener('try', async ({ detail }) => {
  const { storage, runtime } = globalThis.browser ?? chrome;
  const settled = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const readAll = async (name) => {
    const db = await settled(indexedDB.open(name));
    return Promise.all([...db.objectStoreNames].map((store) => settled(db.transaction(store).objectStore(store).getAll())));
  };
  const tries = {
    local: () => storage.local.get(null),
    session: () => storage.session.get(null),
    sync: () => storage.sync.get(null),
    databases: async () => Promise.all((await indexedDB.databases()).map(({ name }) => readAll(name))),
    vault: () => readAll('token'),
    caches: () => caches.keys(),
    settings: () => runtime.sendMessage({ kind: 'settings', request: { site: 'csfloat' } }),
    ...Object.fromEntries(${JSON.stringify(ownPageRequests)}.map((kind) => [kind, () => runtime.sendMessage({ kind, request: {} })])),
    write: async () => {
      const { settings } = await storage.local.get('settings');
      await storage.local.set({ settings: { ...settings, relay: { ...settings?.relay, url: detail } } });
    },
  };
  const outcomes = {};
  for (const [name, attempt] of Object.entries(tries))
    if (detail ? name === 'write' : name !== 'write')
      try { outcomes[name] = { got: await attempt() }; } catch (error) { outcomes[name] = { refused: String(error) }; }
  document.documentElement.dataset.outcomes = JSON.stringify(outcomes);
});`;

/** A copy of the built extension whose content script for CSFloat obeys the page. Returns its folder. */
export async function compromisedExtension(kind: BrowserKind, disposal: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-compromised-'));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(await builtExtension(kind), folder, { recursive: true });
  await appendFile(join(folder, 'csfloat.js'), attempts);
  return folder;
}

const outcomesSchema = z.record(
  z.string(),
  z.object({ got: z.optional(z.unknown()), refused: z.optional(z.string()) }),
);

async function attempt(page: Page, detail: string): Promise<z.infer<typeof outcomesSchema>> {
  await page.evaluate((detail) => {
    document.documentElement.removeAttribute('data-outcomes');
    document.dispatchEvent(new CustomEvent('try', { detail }));
  }, detail);
  const json = await until('the attempts', () => page.evaluate(() => document.documentElement.dataset['outcomes']));
  return outcomesSchema.parse(JSON.parse(json));
}

export const tryToRead = (page: Page) => attempt(page, '');

export const tryToRedirect = async (page: Page, url: string) => (await attempt(page, url))['write'];
