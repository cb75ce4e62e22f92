import type { BrowserKind } from '#demo/browsers.ts';
import { openChromium } from '#demo/chromium.ts';
import type { Driver, DriverOptions } from '#demo/driver-contract.ts';
import { openFirefox } from '#demo/firefox.ts';

/** Starts a browser with the extension in a new profile. Rejects when it does not start. */
export const openDriver = (kind: BrowserKind, options: DriverOptions): Promise<Driver> =>
  kind === 'firefox' ? openFirefox(options) : openChromium(options);
