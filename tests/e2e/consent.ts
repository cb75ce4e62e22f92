import type { Driver } from '#demo/driver-contract.ts';
import { connectToWindow } from '#demo/firefox.ts';

declare const chrome: {
  readonly developerPrivate: { readonly addHostPermission: (id: string, host: string) => Promise<void> };
};

/** A test cannot click the browser's question: the next click that asks for these is granted. `id` is Chromium's. */
export async function consentTo(driver: Driver, id: string, patterns: readonly string[]): Promise<void> {
  if (driver.kind === 'firefox') {
    const inWindow = await connectToWindow(driver.browser);
    await inWindow(`Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', false)`);
    return;
  }
  // As on the page of extensions: the hosts become allowed, but are not granted before the extension asks for them.
  const page = await driver.browser.newPage();
  await page.goto('chrome://extensions');
  await page.evaluate(
    async (id, patterns) => {
      for (const pattern of patterns) await chrome.developerPrivate.addHostPermission(id, pattern);
    },
    id,
    patterns,
  );
  await page.close();
}
