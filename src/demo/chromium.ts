import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Extension, type Page, type Target } from 'puppeteer-core';
import { defaultRelayUrl } from '#core/settings/relay-address.ts';
import { type Driver, type DriverOptions, until } from '#demo/driver-contract.ts';
import { hasWelcomePage, resetExtension, withExtensionPage } from '#demo/extension.ts';
import { installExtension } from '#demo/install-extension.ts';
import { StartError } from '#protocol/node-server.ts';

/** Switches that stop the browser's own requests. */
const flags = ['--disable-quic', '--disable-component-update', '--no-default-browser-check'];
/** A headless Chromium has no mouse of its own: without these it answers `(hover: hover)` with no. 2: hover, 4: fine pointer. */
const mouse = '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** Starts a Chromium. The extension is installed over the debugging pipe: branded Chrome ignores --load-extension. */
export async function openChromium(options: DriverOptions): Promise<Driver> {
  const opened = new AsyncDisposableStack();
  try {
    const profile = await makeProfile();
    opened.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const browser = await launch(options, profile);
    opened.defer(() => browser.close());
    const id = await installExtension(browser, options.extension);
    const driver = await createDriver(browser, id, () => opened.disposeAsync());
    if (!hasWelcomePage(options.extension)) return driver;
    const target = await browser.waitForTarget((target) => target.url().endsWith('/welcome.html'));
    const welcome = await target.asPage();
    // If the page is closed at once, every second Chromium (156) gives the extension's pages no messages.
    await welcome.waitForSelector('h1:not(:empty)');
    if (options.welcome) return driver;
    await welcome.close();
    await withExtensionPage(driver, (own) => resetExtension(driver, own));
    return driver;
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** A profile without preconnects: sample pages have addresses of real sites, to which nothing may connect. */
async function makeProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'skinlens-chromium-'));
  await mkdir(join(profile, 'Default'));
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify({ net: { network_prediction_options: 2 } }));
  return profile;
}

const launch = ({ program, headless, proxy, relayPort }: DriverOptions, userDataDir: string): Promise<Browser> =>
  puppeteer
    .launch({
      executablePath: program,
      headless,
      userDataDir,
      // Without a locale Chromium finds no extension in a folder whose name is not ASCII.
      env: { LC_CTYPE: 'C.UTF-8', ...process.env },
      pipe: true,
      enableExtensions: true,
      // Puppeteer's own handler would exit on Ctrl+C.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Users have the back-forward cache.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      defaultViewport: headless ? { width: 1280, height: 800 } : null,
      args: [
        ...flags,
        ...(headless ? [mouse] : []),
        // Chromium has no sandbox for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...(proxy ? [`--proxy-server=${proxy}`] : []),
        ...(relayPort ? [`--host-resolver-rules=MAP ${new URL(defaultRelayUrl).host} 127.0.0.1:${relayPort}`] : []),
      ],
    })
    .catch((cause: unknown) => {
      const hint = 'A user other than root needs its sandbox (on Debian: the package chromium-sandbox).';
      throw new StartError(`${program} does not start. ${hint}`, { cause });
    });

async function createDriver(browser: Browser, id: string, close: Driver['close']): Promise<Driver> {
  const origin = `chrome-extension://${id}`;
  const isWorker = (target: Target) => target.type() === 'service_worker' && target.url().startsWith(origin);
  const session = await browser.target().createCDPSession();
  /** By the browser's own list: Puppeteer's sometimes keeps a worker that is gone. */
  const runningWorkers = async () => {
    const { targetInfos } = await session.send('Target.getTargets');
    return targetInfos.filter(({ type, url }) => type === 'service_worker' && url.startsWith(origin));
  };
  const extension = await until('the extension to be there', async () => (await browser.extensions()).get(id));
  return {
    kind: 'chrome',
    browser,
    isWorkerRunning: async () => (await runningWorkers()).length > 0,
    openExtensionPage: async (file) => {
      const page = await browser.newPage({ type: 'tab', background: true });
      await page.goto(`${origin}/${file}`);
      return page;
    },
    openPopup: (page) => openPopup(browser, extension, page, origin),
    stopWorker: async () => {
      await until('the worker to be gone', async () => {
        // An event may start another one meanwhile.
        for (const target of browser.targets().filter(isWorker)) await (await target.worker())?.close().catch(ended);
        // Puppeteer closes a target once, and then has no session with it any more.
        const left = await runningWorkers();
        for (const { targetId } of left) await session.send('Target.closeTarget', { targetId }).catch(ended);
        return left.length === 0 || undefined;
      });
    },
    close,
  };
}

/** A worker that has just ended by itself cannot be closed. */
const ended = (): void => undefined;

async function openPopup(browser: Browser, extension: Extension, page: Page, origin: string): Promise<Page> {
  await page.bringToFront();
  const isPopup = (target: Target) => target.url() === `${origin}/popup.html`;
  const known = new Set(browser.targets().filter(isPopup));
  await extension.triggerAction(page);
  const target = await browser.waitForTarget((target) => isPopup(target) && !known.has(target));
  return target.asPage();
}
