import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fillManifest } from '#build/relay/fill-manifest.ts';

const folder = fileURLToPath(new URL('../../../.github/winget', import.meta.url));
const values = { version: '1.2.3', sha256: 'A'.repeat(64), repository: 'owner/skinlens' };

test.each(readdirSync(folder))('%s is YAML of this version, with an address and a hash where they belong', (name) => {
  const text = fillManifest(readFileSync(`${folder}/${name}`, 'utf8'), values);
  const manifest = parse(text);
  expect(manifest).toMatchObject({ PackageIdentifier: 'Skinlens.Relay', PackageVersion: '1.2.3' });
  if (name !== 'installer.yaml') return;
  expect(manifest.Installers).toEqual([
    {
      Architecture: 'x64',
      InstallerUrl: 'https://github.com/owner/skinlens/releases/download/v1.2.3/skinlens-relay-win-x64.exe',
      InstallerSha256: 'A'.repeat(64),
    },
  ]);
});

test.each([
  { ...values, sha256: '' },
  { version: '1.2.3', sha256: 'A' },
])('a value that is missing stops it', (few) => {
  expect(() => fillManifest('{version} {sha256} {repository}', few)).toThrow('the manifest needs');
});
