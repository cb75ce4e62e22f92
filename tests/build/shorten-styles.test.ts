import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shortenStyle } from '#build/shorten-styles.ts';

test('a shortened style sheet has the same rules', () => {
  const sheet =
    '.a, .b { color: red; font: 1px/2px "DejaVu Sans", serif; }\n  .a:not(.b) .c::before { content: "· "; }\n';
  expect(shortenStyle(sheet)).toBe(
    '.a,.b{color:red;font:1px/2px "DejaVu Sans",serif}\n.a:not(.b) .c::before{content:"· "}\n',
  );
});

test.each(['overlay-style', 'overlay-colours', 'panel-style', 'history-style', 'sums-style'])(
  'the module %s stays what it is, without its white space',
  (name) => {
    const code = readFileSync(new URL(`../../src/ui/${name}.ts`, import.meta.url), 'utf8');
    const bare = (text: string) => text.replaceAll(/\s/g, '').replaceAll(';}', '}');
    expect(bare(shortenStyle(code))).toBe(bare(code));
  },
);
