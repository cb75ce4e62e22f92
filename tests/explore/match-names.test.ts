import { expect, test } from 'vitest';
import { readTable } from '#core/tables/read-table.ts';
import { createItemSource, type LoadState, type WorkerQuestion } from '#explore/data/item-source.ts';
import { matchNames } from '#explore/data/worker.ts';

const redline = 'AK-47 | Redline (Field-Tested)';
const music = 'Music Kit | Darude, Moments CSGO';
const graffiti = 'Sealed Graffiti | Lambda (Shark White)';
const names = [redline, music, graffiti, 'Recoil Case', 'Twin | A', 'twin | a'];

/** Names and counts that a pasted text is matched to, and the lines without an item. */
function read(pasted: string, isUnique = true) {
  const { rows, unmatched } = matchNames(names, readTable(pasted).items, () => isUnique);
  return { found: rows.map(({ row, count }) => [names[row], count]), missing: unmatched.map(({ text }) => text) };
}

test.each([
  [`3 ${redline}`, redline, 3],
  [music, music, 1],
  [`${music},2`, music, 2],
  ['  ak-47 | redline (field-tested) ', redline, 1],
  ['Graffiti | Lambda (Shark White) x2', graffiti, 2],
  ['ＡＫ－４７　｜　Ｒｅｄｌｉｎｅ（Ｆıｅｌｄ－Ｔｅｓｔｅｄ）', redline, 1],
])('%s is %s × %s', (line, name, count) => expect(read(line)).toEqual({ found: [[name, count]], missing: [] }));

test.each(['AK-47 | Redline', 'Recoil Cas', '12'])('%s is no item, and none is guessed', (line) => {
  expect(read(line)).toEqual({ found: [], missing: [line] });
});

test('a line that comes near two names is none of them', () => {
  expect(read('TWIN | A')).toEqual({ found: [], missing: ['TWIN | A'] });
  expect(read('twin | a').found).toEqual([['twin | a', 1]]);
});

test('a line that comes near a name whose twin has no price is none', () => {
  expect(read('recoil case', false).missing).toEqual(['recoil case']);
});

test('lines of the same item add up', () => {
  expect(read('2x Recoil Case\n\nRecoil Case x5').found).toEqual([['Recoil Case', 7]]);
});

test('a worker that fails is told of to all who wait, and the next question starts another', async () => {
  const asked: WorkerQuestion[][] = [];
  const failures: ((event: { readonly message?: string }) => void)[] = [];
  const source = createItemSource(() => {
    const questions: WorkerQuestion[] = [];
    asked.push(questions);
    return {
      postMessage: (question) => void questions.push(question),
      addEventListener: (kind: 'message' | 'error', listener: (typeof failures)[number] | ((event: never) => void)) => {
        if (kind === 'error') failures.push(listener as (typeof failures)[number]);
      },
    };
  });
  const states: LoadState[] = [];
  source.load({ markets: [], coinUsd: null }, (state) => void states.push(state));
  const index = source.index([]);
  failures[0]?.({ message: 'out of memory' });
  await expect(index).rejects.toThrow('out of memory');
  expect(states).toMatchObject([{ isComplete: true, problem: 'out of memory' }]);
  source.load({ markets: [], coinUsd: null }, () => undefined);
  expect(asked.map((questions) => questions.map(({ ask }) => ask))).toEqual([['load', 'index'], ['load']]);
});
