import type { Browser, Page } from 'puppeteer-core';
import type { BrowserKind } from '#demo/browsers.ts';

export interface DriverOptions {
  readonly program: string;
  readonly extension: string;
  readonly headless: boolean;
  /** HTTP proxy for everything except loopback, such as `http://127.0.0.1:1234`. Only tests set it. */
  readonly proxy?: string | undefined;
  /** The port on loopback that gets the requests for the default relay, so that browsers share none. Only tests set it. */
  readonly relayPort?: number | undefined;
  /** Keeps the welcome page open; by default it is closed and the extension reset. */
  readonly welcome?: boolean | undefined;
}

export interface Driver {
  readonly kind: BrowserKind;
  readonly browser: Browser;
  readonly openExtensionPage: (file: string) => Promise<Page>;
  readonly openPopup: (page: Page) => Promise<Page>;
  /** Ends the background worker, as the browser does after half a minute. Does nothing when it is not running. */
  readonly stopWorker: () => Promise<void>;
  readonly isWorkerRunning: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}
