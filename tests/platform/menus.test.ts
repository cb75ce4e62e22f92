import { expect, test } from 'vitest';
import { pagesIn } from '#platform/menus.ts';

test('each marketplace is found once, by the last file of its content script', () => {
  const matches = ['https://one.invalid/*'];
  const base = 'moz-extension://a';
  expect(
    pagesIn([
      { js: [`${base}/overlays.js`, `${base}/panel.js`, `${base}/one.js`], matches },
      { js: [`${base}/one-tap.js`], matches },
      { js: ['two.js'], matches: [] },
    ]),
  ).toEqual([
    { id: 'one', patterns: matches },
    { id: 'two', patterns: [] },
  ]);
  expect(pagesIn()).toEqual([]);
});
