import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withChrome } from '#build/use-chrome-namespace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = readFileSync(join(root, 'node_modules', '@wxt-dev', 'browser', 'src', 'index.mjs'), 'utf8');

/** A module of an address of its own is evaluated anew. */
let copies = 0;

/** `browser` as the package exports it in a context with these globals. */
async function browserIn(globals: object): Promise<unknown> {
  const names = ['browser', 'chrome', 'skinlensPolyfill'];
  for (const name of names) Reflect.deleteProperty(globalThis, name);
  Object.defineProperties(globalThis, Object.getOwnPropertyDescriptors(globals));
  const copy = `data:text/javascript,${encodeURIComponent(withChrome(source))}//${++copies}`;
  const { browser }: { browser: unknown } = await import(copy);
  for (const name of names) Reflect.deleteProperty(globalThis, name);
  return browser;
}

test('Chromium is not made to create `browser`', async () => {
  const globals = {
    chrome: 'chrome',
    get browser(): never {
      throw new Error('asked');
    },
  };
  for (const name of ['chrome', 'browser'] as const)
    Object.defineProperty(globals, name, {
      ...Object.getOwnPropertyDescriptor(globals, name),
      configurable: true,
    });
  expect(await browserIn(globals)).toBe('chrome');
});

test('a polyfill that is loaded is used', async () => {
  expect(await browserIn({ chrome: 'chrome', skinlensPolyfill: 'polyfill' })).toBe('polyfill');
});

test('another package stops the build', () => {
  expect(() => withChrome('export const browser = chrome')).toThrow('adapt this step');
});
