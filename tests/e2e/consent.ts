import type { Driver } from '#demo/driver-contract.ts';
import { connectToWindow } from '#demo/firefox.ts';

declare const chrome: {
  readonly developerPrivate: { readonly addHostPermission: (id: string, host: string) => Promise<void> };
};

/**
 * Answers the browser's question for access beforehand, because a test cannot click it: the next click that asks for
 * these match patterns is granted without a question. `id` is Chromium's id of the extension.
 */
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
