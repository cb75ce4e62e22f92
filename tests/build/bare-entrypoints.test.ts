import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutMessages } from '#build/bare-entrypoints.ts';

const entrypoint = readFileSync(
  fileURLToPath(new URL('../../node_modules/wxt/dist/virtual/unlisted-script-entrypoint.mjs', import.meta.url)),
  'utf8',
);

test('of WXT’s entrypoint only the call of our script is left', () => {
  expect(withoutMessages(entrypoint)).toBe(
    'import definition from "virtual:user-unlisted-script-entrypoint";\ndefinition.main();\n',
  );
});

test('another WXT stops the build', () => {
  expect(() => withoutMessages('start(definition)')).toThrow('look at it anew');
});
