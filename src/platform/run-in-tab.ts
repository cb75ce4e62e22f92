import { browser } from 'wxt/browser';

/**
 * Runs a file of the extension in a tab as a content script, for pages that cannot import it: all in Firefox, and in
 * Chromium those of sites that the user added. Rejects without access to the page, and when the tab is closed.
 */
export const runInTab = async (tab: number, file: string): Promise<void> =>
  void (await browser.scripting.executeScript({ target: { tabId: tab }, files: [file], injectImmediately: true }));
