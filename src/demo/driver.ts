import type { BrowserKind } from '#demo/browsers.ts';
import { openChromium } from '#demo/chromium.ts';
import type { Driver, DriverOptions } from '#demo/driver-contract.ts';
import { openFirefox } from '#demo/firefox.ts';

export const openDriver = (kind: BrowserKind, options: DriverOptions): Promise<Driver> =>
  kind === 'firefox' ? openFirefox(options) : openChromium(options);
