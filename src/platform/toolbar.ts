import { browser } from 'wxt/browser';

/** `null` removes the text of one tab, which then shows the text of all tabs. */
interface Icon {
  setBadgeText(details: { text?: string | null | undefined; tabId?: number | undefined }): Promise<void>;
}
const icon = (): Icon => browser.action;

const green = '#3fcf8e';
const amber = '#f2b84b';
const ink = '#0b0d11';

/** Shows a count for one tab, or nothing for 0. The browser clears it when the tab navigates. */
export async function showCount(tabId: number, count: number): Promise<void> {
  // Fails for a tab that was closed meanwhile.
  await Promise.all([
    browser.action.setBadgeBackgroundColor({ tabId, color: count > 0 ? green : amber }),
    icon().setBadgeText({ tabId, text: count > 0 ? String(Math.min(count, 999)) : null }),
  ]).catch(() => undefined);
}

/** Sets the colours of badges; not every browser has a text colour. */
export async function colourBadges(): Promise<void> {
  await browser.action.setBadgeBackgroundColor({ color: amber });
  await browser.action.setBadgeTextColor?.({ color: ink });
}

/** Marks the icon of every tab without a count; `text` is its tooltip. `undefined` removes the mark. */
export async function showWarning(text: string | undefined, name: string): Promise<void> {
  await browser.action.setBadgeText({ text: text === undefined ? '' : '!' });
  await browser.action.setTitle({ title: text === undefined ? name : `${name}: ${text}` });
}
