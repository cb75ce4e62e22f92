import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shortenStyle, styleModules } from '#build/shorten-styles.ts';

test('a shortened style sheet has the same rules', () => {
  const sheet =
    '.a, .b { color: red; font: 1px/2px "DejaVu Sans", serif; }\n  .a:not(.b) .c::before { content: "· "; }\n';
  expect(shortenStyle(sheet)).toBe(
    '.a,.b{color:red;font:1px/2px "DejaVu Sans",serif}.a:not(.b) .c::before{content:"· "}',
  );
});

const sheets = globSync('src/**/*-{style,colours}.ts');

test('every style sheet in a script is shortened', () => {
  expect(sheets.length).toBeGreaterThan(4);
  expect(sheets.filter((path) => !styleModules.test(`/${path}`))).toEqual([]);
});

test.each(sheets)('the module %s stays what it is, without its white space', (path) => {
  const code = readFileSync(path, 'utf8');
  const bare = (text: string) => text.replaceAll(/\s/g, '').replaceAll(';}', '}');
  expect(bare(shortenStyle(code))).toBe(bare(code));
});
