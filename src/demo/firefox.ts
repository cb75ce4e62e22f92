import { randomUUID } from 'node:crypto';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { defaultRelayUrl } from '#core/settings/relay-address.ts';
import { type Driver, type DriverOptions, until } from '#demo/driver-contract.ts';
import { hasWelcomePage, resetExtension, withExtensionPage } from '#demo/extension.ts';
import { installExtension, readManifest } from '#demo/install-extension.ts';

/** The host of the extension's files. Firefox chooses a random one unless a preference sets it. */
const uuid = '5c1a1e05-0000-4000-8000-000000000001';
const origin = `moz-extension://${uuid}`;

/** Starts a Firefox. System access opens the extension's own pages, which WebDriver BiDi alone cannot. */
export async function openFirefox(options: DriverOptions): Promise<Driver> {
  const { program, extension, headless, proxy, relayPort, welcome } = options;
  const { browser_specific_settings: own } = await readManifest(extension);
  if (!own) throw new Error(`${extension} is not built for Firefox`);
  const { id } = own.gecko;
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless,
    enableExtensions: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    defaultViewport: headless ? { width: 1280, height: 800 } : null,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [id]: uuid }),
      ...proxyPrefs(proxy),
      ...(relayPort && { 'network.socket.forcePort': `${new URL(defaultRelayUrl).port}=${relayPort}` }),
    },
  });
  try {
    await installExtension(browser, extension);
    const inWindow = await connectToWindow(browser);
    const driver = createDriver(browser, inWindow, id);
    if (welcome || !hasWelcomePage(extension)) return driver;
    await until('the welcome page to be closed', async () => (await inWindow(closeWelcome)) || undefined);
    await withExtensionPage(driver, (own) => resetExtension(driver, own));
    return driver;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Closes the tab of the welcome page. Evaluates to whether there was one. */
const closeWelcome = `(() => {
  const tab = gBrowser.tabs.find((tab) => tab.linkedBrowser.currentURI.spec === '${origin}/welcome.html');
  if (tab) gBrowser.removeTab(tab);
  return Boolean(tab);
})()`;

function proxyPrefs(proxy: string | undefined): Record<string, string | number> {
  if (!proxy) return {};
  const { hostname, port } = new URL(proxy);
  const to = (scheme: string) => ({
    [`network.proxy.${scheme}`]: hostname,
    [`network.proxy.${scheme}_port`]: Number(port),
  });
  return { 'network.proxy.type': 1, ...to('http'), ...to('ssl') };
}

/** Evaluates an expression in the browser's own window, the `chrome` scope. */
export type RunInWindow = (expression: string) => Promise<unknown>;

interface Connection {
  readonly send: (method: string, params: object) => Promise<unknown>;
}

/** Puppeteer has no method for the browser's own window, so its connection is used directly. */
const hasConnection = (browser: object): browser is { connection: Connection } =>
  'connection' in browser &&
  typeof browser.connection === 'object' &&
  browser.connection !== null &&
  'send' in browser.connection;

const tree = z.object({ result: z.object({ contexts: z.array(z.object({ context: z.string() })) }) });
const evaluated = z.object({
  result: z.union([
    z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.unknown()) }) }),
    z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
  ]),
});

export async function connectToWindow(browser: Browser): Promise<RunInWindow> {
  if (!hasConnection(browser)) throw new Error('puppeteer no longer shows its BiDi connection');
  const { connection } = browser;
  const answer = await connection.send('browsingContext.getTree', { maxDepth: 0, 'moz:scope': 'chrome' });
  const context = tree.parse(answer).result.contexts[0]?.context;
  return async (expression) => {
    const params = { expression, target: { context }, awaitPromise: true };
    const { result } = evaluated.parse(await connection.send('script.evaluate', params));
    if (result.type === 'exception') throw new Error(`Firefox: ${result.exceptionDetails.text}`);
    return result.result.value;
  };
}

function createDriver(browser: Browser, inWindow: RunInWindow, id: string): Driver {
  const extension = `WebExtensionPolicy.getByID(${JSON.stringify(id)}).extension`;
  const stop = stopWorker(extension);
  const openExtensionPage = (file: string) => openTab(browser, inWindow, `${origin}/${file}`);
  return {
    kind: 'firefox',
    browser,
    openExtensionPage,
    // A background tab: the page stays the active tab for the extension, as with a real popup.
    openPopup: async (page) => {
      await page.bringToFront();
      return openExtensionPage('popup.html');
    },
    stopWorker: async () =>
      void (await until('the worker to be gone', async () => (await inWindow(stop)) || undefined)),
    isWorkerRunning: async () => (await inWindow(`${extension}.backgroundState`)) === 'running',
    close: () => browser.close(),
  };
}

/** Evaluates to whether it is gone. Without the option Firefox spares a worker that has not yet answered an event. */
const stopWorker = (extension: string): string => `(async () => {
  const extension = ${extension};
  if (extension.backgroundState === 'stopped') return true;
  await extension.terminateBackground({ disableResetIdleForTest: true });
  return extension.backgroundState === 'stopped';
})()`;

/** The tab is empty at first: Puppeteer learns nothing of one that begins in the extension's process (bug 1755014). */
async function openTab(browser: Browser, inWindow: RunInWindow, url: string): Promise<Page> {
  const known = new Set(await browser.pages());
  const newPages = async () => (await browser.pages()).filter((page) => !known.has(page));
  const principal = '{ triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() }';
  const tab = `skinlens_${randomUUID().replaceAll('-', '')}`;
  await inWindow(`void (window.${tab} = gBrowser.addTab('about:blank', ${principal}))`);
  await until('a new tab', async () => (await newPages())[0]);
  await inWindow(`${tab}.linkedBrowser.loadURI(Services.io.newURI(${JSON.stringify(url)}), ${principal})`);
  await inWindow(`void delete window.${tab}`);
  return until(`Firefox to open ${url}`, async () => {
    for (const page of await newPages()) if (await isAt(page, url)) return page;
    return undefined;
  });
}

/** Puppeteer gets no events of these pages' navigations. Evaluating in the page fails while it loads. */
const isAt = (page: Page, url: string): Promise<boolean> =>
  page
    .evaluate(() => document.readyState === 'complete' && location.href)
    .then(
      (at) => at === url,
      () => false,
    );
