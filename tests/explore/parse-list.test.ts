import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchNames } from '#explore/bulk/match-names.ts';
import { parseList } from '#explore/bulk/parse-list.ts';
import { maxLines } from '#explore/bulk/pasted-line.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const music = 'Music Kit | Darude, Moments CSGO';
const names = [redline, music, 'Recoil Case', 'Twin | A', 'twin | a'];

/** Names and counts that a pasted text is matched to, and the lines without an item. */
function read(pasted: string, isUnique = true) {
  const { rows, unmatched } = matchNames(names, parseList(pasted).lines, () => isUnique);
  return { found: rows.map(({ row, count }) => [names[row], count]), missing: unmatched.map(({ text }) => text) };
}

describe('a pasted line', () => {
  test.each([
    [redline, redline, 1],
    [`3x ${redline}`, redline, 3],
    [`3 x ${redline}`, redline, 3],
    [`${redline} x3`, redline, 3],
    [`${redline} × 3`, redline, 3],
    [`${redline}\t3`, redline, 3],
    [`3\t${redline}`, redline, 3],
    [`"${redline}",3`, redline, 3],
    [`${redline};3;12,50`, redline, 3],
    [music, music, 1],
    [`2x ${music}`, music, 2],
    [`"${music}",2`, music, 2],
    [`${music},2`, music, 2],
    [`  ak-47 | redline (field-tested) `, redline, 1],
  ])('%s is %s × %s', (line, name, count) => {
    expect(read(line)).toEqual({ found: [[name, count]], missing: [] });
  });

  test.each(['AK-47 | Redline', 'Recoil Cas', 'Name,Count', '12'])('%s is no item, and none is guessed', (line) => {
    expect(read(line)).toEqual({ found: [], missing: [line] });
  });

  test('that comes near two names is none of them', () => {
    expect(read('TWIN | A')).toEqual({ found: [], missing: ['TWIN | A'] });
    expect(read('twin | a').found).toEqual([['twin | a', 1]]);
  });

  test('that comes near a name whose twin has no price is none', () => {
    expect(read('recoil case', false).missing).toEqual(['recoil case']);
  });

  test('of the same item adds up', () => {
    expect(read(`2x Recoil Case\n\nRecoil Case x5`).found).toEqual([['Recoil Case', 7]]);
  });
});

describe('Steam’s inventory', () => {
  const inventory = (over: object = {}) =>
    JSON.stringify({
      assets: [
        { classid: '1', instanceid: '0', amount: '1' },
        { classid: '1', instanceid: '0', amount: '1' },
        { classid: '2', instanceid: '0', amount: '4' },
        { classid: '3', instanceid: '0', amount: '1' },
      ],
      descriptions: [
        { appid: 730, classid: '1', instanceid: '0', market_hash_name: redline },
        { appid: 730, classid: '2', instanceid: '0', market_hash_name: 'Recoil Case' },
        { appid: 570, classid: '3', instanceid: '0', market_hash_name: music },
      ],
      ...over,
    });

  test('counts each item, without those of other games', () => {
    expect(read(inventory()).found).toEqual([
      [redline, 2],
      ['Recoil Case', 4],
    ]);
  });

  test.each(['{}', '[1]', '{"assets":{}}', '{"assets":[1],"descriptions":[null]}'.slice(0, -1)])(
    'of another shape is unreadable: %s',
    (pasted) => expect(parseList(pasted).unreadable).toBe(true),
  );
});

test('ten thousand lines are read, and the rest is said to be cut', () => {
  const { lines, cut } = parseList(`${redline}\n`.repeat(maxLines + 1));
  expect({ lines: lines.length, cut }).toEqual({ lines: maxLines, cut: true });
  expect(parseList(`${redline}\n`.repeat(maxLines)).cut).toBe(false);
});

test('no text makes it throw, and counts stay whole and bounded', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json()), (pasted) => {
      for (const { readings } of parseList(pasted).lines)
        for (const { count } of readings) expect(count >= 0 && count <= 1_000_000).toBe(true);
    }),
  );
});
