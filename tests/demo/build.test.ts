import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt } from '#demo/browsers.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skinlens-build-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, at: number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  utimesSync(file, at, at);
}

describe('a build', () => {
  test('is up to date when none of its inputs is younger', () => {
    for (const path of ['src/core/a.ts', 'entrypoints/popup/b.css', 'public/icons/c.svg', 'wxt.config.ts'])
      write(path, 10);
    write('.output/chrome-mv3/manifest.json', 20);
    write('README.md', 30);
    // The time of a folder changes when a file in it is removed.
    for (const folder of ['src/core', 'entrypoints/popup', 'public/icons']) utimesSync(join(root, folder), 10, 10);
    expect(isBuilt(root, 'chrome')).toBe(true);
  });

  test('is not up to date without a build for that browser', () => {
    write('.output/chrome-mv3/manifest.json', 20);
    expect(isBuilt(root, 'firefox')).toBe(false);
  });

  test.each(['src/sites/deep/a.ts', 'entrypoints/a.ts', 'public/icons/a.svg', 'wxt.config.ts', 'package-lock.json'])(
    'is not up to date when %s is younger',
    (path) => {
      write('.output/firefox-mv3/manifest.json', 20);
      write(path, 21);
      expect(isBuilt(root, 'firefox')).toBe(false);
    },
  );
});
