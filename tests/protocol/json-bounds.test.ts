import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkJsonBounds } from '#protocol/json-bounds.ts';

const check = (text: string) => checkJsonBounds(new TextEncoder().encode(text));

describe('the bounds of a body', () => {
  test('hold for any JSON of usual size', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 12 }), check));
  });

  test.each([
    ['16 lists', `${'['.repeat(16)}${']'.repeat(16)}`],
    ['brackets in strings', `["${'['.repeat(50)}","\\"${'{'.repeat(50)}\\\\"]`],
    ['commas in strings', `["${','.repeat(500_000)}"]`],
    ['a long value', `{"a":"${'x'.repeat(1_000_000)}"}`],
    ['many siblings', `[${'[[]],'.repeat(1000)}[]]`],
    ['nothing', ''],
    ['a string without an end', '"\\'],
  ])('accept %s', (_, text) => expect(() => check(text)).not.toThrow());

  test.each([
    ['17 lists', '['.repeat(17), 'deep'],
    ['17 objects', '{"a":'.repeat(17), 'deep'],
    ['lists after a string', `["]]]]\\"",${'['.repeat(16)}`, 'deep'],
    ['400,001 empty rows', `{${'"":{},'.repeat(400_000)}"":{}}`, 'members'],
    ['6 million members in many objects', `[${`[${'0,'.repeat(300_000)}0],`.repeat(20)}[0,0]]`, 'members'],
    ['2 million objects', `[${`[${'{},'.repeat(300_000)}{}],`.repeat(7)}{}]`, 'objects'],
  ])('refuse %s', (_, text, why) => expect(() => check(text)).toThrow(why));
});
