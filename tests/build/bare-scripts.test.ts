import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bareEntry } from '#build/bare-scripts.ts';

/** What WXT puts around a script, with the script's own file named as WXT does. */
const entry = readFileSync(
  fileURLToPath(new URL('../../node_modules/wxt/dist/virtual/unlisted-script-entrypoint.mjs', import.meta.url)),
  'utf8',
).replace('virtual:user-unlisted-script-entrypoint', '/src/a.ts');

test('a script is imported and started, and nothing else', () => {
  expect(bareEntry(entry)).toBe('import definition from "/src/a.ts";\ndefinition.main();\n');
});

test('another start than the known one ends the build', () => {
  expect(() => bareEntry(entry.replace('definition.main()', 'start()'))).toThrow('in another way');
});
