import type { Browser, Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';
import { openChromium } from '#demo/chromium.ts';
import { openFirefox } from '#demo/firefox.ts';

export interface DriverOptions {
  /** The browser's program. */
  readonly program: string;
  /** Folder of the built extension. */
  readonly extension: string;
  readonly headless: boolean;
  /** Sends all but loopback through an HTTP proxy, `http://127.0.0.1:1234`; only the tests want it. */
  readonly proxy?: string | undefined;
  /** Leaves the welcome page open, which a newly installed extension opens; else the extension forgets it. */
  readonly welcome?: boolean | undefined;
}

/** A browser of its own profile with the extension in it. */
export interface Driver {
  readonly kind: BrowserKind;
  readonly browser: Browser;
  /** Opens a file of the extension in a tab of its own, behind the one in front. */
  readonly openOwn: (file: string) => Promise<Page>;
  /** Opens the popup while `page` is the tab in front. */
  readonly openPopup: (page: Page) => Promise<Page>;
  /** Ends the background worker, as the browser does after half a minute; nothing when it does not run. */
  readonly stopWorker: () => Promise<void>;
  readonly workerRuns: () => Promise<boolean>;
  /** Closes the browser and removes its profile. */
  readonly close: () => Promise<void>;
}

/** Starts a browser with the extension in a fresh profile. Rejects when it does not start. */
export const openDriver = (kind: BrowserKind, options: DriverOptions): Promise<Driver> =>
  kind === 'firefox' ? openFirefox(options) : openChromium(options);
