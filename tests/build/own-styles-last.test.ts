import { expect, test } from 'vitest';
import { ownStylesLast } from '#build/own-styles-last.ts';

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
