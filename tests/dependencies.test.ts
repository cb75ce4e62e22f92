import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({
    dependencies: versions,
    devDependencies: versions,
    overrides: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(read('package.json')));
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string(),
        integrity: z.optional(z.string()),
        resolved: z.optional(z.string()),
        hasInstallScript: z.optional(z.boolean()),
      }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')));

const named = { ...manifest.dependencies, ...manifest.devDependencies };
const locked = Object.entries(packages).filter(([path]) => path !== '');

/** Biome's builds for other machines, which npm ci asks for by name; it fetches the one for this machine, by its hash. */
const elsewhere = /^node_modules\/@biomejs\/cli-(?!linux-(x64|arm64)$)/;

describe('package.json', () => {
  test.each(Object.entries({ ...named, ...manifest.overrides }))('names %s in one exact version: %s', (_, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('says the same as the lock file', () => {
    for (const [name, version] of Object.entries(named))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  });
});

test('every package is fetched as it was when it was locked', () => {
  for (const [path, { integrity, resolved }] of locked) {
    if (!elsewhere.test(path)) expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

test('no package runs a script when it is installed, but those that may', () => {
  const scripted = locked.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  );
  expect(scripted.sort()).toEqual(Object.keys(manifest.allowScripts).sort());
});

test('CONTRIBUTING.md says of each package why it is here, and of no other', () => {
  const [, table = ''] = read('.github/CONTRIBUTING.md').split('## Packages\n');
  const rows =
    table
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? [];
  const explained = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(explained.toSorted()).toEqual([...Object.keys(named), ...Object.keys(manifest.overrides)].sort());
  for (const row of rows) expect(row.split('|')[2]?.trim().length, row).toBeGreaterThan(10);
});
