import { afterEach, beforeAll, expect, test } from 'vitest';
import { button, click, query, settle, text } from '../popup/screen.tsx';
import { plainRedline } from './plain-items.ts';
import { close, createEnvironment, open, price } from './screen.tsx';

// The page loads it with the first list.
beforeAll(() => import('#explore/bulk/parse-list.ts'));
afterEach(close);

/** The last row of the table after a list of two Redlines was priced. */
async function totalsOf(sample: boolean, offers = 9): Promise<string> {
  const { deps } = createEnvironment(
    [{ ...plainRedline, prices: [price('buff163', 1000, { offers })], change: undefined }],
    {},
    sample,
  );
  const match = async () => ({ rows: [{ row: 0, count: 2 }], unmatched: [] });
  await open({ deps: { ...deps, source: { ...deps.source, match } } }, 'list=1');
  await click(button('Show prices'));
  await settle();
  return text('.bulk tfoot');
}

test('a list has a sum of each market', async () => {
  expect(await totalsOf(false)).toContain('$20.00');
});

test('samples have no sum', async () => {
  expect(await totalsOf(true)).not.toContain('$');
});

test('no price in the sum is marked as not counted', async () => {
  expect(await totalsOf(false, 1)).toContain('$20.00');
  expect(query('.bulk tbody td').className).toBe('');
  expect(query('.bulk tbody td').title).toBe('');
});
