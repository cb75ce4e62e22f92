import { readFileSync } from 'node:fs';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import { maxSettingsBytes, writeSettingsFile } from '#core/settings/settings-file.ts';
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

const outcome = () => text('.step:has(#backup-file) .outcome');

describe('export', () => {
  test('omits the token unless its box is ticked', async () => {
    const { shell } = await opened(stored);
    await click(button('Export to a file'));
    await click(field('Include the relay’s token'));
    await click(button('Export to a file'));
    const [without, having] = shell.saved.map(({ text }) => text);
    expect(shell.saved[0]?.name).toBe('skinlens-settings.json');
    expect(without).not.toContain(mine.relay.token);
    expect(having).toBe(writeSettingsFile(mine, true));
  });
});

describe('the portfolio', () => {
  const item = { name: 'AK-47 | Redline (Field-Tested)', count: 2, paid: usd(100) };
  const items = [item];
  const sales = [{ ...item, received: usd(200), soldAt: 7 }];
  const answer = { items, sales, quotes: [], rates: null, asOf: null, sample: false };

  test('is exported only with its box ticked', async () => {
    const env = await opened(stored);
    env.worker.portfolio = async () => answer;
    await click(button('Export to a file'));
    await click(field('Include the portfolio'));
    await click(button('Export to a file'));
    const [without, having] = env.shell.saved.map(({ text }) => text);
    expect(without).not.toContain('Redline');
    expect(having).toBe(writeSettingsFile(mine, false, { items, sales }));
  });

  test('of a file replaces the own one, after confirmation', async () => {
    const env = await opened();
    const sent = () => env.asked.filter(({ kind }) => kind === 'portfolio-set').map(({ request }) => request);
    await choose(writeSettingsFile(mine, true, { items, sales: [] }));
    expect(text('.ask')).toContain('Replaces your portfolio with the file’s 1 entry.');
    expect(sent()).toEqual([]);
    await click(button('Import'));
    expect(sent()).toEqual([{ items, sales: [] }]);
  });
});

describe('an import that the browser refuses in part changes nothing:', () => {
  const items = [{ name: 'AK-47 | Redline (Field-Tested)', count: 2, paid: null }];

  test('the portfolio stays where the settings cannot be stored', async () => {
    const env = await opened();
    await choose(writeSettingsFile(mine, true, { items, sales: [] }));
    env.store.refuse = new Error('disk full');
    await click(button('Import'));
    expect(env.asked.some(({ kind }) => kind === 'portfolio-set')).toBe(false);
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
  });

  test('the settings stay where the portfolio cannot be stored', async () => {
    const env = await opened();
    env.worker['portfolio-set'] = () => Promise.reject(new Error('disk full'));
    await choose(writeSettingsFile(mine, true, { items, sales: [] }));
    await click(button('Import'));
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
    expect(outcome()).toContain('disk full');
  });
});

describe('import', () => {
  test('shows the changes, and applies them only after confirmation', async () => {
    const env = await opened();
    await choose(writeSettingsFile(mine, true));
    expect(text('.ask')).toContain('This file changes:');
    expect(text('.ask')).toContain('Relay address');
    expect(text('.ask')).toContain('The relay changes to https://relay.example/team.');
    await click(button('Cancel'));
    expect(document.querySelector('.ask')).toBeNull();
    expect(await env.store.loadSettings()).toEqual(parseSettings({}));
    await choose(writeSettingsFile(mine, true));
    await click(button('Import'));
    expect(await env.store.loadSettings()).toEqual(mine);
    expect(outcome()).toBe('Imported.');
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
    [' '.repeat(maxSettingsBytes + 1), 'larger than 1 MB'],
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
