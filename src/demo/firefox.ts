import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import type { Driver, DriverOptions } from '#demo/driver.ts';
import { install, readManifest } from '#demo/install.ts';
import { makeNewborn, welcomes } from '#demo/reset-extension.ts';
import { until } from '#demo/until.ts';

/** The address of the extension's files; Firefox draws one for each profile unless it is told. */
const uuid = '5c1a1e05-0000-4000-8000-000000000001';
const origin = `moz-extension://${uuid}`;

/** Starts a Firefox. System access lets us open the extension's own pages, which WebDriver BiDi alone does not. */
export async function openFirefox(options: DriverOptions): Promise<Driver> {
  const { program, extension, headless, proxy, welcome } = options;
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
    extraPrefsFirefox: { 'extensions.webextensions.uuids': JSON.stringify({ [id]: uuid }), ...proxyPrefs(proxy) },
  });
  try {
    await install(browser, extension);
    const chrome = await connectToChrome(browser);
    const driver = drive(browser, chrome, id);
    if (welcome || !welcomes(extension)) return driver;
    await until('the welcome page to be closed', async () => (await chrome(closeWelcome)) || undefined);
    await makeNewborn(driver);
    return driver;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Closes the tab of the welcome page; answers whether there was one. */
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

/** Runs an expression in the browser's own window. */
export type Chrome = (expression: string) => Promise<unknown>;

interface Connection {
  readonly send: (method: string, params: object) => Promise<unknown>;
}

/** Puppeteer has no method for the browser's own window, so its connection is asked directly. */
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

/** Gives hold of the browser's own window. */
export async function connectToChrome(browser: Browser): Promise<Chrome> {
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

function drive(browser: Browser, chrome: Chrome, id: string): Driver {
  const extension = `WebExtensionPolicy.getByID(${JSON.stringify(id)}).extension`;
  const openOwn = (file: string) => openTab(browser, chrome, `${origin}/${file}`);
  return {
    kind: 'firefox',
    browser,
    openOwn,
    // A tab behind: for the extension the page in front stays the active tab, as it is for a real popup.
    openPopup: async (page) => {
      await page.bringToFront();
      return openOwn('popup.html');
    },
    stopWorker: async () => void (await chrome(`${extension}.terminateBackground().then(() => true)`)),
    workerRuns: async () => (await chrome(`${extension}.backgroundState`)) === 'running',
    close: () => browser.close(),
  };
}

async function openTab(browser: Browser, chrome: Chrome, url: string): Promise<Page> {
  const known = new Set(await browser.pages());
  const principal = 'Services.scriptSecurityManager.getSystemPrincipal()';
  const addTab = () => chrome(`void gBrowser.addTab(${JSON.stringify(url)}, { triggeringPrincipal: ${principal} })`);
  const find = async () => {
    for (const page of (await browser.pages()).filter((page) => !known.has(page)))
      if (await isAt(page, url)) return page;
    return undefined;
  };
  await addTab();
  // A busy Firefox now and then opens a tab of which it tells puppeteer nothing; the next one is told.
  return until(`Firefox to open ${url}`, find, { limitMs: 5000 }).catch(async () => {
    await addTab();
    return until(`Firefox to open ${url} once more`, find, { limitMs: 15_000 });
  });
}

/** Puppeteer does not hear of these pages' navigations, so the page itself is asked; it refuses while it loads. */
const isAt = (page: Page, url: string): Promise<boolean> =>
  page
    .evaluate(() => document.readyState === 'complete' && location.href)
    .then(
      (at) => at === url,
      () => false,
    );
