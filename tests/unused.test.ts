import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const production = '--production';

/** What knip finds in a folder; nothing when everything is in use. */
async function findings(folder: string, ...flags: readonly string[]): Promise<string> {
  const knip = join(root, 'node_modules/knip/bin/knip.js');
  const args = [knip, '--config', 'tests/knip.ts', '--no-config-hints', ...flags];
  const child = spawn(process.execPath, args, { cwd: folder });
  const status = new Promise((resolve) => child.on('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), status]);
  // 1: it found something; 2: it could not run.
  if (code !== 0 && code !== 1) throw new Error(errors);
  return output.trim();
}

/** A small program with one fault of each kind. */
const faulty: Readonly<Record<string, string>> = {
  'src/relay/main.ts':
    "import 'left-pad'; import { cents } from '#core/money/money.ts'; import '#core/items/phases.ts'; import '#core/site.ts'; cents();",
  'src/core/attic.ts': 'export {};',
  'src/core/money/money.ts':
    'export const cents = () => 1; export const spare = 1; export interface SpareShape { readonly a: 1 }',
  'src/core/site.ts': 'export const testedOnly = 1;',
  'tests/core/money/money.test.ts': "import { testedOnly } from '#core/site.ts'; void testedOnly;",
  'src/core/items/phases.ts': "import { turns } from '#core/turns.ts'; void turns;",
  'src/core/turns.ts': "import '#core/items/phases.ts'; export const turns = 1;",
};

describe('a program with every fault', { tags: ['full'] }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'skinlens-unused-'));
  let all = '';
  let own = '';

  beforeAll(async () => {
    for (const path of [
      'tests/knip.ts',
      'tests/second-tries.ts',
      'src/protocol/v8-flags.ts',
      'tests/vitest.config.ts',
      'tsconfig.json',
      '.gitignore',
    ])
      cpSync(join(root, path), join(folder, path));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const more = manifest.replace('"dependencies": {', '"dependencies": { "spare-package": "1.0.0",');
    writeFileSync(join(folder, 'package.json'), more);
    for (const [path, code] of Object.entries(faulty)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    }
    [all, own] = await Promise.all([findings(folder), findings(folder, production)]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['attic.ts', 'spare ', 'SpareShape', 'left-pad', 'spare-package', 'turns.ts'])(
    'is reported for %s',
    (fault) => {
      expect(all).toContain(fault);
    },
  );

  test('is reported for an export that only a test uses', () => {
    expect(all).not.toContain('testedOnly');
    expect(own).toContain('testedOnly');
  });
});
