import { browser } from 'wxt/browser';

/**
 * Runs a file of the extension in a tab as a content script. For Firefox, whose content scripts cannot import files;
 * Chromium's can. Rejects without access to the page, and when the tab is closed.
 */
export async function runInTab(tab: number, file: string): Promise<void> {
  if (!import.meta.env.FIREFOX) throw new Error('pages load their files themselves in this browser');
  await browser.scripting.executeScript({ target: { tabId: tab }, files: [file], injectImmediately: true });
}
