import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bareEntry, ownStylesLast } from '#build/script-plugins.ts';

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

const link = (name: string) => `    <link rel="stylesheet" crossorigin href="/assets/${name}-BfIf_9.css">\n`;
const head = (...names: string[]) => `  <head>\n${names.map(link).join('')}  </head>\n`;

test('a page’s own style sheet comes behind the shared ones', () => {
  expect(ownStylesLast(head('popup', 'pages', 'sites'), 'popup')).toBe(head('pages', 'sites', 'popup'));
});

test('a page without one stays as it is', () => {
  expect(ownStylesLast(head('pages'), 'options')).toBe(head('pages'));
});

test('two of its own end the build: nobody says which is the last', () => {
  expect(() => ownStylesLast(head('popup', 'popup'), 'popup')).toThrow('2 style sheets');
});
