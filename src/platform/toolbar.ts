import { browser } from 'wxt/browser';

/** The badge of the icon. Firefox for Android has none, and not every browser has a text colour. */
interface Badge {
  /** `null` removes the text of one tab, which then shows the text of all tabs. */
  setBadgeText?(details: { text?: string | null | undefined; tabId?: number | undefined }): Promise<void>;
  setBadgeBackgroundColor?(details: { color: string; tabId?: number | undefined }): Promise<void>;
  setBadgeTextColor?(details: { color: string }): Promise<void>;
}
const badge = (): Badge => browser.action;

const green = '#3fcf8e';
const amber = '#f2b84b';
const ink = '#0b0d11';

/** Shows a count for one tab, or nothing for 0. The browser clears it when the tab navigates. */
export async function showCount(tabId: number, count: number): Promise<void> {
  // Fails for a tab that was closed meanwhile.
  await Promise.all([
    badge().setBadgeBackgroundColor?.({ tabId, color: count > 0 ? green : amber }),
    badge().setBadgeText?.({ tabId, text: count > 0 ? String(Math.min(count, 999)) : null }),
  ]).catch(() => undefined);
}

/** Sets the colours of badges. */
export async function colourBadges(): Promise<void> {
  await badge().setBadgeBackgroundColor?.({ color: amber });
  await badge().setBadgeTextColor?.({ color: ink });
}

/** Marks the icon of every tab without a count; `text` is its tooltip. `undefined` removes the mark. */
export async function showWarning(text: string | undefined, name: string): Promise<void> {
  await badge().setBadgeText?.({ text: text === undefined ? '' : '!' });
  await browser.action.setTitle({ title: text === undefined ? name : `${name}: ${text}` });
}
