import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import jszip from 'jszip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkPackage, checkSources } from '../build/check-package.ts';

/** Compares the packages of `npm run zip` with packages built from their sources in another folder, time zone and year. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
const browsers = ['chrome', 'firefox'];
const zipPath = (folder: string, what: string): string => join(folder, '.output', `skinlens-${version}-${what}.zip`);

async function readZip(what: string): Promise<Map<string, Buffer>> {
  const path = zipPath(root, what);
  if (!existsSync(path)) throw new Error(`${path} is not there: npm run zip`);
  const { files } = await jszip.loadAsync(await readFile(path));
  const entries = Object.values(files).map(async (file) => [file.name, await file.async('nodebuffer')] as const);
  return new Map(await Promise.all(entries));
}

const hashOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Unpacks the sources as Mozilla's reviewer does, with the dependencies of this repository. */
async function unpackSources(folder: string): Promise<void> {
  for (const [path, content] of await readZip('sources')) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Zips in another time zone, another language, and 400 days later. */
async function zipLater(cwd: string, browser: string): Promise<void> {
  const wxt = join(root, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const NODE_OPTIONS = `--import=${new URL('much-later.ts', import.meta.url)}`;
  // Vitest sets NODE_ENV, which would change the build.
  const { NODE_ENV: _, ...shell } = process.env;
  const env = { ...shell, NODE_OPTIONS, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  await promisify(execFile)(process.execPath, [wxt, 'zip', '-b', browser, '--mv3'], { cwd, env });
}

describe('packages built elsewhere', () => {
  let elsewhere: string;
  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'skinlens elsewhere-'));
    await unpackSources(elsewhere);
    for (const browser of browsers) await zipLater(elsewhere, browser);
  }, 300_000);
  afterAll(() => rm(elsewhere, { recursive: true, force: true }));

  test.each([...browsers, 'sources'])('%s: the same bytes', async (what) => {
    const hash = await hashOf(zipPath(root, what));
    expect(await hashOf(zipPath(elsewhere, what))).toBe(hash);
    console.info(`sha256 ${hash} skinlens-${version}-${what}.zip`);
  });
});

describe('the contents of a package', () => {
  test.each(browsers)('%s: an extension of this version and nothing else', async (browser) => {
    const files = await readZip(browser);
    const manifest: unknown = JSON.parse(String(files.get('manifest.json')));
    expect(manifest).toMatchObject({ manifest_version: 3, version });
    expect(files.size).toBeGreaterThan(20);
    expect(checkPackage(new Map([...files].map(([path, content]) => [path, content.toString('latin1')])))).toEqual([]);
  });

  test('sources: everything that the build needs, and nothing else', async () => {
    expect(checkSources([...(await readZip('sources')).keys()])).toEqual([]);
  });
});
