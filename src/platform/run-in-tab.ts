import { browser } from 'wxt/browser';

/**
 * Runs one of the extension's own files in a tab, in the content scripts' world. For Firefox, whose content scripts can
 * import nothing; Chromium's need no such permission. Rejects where the extension may not, and when the tab is gone.
 */
export async function runInTab(tab: number, file: string): Promise<void> {
  if (!import.meta.env.FIREFOX) throw new Error('pages load their files themselves here');
  await browser.scripting.executeScript({ target: { tabId: tab }, files: [file], injectImmediately: true });
}
