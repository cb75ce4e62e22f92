import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = [
  'src',
  'entrypoints',
  'tests',
  'public',
  'package.json',
  'tsconfig.json',
  'wxt.config.ts',
  '.gitignore',
];
const production = '--production';

/** What knip says of a folder; nothing when all is in use. */
function complaints(folder: string, ...flags: readonly string[]): string {
  const args = [
    join(root, 'node_modules/knip/bin/knip.js'),
    '--config',
    'tests/knip.ts',
    '--no-config-hints',
    ...flags,
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  // 1: it found something; 2: it could not look.
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return stdout.trim();
}

describe('files, exports and dependencies', () => {
  test('are all in use, those that tests need counted, and no import goes in circles', () => {
    expect(complaints(root)).toBe('');
  });

  test('are in use by the program itself, tests left out of account', () => {
    expect(complaints(root, production)).toBe('');
  });
});

describe('a copy with everything wrong', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skinlens-unused-'));
  const plant = (path: string, text: string): void => appendFileSync(join(folder, path), text);
  let all = '';
  let own = '';

  beforeAll(() => {
    for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
    const more = manifest.replace('"dependencies": {', '"dependencies": { "spare-package": "1.0.0",');
    writeFileSync(join(folder, 'package.json'), more);
    plant('src/core/attic.ts', 'export {};');
    plant('src/core/money.ts', 'export const spare = 1;\nexport interface SpareShape { readonly a: 1 }');
    plant('src/core/site.ts', 'export const testedOnly = 1;');
    plant('tests/core/money.test.ts', "import { testedOnly } from '#core/site.ts'; void testedOnly;");
    plant('src/relay/main.ts', "import 'left-pad';");
    plant('src/core/phases.ts', "import { turns } from '#core/turns.ts'; void turns;");
    plant('src/core/turns.ts', "import '#core/phases.ts'; export const turns = 1;");
    all = complaints(folder);
    own = complaints(folder, production);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['attic.ts', 'spare ', 'SpareShape', 'left-pad', 'spare-package', 'turns.ts'])(
    'is told of %s',
    (planted) => {
      expect(all).toContain(planted);
    },
  );

  test('is told of an export that nothing but a test uses', () => {
    expect(all).not.toContain('testedOnly');
    expect(own).toContain('testedOnly');
  });
});
