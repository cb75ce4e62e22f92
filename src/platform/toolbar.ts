import { browser } from 'wxt/browser';

/** Shows a count on the toolbar's icon for one tab; nothing for 0. The browser clears it when the tab goes elsewhere. */
export async function showCount(tabId: number, count: number): Promise<void> {
  // A tab that closed meanwhile has no icon any more.
  await browser.action
    .setBadgeText({ tabId, text: count > 0 ? String(Math.min(count, 999)) : '' })
    .catch(() => undefined);
}

/** The colour of all counts: green, with dark digits where the browser lets us choose. */
export async function colourCounts(): Promise<void> {
  await browser.action.setBadgeBackgroundColor({ color: '#3fcf8e' });
  await browser.action.setBadgeTextColor?.({ color: '#0b0d11' });
}
