import { createServer } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { askStatus, storeSettings } from '#demo/extension.ts';
import { settledOverlays } from '#demo/overlays.ts';
import { until } from '#demo/until.ts';
import { openSample, sampleOf } from './browser.ts';
import { withPopup } from './popup.ts';
import { openStack, type Stack } from './stack.ts';
import { ownKinds, takenOver, tryToRead, tryToRedirect } from './taken-over.ts';

const token = 'a-token-that-no-page-may-have';

const open = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Authorization, If-None-Match' };

/** A server that lets everybody ask, and writes down with which headers they do. */
async function listenIn(disposal: AsyncDisposableStack) {
  const heard: string[] = [];
  const server = createServer(({ method, headers }, answer) => {
    if (method === 'GET') heard.push(JSON.stringify(headers));
    answer.writeHead(method === 'GET' ? 404 : 204, open).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  disposal.defer(() => void server.close());
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('not listening on a port');
  return { url: `http://127.0.0.1:${address.port}`, heard };
}

/** Saves another token in the popup's form. */
const saveToken = (driver: Driver, page: Page, typed: string): Promise<void> =>
  withPopup(driver, page, async (popup) => {
    await popup.waitForSelector('#relay-token');
    await popup.evaluate((typed) => {
      const field = document.querySelector<HTMLInputElement>('#relay-token');
      if (!field) throw new Error('no field for the token');
      field.value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, typed);
    await popup.evaluate(() => document.querySelector<HTMLFormElement>('form.relay')?.requestSubmit());
    await until('the token to be saved', () =>
      popup.evaluate(() => document.querySelector('form.relay')?.textContent.includes('Saved.') || undefined),
    );
  });

const statusSays = (driver: Driver, fault: RegExp) =>
  until(`a status that says ${fault}`, async () => fault.test(await askStatus(driver)) || undefined);

describe.each(['chrome', 'firefox'] as const)('a page that has taken our content script over in %s', (kind) => {
  const disposal = new AsyncDisposableStack();
  let driver: Driver;
  let stack: Stack;
  let page: Page;

  beforeAll(async () => {
    stack = await openStack({ tokens: token });
    disposal.defer(stack.close);
    const program = await ensureBrowser(kind, thisMachine(), console.info);
    driver = await openDriver(kind, { program, extension: await takenOver(kind, disposal), headless: true });
    disposal.defer(driver.close);
    await storeSettings(driver, { theme: 'dark', relay: { url: stack.relayUrl, token } });
    page = (await openSample(driver, sampleOf('csfloat', 'search'))).page;
    await settledOverlays(page, 30_000);
  });
  afterAll(() => disposal.disposeAsync());

  test('cannot read the token that opens the relay, neither as it was written nor as the popup saves it', async () => {
    await saveToken(driver, page, 'another-one');
    await statusSays(driver, /unauthorized/);
    await saveToken(driver, page, token);
    await statusSays(driver, /"fault": null/);
    await storeSettings(driver, { theme: 'dark', relay: { url: stack.relayUrl, token: 'another-one' } });
    await statusSays(driver, /unauthorized/);
    await storeSettings(driver, { theme: 'dark', relay: { url: stack.relayUrl, token } });
    await statusSays(driver, /"fault": null/);
    await until('the token to be out of reach', async () => {
      const { local } = await tryToRead(page);
      return JSON.stringify(local).includes(token) ? undefined : true;
    });
    const told = await tryToRead(page);
    expect(Object.keys(told)).toEqual(expect.arrayContaining(['local', 'session', 'databases', 'vault', 'view']));
    expect(JSON.stringify(told)).not.toMatch(RegExp(`${token}|another-one`));
    expect(String(told['view']?.got)).toContain('dark');
    expect(String(told['view']?.got)).not.toMatch(/token|localhost/);
  });

  test('is refused whatever only our own pages may ask', async () => {
    const told = await tryToRead(page);
    for (const kind of ownKinds) expect(String(told[kind]?.got), kind).toContain('own pages');
  });

  test('cannot have the token sent to a relay of its own', async () => {
    const evil = await listenIn(disposal);
    const redirected = await tryToRedirect(page, evil.url);
    if (kind === 'chrome') {
      expect(redirected).toHaveProperty('refused');
      return;
    }
    await driver.stopWorker();
    await askStatus(driver);
    await until('a request to the other relay', async () => evil.heard[0]);
    expect(evil.heard.join('\n')).not.toContain(token);
  });
});
