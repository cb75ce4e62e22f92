import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({
    dependencies: versions,
    devDependencies: versions,
    optionalDependencies: versions,
    overrides: versions,
    scripts: versions,
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

const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
const locked = Object.entries(packages).filter(([path]) => path !== '');

/** Biome's builds for other machines: npm ci names them and downloads only this machine's, by its hash. */
const elsewhere = /^node_modules\/@biomejs\/cli-(?!linux-(x64|arm64)$)/;

describe('package.json', () => {
  test.each(Object.entries({ ...named, ...manifest.overrides }))('names one exact version of %s: %s', (_, version) => {
    // postject, by Node's own makers, never left this form.
    expect(version).toMatch(/^\d+\.\d+\.\d+(-alpha\.\d+)?$/);
  });

  test('has the versions of the lock file', () => {
    for (const [name, version] of Object.entries(named))
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  });
});

test('every package has the address and the hash of the lock file', () => {
  for (const [path, { integrity, resolved }] of locked) {
    if (!elsewhere.test(path)) expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

test('no package runs a script on installation', () => {
  expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
});

test('the commands say on an old Node what to do', () => {
  const check = fileURLToPath(new URL('../src/build/check-node.js', import.meta.url));
  const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
  const run = (...args: string[]) => spawnSync(process.execPath, [...args, check], { encoding: 'utf8' });
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  expect(run(`--import=${old}`)).toMatchObject({ status: 1, stderr: expect.stringContaining('needs Node 24') });
  for (const command of ['start', 'test', 'test:full', 'relay', 'build'])
    expect(manifest.scripts[command]).toMatch(/^node src\/build\/check-node\.js && /);
});

test('CONTRIBUTING.md has a reason for every package and for no other', () => {
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
