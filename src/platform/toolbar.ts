import { browser } from 'wxt/browser';

/** What we use of the toolbar's icon; `null` takes back what was said of one tab, so that it shows what all tabs show. */
interface Icon {
  setBadgeText(details: { text?: string | null | undefined; tabId?: number | undefined }): Promise<void>;
}
const icon = (): Icon => browser.action;

const green = '#3fcf8e';
const amber = '#f2b84b';
const ink = '#0b0d11';

/** Shows a count on the toolbar's icon for one tab; nothing for 0. The browser clears it when the tab goes elsewhere. */
export async function showCount(tabId: number, count: number): Promise<void> {
  // A tab that closed meanwhile has no icon any more.
  await Promise.all([
    browser.action.setBadgeBackgroundColor({ tabId, color: count > 0 ? green : amber }),
    icon().setBadgeText({ tabId, text: count > 0 ? String(Math.min(count, 999)) : null }),
  ]).catch(() => undefined);
}

/** The colours of badges, dark on light where the browser lets us choose. */
export async function colourBadges(): Promise<void> {
  await browser.action.setBadgeBackgroundColor({ color: amber });
  await browser.action.setBadgeTextColor?.({ color: ink });
}

/** Marks the icon of every tab that has no count, and says why when it is pointed at; without a reason all is well. */
export async function showWarning(why: string | undefined, name: string): Promise<void> {
  await browser.action.setBadgeText({ text: why === undefined ? '' : '!' });
  await browser.action.setTitle({ title: why === undefined ? name : `${name}: ${why}` });
}
