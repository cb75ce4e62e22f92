import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sites } from '#sites/index.ts';
import { description, textsFromTable } from '#store/texts-from-tables.ts';
import { folders, readMessages } from '../messages.ts';

/**
 * The limits of the stores. Chrome: manifest name and description, and the fields of its dashboard; Mozilla: the summary.
 * https://developer.chrome.com/docs/extensions/reference/manifest, https://extensionworkshop.com
 */
const limits = { name: 45, summary: 132, mozillaSummary: 250, description: 16_000, field: 1000 };

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The text under a heading, up to the next of its rank or above. */
function under(text: string, heading: string): string {
  const rank = /^#+/.exec(heading)?.[0].length ?? 0;
  const from = text.indexOf(`\n${heading}\n`);
  if (from < 0) throw new Error(`there is no “${heading}”`);
  const rest = text.slice(from + heading.length + 2);
  const end = rest.search(new RegExp(`^#{1,${rank}} `, 'm'));
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

const listing = read('.github/store/listing.md');
const permissions = under(listing, '## Permissions');

const manifest = z.object({
  permissions: z.array(z.string()),
  optional_permissions: z.optional(z.array(z.string())),
  host_permissions: z.optional(z.array(z.string())),
  optional_host_permissions: z.optional(z.array(z.string())),
});

function permissionsOf(build: string): string[] {
  const path = `.output/${build}/manifest.json`;
  if (!existsSync(new URL(path, root))) throw new Error(`${build} is not built: npm run build`);
  const asked = manifest.parse(JSON.parse(read(path)));
  expect(asked.host_permissions ?? []).toEqual([]);
  return [...asked.permissions, ...(asked.optional_permissions ?? [])];
}

describe('the texts for the stores', () => {
  test.each(folders)('name and summary in %s fit the limits', (folder) => {
    const { extensionName, extensionDescription } = readMessages(folder);
    expect(extensionName?.message.length).toBeLessThanOrEqual(limits.name);
    expect(extensionDescription?.message.length).toBeLessThanOrEqual(limits.summary);
    expect(extensionDescription?.message.length).toBeGreaterThan(40);
  });

  test('name and summary match the package', () => {
    const { extensionName, extensionDescription } = readMessages('en');
    expect(under(listing, '## Name')).toBe(extensionName?.message);
    expect(under(listing, '## Summary for Chrome')).toBe(extensionDescription?.message);
  });

  test('fit the limits of their fields', () => {
    expect(under(listing, '## Summary for Mozilla').length).toBeLessThanOrEqual(limits.mozillaSummary);
    for (const heading of ['## Single purpose', '## Remote code', '## Data use'])
      expect(under(listing, heading).length).toBeLessThanOrEqual(limits.field);
  });

  test.each(folders)('the description in %s fits its field and names every marketplace', (folder) => {
    const text = textsFromTable('.', description).get(folder) ?? '';
    expect(text.length).toBeLessThanOrEqual(limits.description);
    const [before = '', after = ''] = text.split('Avan.market');
    for (const { name, optional } of sites) expect(optional ? `Avan.market${after}` : before).toContain(name);
  });

  test('give a reason for each permission of the packages, and for no other', () => {
    const asked = [...new Set(['chrome-mv3', 'firefox-mv3'].flatMap(permissionsOf))].sort();
    const reasoned = [...permissions.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name ?? '');
    expect(reasoned.toSorted()).toEqual(asked);
    for (const name of reasoned) expect(under(`\n${permissions}`, `### \`${name}\``).length).toBeGreaterThan(40);
    for (const name of reasoned) expect(under(`\n${permissions}`, `### \`${name}\``).length).toBeLessThan(limits.field);
    for (const heading of ['### Host access', '### Optional host access']) {
      expect(under(`\n${permissions}`, heading).length).toBeGreaterThan(40);
      expect(under(`\n${permissions}`, heading).length).toBeLessThan(limits.field);
    }
  });

  test('the privacy statement names the default address', () => {
    expect(read('.github/store/privacy.md')).toContain('`http://localhost:8787`');
  });
});
