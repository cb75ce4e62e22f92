import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import {
  type Entered,
  maxSettingsBytes,
  parseSettingsFile,
  settingsFormat,
  writeSettingsFile,
} from '#core/settings/settings-file.ts';
import { usd } from '../owned/usd.ts';

const stored: unknown = JSON.parse(readFileSync(new URL('../settings.json', import.meta.url), 'utf8'));
const mine = parseSettings(stored);
const defaults = parseSettings({});

const file = (settings: unknown, version: unknown = 1) => JSON.stringify({ format: settingsFormat, version, settings });
const parse = (text: string, current = defaults) => {
  const parsed = parseSettingsFile(text, current);
  if ('refused' in parsed) throw new Error(`refused: ${JSON.stringify(parsed.refused)}`);
  return parsed;
};
const refusal = (text: string) => {
  const parsed = parseSettingsFile(text, mine);
  return 'refused' in parsed ? parsed.refused : undefined;
};

describe('export', () => {
  test('with the token restores all settings', () => {
    const parsed = parse(writeSettingsFile(mine, true));
    expect(parsed.settings).toEqual(mine);
    expect(parsed.unknown).toEqual([]);
    expect(parsed.changed).toContain('relay.token');
  });

  test('the token stays at home unless it is asked for', () => {
    expect(writeSettingsFile(mine, false)).not.toContain(mine.relay.token);
    expect(writeSettingsFile(mine, true)).toContain(mine.relay.token);
    expect(parse(writeSettingsFile(mine, false)).settings).toEqual({ ...mine, relay: { ...mine.relay, token: '' } });
  });
});

describe('what else the user entered', () => {
  const name = 'AK-47 | Redline (Field-Tested)';
  const held = { name, count: 2, paid: { cents: 800, currency: 'EUR' } };
  const entered: Entered = {
    portfolio: { items: [held], sales: [{ ...held, received: usd(100), soldAt: 7 }] },
    watchList: { version: 1, items: [{ name, addedAt: 3, alert: { kind: 'below', cents: 100 } }] },
    views: [{ name: 'Mine', address: 'view=cheaper', tells: 9 }],
  };

  test('is in a file only if it is given, all of it', () => {
    expect(parse(writeSettingsFile(mine, true)).entered).toEqual({});
    const text = writeSettingsFile(mine, true, { ...entered, watchList: { ...entered.watchList, seenAsOf: 5 } });
    expect(parse(text)).toMatchObject({ settings: mine, entered, unknown: [] });
    expect(text).not.toContain('seenAsOf');
  });

  test.each([
    ['portfolio', { ...entered.portfolio, version: 3 }],
    ['portfolio', []],
    ['watchList', { items: [] }],
    ['watchList', { ...entered.watchList, version: 2 }],
    ['views', null],
    ['views', { version: 1, views: 'all' }],
  ])('of another shape refuses the file: %s %j', (part, other) => {
    const text = JSON.stringify({ ...JSON.parse(file({})), [part]: other });
    expect(parseSettingsFile(text, mine)).toEqual({ refused: { reason: 'bad-values', names: [part] } });
  });

  test('of a file keeps only valid entries, and no part that is not there', () => {
    const damaged = JSON.stringify({ ...JSON.parse(file({})), portfolio: { version: 1, items: [held, 7] } });
    expect(parse(damaged).entered).toEqual({ portfolio: { items: [held], sales: [] } });
  });
});

describe('import', () => {
  test('without a token keeps the one for the same relay, and none for another', () => {
    expect(parse(file({ relay: { url: mine.relay.url } }), mine).settings).toEqual(mine);
    const other = parse(file({ relay: { url: 'https://other.example' } }), mine);
    expect(other.settings.relay).toEqual({ url: 'https://other.example', token: '' });
    expect(other.changed).toEqual(['relay.url', 'relay.token']);
  });

  test('reports unknown fields and ignores them, and drops what older versions had without a word', () => {
    const text = JSON.stringify({
      format: settingsFormat,
      version: 1,
      made: 'today',
      settings: { glow: 1, learned: { csfloat: true }, overlay: { density: 'hover', sparkle: true } },
    });
    const { settings, unknown } = parse(text);
    expect(unknown).toEqual(['made', 'glow', 'overlay.sparkle']);
    expect(settings).toEqual({ ...defaults, overlay: { ...defaults.overlay, density: 'hover' } });
  });

  test.each([
    ['', { reason: 'not-json' }],
    ['{', { reason: 'not-json' }],
    ['null', { reason: 'foreign' }],
    ['{"settings":{}}', { reason: 'foreign' }],
    [JSON.stringify({ format: 'betterfloat', version: 1, settings: {} }), { reason: 'foreign' }],
    [file([]), { reason: 'foreign' }],
    [file({}, 0), { reason: 'foreign' }],
    [file({}, 2), { reason: 'newer', version: 2 }],
    [file({ version: 99 }), { reason: 'bad-values', names: ['version'] }],
    [
      file({ theme: 'pink', deals: { percentBelow: 0 } }),
      { reason: 'bad-values', names: ['deals.percentBelow', 'theme'] },
    ],
    [file({ overlay: 'big' }), { reason: 'bad-values', names: ['overlay'] }],
    [file({ relay: { url: 'http://me:secret@x' } }), { reason: 'bad-values', names: ['relay.url'] }],
    [file({ rates: { EUR: 0.9, GBP: -1 } }), { reason: 'bad-values', names: ['rates'] }],
    [' '.repeat(maxSettingsBytes + 1), { reason: 'too-large' }],
  ])('refuses %.80s with its reason', (text, reason) => {
    expect(refusal(text)).toEqual(reason);
  });

  test('accepts a byte order mark, as editors on Windows write it', () => {
    expect(parse(`\uFEFF${file({ theme: 'dark' })}`).settings.theme).toBe('dark');
  });
});
