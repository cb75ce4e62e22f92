import { expect, test } from 'vitest';
import { missingFrom } from '#browser/access.ts';

const pages = [
  { id: 'one', patterns: ['https://one.invalid/*'] },
  { id: 'two', patterns: ['https://two.invalid/*', 'https://www.two.invalid/*'] },
];

test('patterns without access are missing', async () => {
  const allowed = new Set(['https://one.invalid/*', 'https://two.invalid/*']);
  expect(await missingFrom(pages, async (pattern) => allowed.has(pattern))).toEqual([
    { id: 'two', patterns: ['https://www.two.invalid/*'] },
  ]);
});

test('nothing is missing with access to all', async () => {
  expect(await missingFrom(pages, async () => true)).toEqual([]);
});
