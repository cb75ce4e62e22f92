import { afterEach, beforeAll, expect, test } from 'vitest';
import { button, click, query, settle, text } from '../popup/screen.tsx';
import { type PlainItem, plainRedline } from './plain-items.ts';
import { now } from './random-items.ts';
import { close, createEnvironment, open, price, texts } from './screen.tsx';

// The page loads it with the first list.
beforeAll(() => import('#core/tables/read-table.ts'));
afterEach(close);

/** The first line of the list, and its first price. */
const line = '.bulk > .scroll tbody tr';
const firstPrice = `${line} td:nth-child(4)`;

/** Prices a list of one item, by default of two Redlines at $10.00. */
async function priceList(sample: boolean, item: Partial<PlainItem> = {}, pasted = '', count = 2) {
  const prices = [price('buff163', 1000)];
  const env = createEnvironment([{ ...plainRedline, prices, change: undefined, ...item }], {}, sample);
  const match = async () => ({ rows: [{ row: 0, count }], found: [], unmatched: [] });
  await open({ deps: { ...env.deps, source: { ...env.deps.source, match } } }, 'list=1');
  const area = query('.bulk textarea') as HTMLTextAreaElement;
  area.value = pasted;
  area.dispatchEvent(new Event('input', { bubbles: true }));
  await settle();
  await click(button('Show prices'));
  await settle();
  return env;
}

test('a list has a sum of each market', async () => {
  await priceList(false);
  expect(texts('.where tbody tr').slice(0, 2)).toEqual(['Best of each$19.60', 'BUFF163$20.00$19.60$19.60 · 2 items']);
});

test('what many pieces leave is not rounded for each: of $0.23 less 2 % are left $56.35, not $57.50', async () => {
  await priceList(false, { prices: [price('buff163', 23)] }, '', 250);
  expect(texts('.where tbody tr')[1]).toBe('BUFF163$57.50$56.35$56.35 · 250 items');
});

test('a sum of a part of an inventory says of how many items', async () => {
  const items = {
    assets: [{ classid: '1', amount: '2' }],
    descriptions: [{ classid: '1', market_hash_name: plainRedline.name }],
  };
  await priceList(false, {}, JSON.stringify({ ...items, more_items: 1, total_inventory_count: 3400 }));
  expect(texts('.where tbody tr')[0]).toBe('Best of each$19.60 2/3,400');
});

test('samples have no sum', async () => {
  await priceList(true);
  expect(text('.where')).not.toContain('$');
});

test('no price in the sum is marked as not counted, an old one is not in it, and one of few listings is no exit', async () => {
  const old = price('csfloat', 900, { seconds: now / 1000 - 86_400 });
  await priceList(false, { prices: [price('buff163', 1000, { offers: 1 }), old] });
  expect(texts('.where tbody tr').slice(0, 3)).toEqual(['Best of each– 0/2', 'BUFF163$20.00', 'CSFloat– 0/2']);
  expect(query(firstPrice).className).not.toBe('off');
  expect(query(firstPrice).title).not.toContain('Not counted');
});

test('the price of any phase of an item is shown, but neither added nor copied', async () => {
  const { state } = await priceList(false, { phases: true });
  expect(text(`${line} th`)).toContain('any phase');
  expect(text(firstPrice)).toBe('$10.00');
  expect(text('.where tbody tr:nth-child(2)')).toBe('BUFF163– 0/2');
  await click(button('Copy table'));
  expect(state.copied[0]?.split('\n')[1]).toMatch(/\(Field-Tested\)\t+2\t\t$/);
});
