import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import { type Driver, settledOverlays, until } from '#demo/driver-contract.ts';
import { inertFile, storeSettings } from '#demo/extension.ts';
import { messages } from '#worker/messages.ts';
import { builtExtension, openBrowser, openSample, sampleOf } from '../browser.ts';
import { send } from '../send.ts';
import { openStack, type Stack } from '../stack.ts';
import { kind } from '../world.ts';

const ownPageRequests = Object.entries(messages).flatMap(([kind, { from }]) => (from === 'own-pages' ? [kind] : []));

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
async function compromisedExtension(kind: BrowserKind, disposal: AsyncDisposableStack): Promise<string> {
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

const tryToRead = (page: Page) => attempt(page, '');

const tryToRedirect = async (page: Page, url: string) => (await attempt(page, url))['write'];

const token = 'a-token-that-no-page-may-have';

const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Authorization, If-None-Match' };

async function openAttackerRelay(disposal: AsyncDisposableStack) {
  const received: string[] = [];
  const server = createServer(({ method, headers }, answer) => {
    if (method === 'GET') received.push(JSON.stringify(headers));
    answer.writeHead(method === 'GET' ? 404 : 204, open).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  disposal.defer(() => void server.close());
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('not listening on a port');
  return { url: `http://127.0.0.1:${address.port}`, received };
}

async function saveToken(driver: Driver, typed: string): Promise<void> {
  const settings = await driver.openExtensionPage('options.html');
  await settings.waitForSelector('#relay-token');
  await settings.evaluate((typed) => {
    const field = document.querySelector<HTMLInputElement>('#relay-token');
    if (!field) throw new Error('no field for the token');
    field.value = typed;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, typed);
  await settings.evaluate(() => document.querySelector<HTMLFormElement>('form.relay')?.requestSubmit());
  await until('the token to be saved', () =>
    settings.evaluate(() => document.querySelector('form.relay')?.textContent.includes('Saved.') || undefined),
  );
  await settings.close();
}

const statusSays = (own: Page, fault: RegExp) =>
  until(`a status that says ${fault}`, async () => {
    const status = JSON.stringify(await send(own, { kind: 'status', request: {} }));
    return fault.test(status) || undefined;
  });

describe('a page with control over the content script', () => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  let stack: Stack;
  let own: Page;
  let page: Page;

  beforeAll(async () => {
    stack = await openStack({ tokens: token });
    disposal.defer(stack.close);
    const extension = await compromisedExtension(kind, disposal);
    driver = await openBrowser(kind, undefined, { extension });
    disposal.defer(driver.close);
    own = await driver.openExtensionPage(inertFile);
    await storeSettings(driver, { theme: 'dark', relay: { url: stack.relayUrl, token } });
    page = (await openSample(driver, sampleOf('csfloat', 'search'))).page;
    await settledOverlays(page, 60_000);
  });
  afterAll(() => disposal.disposeAsync());

  test('cannot read the relay’s token, neither from the settings nor after their page saved it', async () => {
    await saveToken(driver, 'another-one');
    await statusSays(own, /unauthorized/);
    await saveToken(driver, token);
    await statusSays(own, /"fault":null/);
    await storeSettings(driver, { theme: 'dark', relay: { url: stack.relayUrl, token: 'another-one' } });
    await statusSays(own, /unauthorized/);
    await storeSettings(driver, { theme: 'dark', relay: { url: stack.relayUrl, token } });
    await statusSays(own, /"fault":null/);
    await until('the token to be out of reach', async () => {
      const { local } = await tryToRead(page);
      return JSON.stringify(local).includes(token) ? undefined : true;
    });
    const outcomes = await tryToRead(page);
    expect(Object.keys(outcomes)).toEqual(
      expect.arrayContaining(['local', 'session', 'databases', 'vault', 'settings']),
    );
    expect(JSON.stringify(outcomes)).not.toMatch(RegExp(`${token}|another-one`));
    expect(String(outcomes['settings']?.got)).toContain('dark');
    expect(String(outcomes['settings']?.got)).not.toMatch(/token|localhost/);
  });

  test('is refused every request that only the extension’s own pages may send', async () => {
    const outcomes = await tryToRead(page);
    for (const kind of ownPageRequests) expect(String(outcomes[kind]?.got), kind).toContain('own pages');
  });

  test('cannot have the token sent to a relay of its own', async () => {
    const attacker = await openAttackerRelay(disposal);
    const redirected = await tryToRedirect(page, attacker.url);
    if (kind === 'chrome') {
      expect(redirected).toHaveProperty('refused');
      return;
    }
    await driver.stopWorker();
    // The user's own refresh: the worker itself waits a minute after a check that the stop broke off.
    await send(own, { kind: 'refresh', request: {} });
    expect(attacker.received).not.toEqual([]);
    expect(attacker.received.join('\n')).not.toContain(token);
  });
});
