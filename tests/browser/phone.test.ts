import { describe, expect, test } from 'vitest';

const calls: string[] = [];
const noted =
  (name: string) =>
  async (details: unknown): Promise<void> =>
    void calls.push(`${name} ${JSON.stringify(details)}`);

/** The API of Firefox for Android: no menus, address bar, shortcuts or badge. */
const phone = {
  runtime: { id: 'skinlens', getManifest: () => ({ content_scripts: [] }) },
  action: { setTitle: noted('title') },
  permissions: { contains: async () => false },
};
Object.assign(globalThis, { chrome: phone });
const { onMenuSwitch, setMenuSwitches } = await import('#browser/browser-ui.ts');
const { serveOmnibox } = await import('#browser/browser-ui.ts');
const { currentShortcuts } = await import('#browser/own-page.ts');
const { onShortcut } = await import('#browser/events.ts');
const { colourBadges, showCount, showWarning } = await import('#browser/browser-ui.ts');
const { onNoticeClick, showNotice } = await import('#browser/browser-ui.ts');

describe('without the parts of the API that phones lack', () => {
  test('there are no context menus', async () => {
    expect(() => onMenuSwitch(() => undefined)).not.toThrow();
    const menu = { id: 'steam', title: 'Steam', on: true, patterns: ['https://steamcommunity.com/*'] };
    await expect(setMenuSwitches([menu])).resolves.toBeUndefined();
  });

  test('there is no search in the address bar', () => {
    expect(() => serveOmnibox({ hint: () => '', suggest: async () => [], enter: () => undefined })).not.toThrow();
  });

  test('there are no shortcuts', async () => {
    expect(() => onShortcut('toggle-overlays', () => undefined)).not.toThrow();
    expect(await currentShortcuts()).toEqual([]);
  });

  test('there is no badge, and the warning is the icon’s title', async () => {
    await colourBadges();
    await showCount(1, 5);
    await showWarning('no relay', 'Skinlens');
    expect(calls).toEqual(['title {"title":"Skinlens: no relay"}']);
  });

  test('there is no notification before the permission', async () => {
    expect(() => onNoticeClick(() => undefined)).not.toThrow();
    expect(await showNotice({ id: 'a', title: 'b', message: 'c' })).toBe(false);
  });
});
