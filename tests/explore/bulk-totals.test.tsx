import { afterEach, beforeAll, expect, test } from 'vitest';
import { button, click, query, settle, text } from '../popup/screen.tsx';
import { type PlainItem, plainRedline } from './plain-items.ts';
import { close, createEnvironment, open, price } from './screen.tsx';

// The page loads it with the first list.
beforeAll(() => import('#core/tables/read-table.ts'));
afterEach(close);

/** Prices a list of two of one item, by default the Redline at $10.00. */
async function priceTwo(sample: boolean, item: Partial<PlainItem> = {}) {
  const prices = [price('buff163', 1000)];
  const env = createEnvironment([{ ...plainRedline, prices, change: undefined, ...item }], {}, sample);
  const match = async () => ({ rows: [{ row: 0, count: 2 }], unmatched: [] });
  await open({ deps: { ...env.deps, source: { ...env.deps.source, match } } }, 'list=1');
  await click(button('Show prices'));
  await settle();
  return env;
}

test('a list has a sum of each market', async () => {
  await priceTwo(false);
  expect(text('.bulk tfoot')).toContain('$20.00');
});

test('samples have no sum', async () => {
  await priceTwo(true);
  expect(text('.bulk tfoot')).not.toContain('$');
});

test('no price in the sum is marked as not counted', async () => {
  await priceTwo(false, { prices: [price('buff163', 1000, { offers: 1 })] });
  expect(text('.bulk tfoot')).toContain('$20.00');
  expect(query('.bulk tbody td').className).not.toBe('off');
  expect(query('.bulk tbody td').title).not.toContain('Not counted');
});

test('the price of any phase of an item is shown, but neither added nor copied', async () => {
  const { state } = await priceTwo(false, { phases: true });
  expect(text('.bulk tbody th')).toContain('any phase');
  expect(text('.bulk tbody td')).toBe('$10.00');
  expect(text('.bulk tfoot')).toContain('Total0 of 2 with a price');
  await click(button('Copy table'));
  expect(state.copied[0]?.split('\n')[1]).toMatch(/\(Field-Tested\)\t+2\t\t$/);
});
