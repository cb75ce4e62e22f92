import { readFileSync } from 'node:fs';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import { type Entered, maxSettingsBytes, writeSettingsFile } from '#core/settings/settings-file.ts';
import { usd } from '../../core/owned/usd.ts';
import { button, click, close, field, query, settle, text } from '../screen.tsx';
import { opened } from './settings-screen.ts';

afterEach(close);

const stored: unknown = JSON.parse(readFileSync('tests/core/settings.json', 'utf8'));
const mine = parseSettings(stored);

/** Chooses a file as a user does; `read` replaces the browser's reading. */
async function choose(content: string, read?: File['text']): Promise<void> {
  const input = field('Import from a file');
  const file = Object.assign(new File([content], 'settings.json'), read && { text: read });
  // In jsdom a script can fill the list of files only in this way.
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await settle();
}

const withEntered = 'Include portfolio, watch list, alerts and saved views';
const outcome = () => text('.step:has(#backup-file) .outcome');

describe('export', () => {
  test('omits the token unless its box is ticked', async () => {
    const { shell } = await opened(stored);
    await click(field(withEntered));
    await click(button('Export to a file'));
    await click(field('Include the relay’s token'));
    await click(button('Export to a file'));
    const [without, having] = shell.saved.map(({ text }) => text);
    expect(shell.saved[0]?.name).toBe('skinlens-settings.json');
    expect(without).not.toContain(mine.relay.token);
    expect(having).toBe(writeSettingsFile(mine, true));
  });
});

describe('what else the user entered', () => {
  const held = { name: 'AK-47 | Redline (Field-Tested)', count: 2, paid: usd(100) };
  const entered: Entered = {
    portfolio: { items: [held], sales: [] },
    watchList: { version: 1, items: [{ name: held.name, addedAt: 1, alert: { kind: 'below', cents: 100 } }] },
    views: [{ name: 'Mine', address: 'view=cheaper', tells: undefined }],
  };
  const read = JSON.parse(JSON.stringify(entered));

  test('is in the file unless its box is cleared', async () => {
    const env = await opened(stored);
    env.worker.entered = async () => entered;
    await click(button('Export to a file'));
    await click(field(withEntered));
    await click(button('Export to a file'));
    expect(env.shell.saved.map(({ text }) => text)).toEqual([
      writeSettingsFile(mine, false, entered),
      writeSettingsFile(mine, false),
    ]);
  });

  test('that cannot be read is told, and there is no file without it', async () => {
    const env = await opened(stored);
    env.worker.entered = () => Promise.reject(new Error('disk full'));
    await click(button('Export to a file'));
    expect(env.shell.saved).toEqual([]);
    expect(text('.settings')).toContain('disk full');
  });

  test('of a file replaces the own, after confirmation', async () => {
    const env = await opened();
    const sent = () => env.asked.filter(({ kind }) => kind === 'entered-set').map(({ request }) => request);
    await choose(writeSettingsFile(mine, true, entered));
    expect(text('.ask')).toContain('Replaces all of yours by the file’s: Portfolio: 1, Watch list: 1, Saved views: 1.');
    expect(text('.ask')).not.toContain('changes nothing');
    expect(sent()).toEqual([]);
    await click(button('Import'));
    expect(sent()).toEqual([read]);
  });

  test('stays where the browser cannot store the settings', async () => {
    const env = await opened();
    await choose(writeSettingsFile(mine, true, entered));
    env.store.refuse = new Error('disk full');
    await click(button('Import'));
    expect(env.asked.some(({ kind }) => kind === 'entered-set')).toBe(false);
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
  });

  test('that cannot be stored leaves the settings as they were', async () => {
    const env = await opened();
    env.worker['entered-set'] = () => Promise.reject(new Error('disk full'));
    await choose(writeSettingsFile(mine, true, entered));
    await click(button('Import'));
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
    expect(outcome()).toContain('disk full');
  });
});

describe('import', () => {
  test('shows the changes, and applies them only after confirmation', async () => {
    const env = await opened();
    await choose(writeSettingsFile(mine, true));
    expect(text('.ask')).toContain('This file changes: Relay address, ');
    expect(text('.ask')).toContain('The relay changes to https://relay.example/team.');
    await click(button('Cancel'));
    expect(document.querySelector('.ask')).toBeNull();
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
    await choose(writeSettingsFile(mine, true));
    await click(button('Import'));
    expect(await env.store.loadSettings()).toEqual(mine);
    expect(outcome()).toBe('Imported.');
  });

  test.each([
    [{ watchRelay: true }, { relay: { url: 'https://relay.example' } }],
    [{}, { watchRelay: true }],
  ])('says what a relay is sent: %j before, the file %j', async (before, settings) => {
    await opened(before);
    await choose(JSON.stringify({ format: 'skinlens-settings', version: 1, settings }));
    expect(text('.ask')).toContain('Sends your alerts to your relay');
  });

  test('applies the file to the current settings, not to those at the time of the preview', async () => {
    const env = await opened();
    await choose(JSON.stringify({ format: 'skinlens-settings', version: 1, settings: { theme: 'dark' } }));
    await act(async () => void (await env.store.changeSettings((settings) => ({ ...settings, coinUsd: 0.7 }))));
    await click(button('Import'));
    expect(await env.store.loadSettings()).toMatchObject({ theme: 'dark', coinUsd: 0.7 });
  });

  test.each([
    ['{', 'it is not valid JSON'],
    ['{"theme":"dark"}', 'contains no Skinlens settings'],
    ['{"format":"skinlens-settings","version":9,"settings":{}}', 'newer version of Skinlens made this file (format 9)'],
    ['{"format":"skinlens-settings","version":1,"settings":{"theme":"pink"}}', 'These values are not valid: Theme.'],
    [' '.repeat(maxSettingsBytes + 1), 'larger than 4 MB'],
  ])('refuses %.60s: %s', async (content, words) => {
    const env = await opened(stored);
    await choose(content);
    expect(outcome()).toContain(words);
    expect(document.querySelector('.ask')).toBeNull();
    expect(await env.store.loadSettings()).toEqual(mine);
  });

  test('reports a file that cannot be read', async () => {
    await opened();
    await choose('{}', () => Promise.reject(new Error('gone')));
    expect(outcome()).toContain('could not read this file');
  });
});

describe('reset', () => {
  test('resets all settings after a confirmation', async () => {
    const env = await opened(stored);
    await click(button('Reset all settings…'));
    expect(await env.store.loadSettings()).toEqual(mine);
    await click(button('Cancel'));
    await click(button('Reset all settings…'));
    await click(button('Reset'));
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
    expect(query('.settings').textContent).toContain('All settings were reset.');
  });
});
