import { describe, expect, test } from 'vitest';
import { normaliseName } from '#core/names.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { grownRows } from './claimed-rows.ts';
import { growthTables } from './growth.ts';
import { namesOf } from './growth-names.ts';
import { drawGrowth } from './growth-picture.ts';
import { toRow } from './row.ts';

describe('names to grow with', () => {
  test('are real as far as there are enough', async () => {
    const real = new Set(await readCatalogue());
    const names = await namesOf(1000);
    expect(names).toHaveLength(1000);
    expect(names.filter((name) => !real.has(name))).toEqual([]);
  });

  test('are all that are real and then combinations, each another item', async () => {
    const names = await namesOf(100_000);
    const all = new Set(names);
    expect((await readCatalogue()).filter((name) => !all.has(name))).toEqual([]);
    expect({ names: names.length, different: new Set(names.map(normaliseName)).size }).toEqual({
      names: 100_000,
      different: 100_000,
    });
    expect(names.at(-1)).toMatch(/^[^|★]+ \| .+ \((Field-Tested|Factory New|Minimal Wear|Well-Worn|Battle-Scarred)\)$/);
  });

  test('end somewhere', async () => {
    await expect(namesOf(1_000_000)).rejects.toThrow(RangeError);
  });
});

describe('tables of growth', () => {
  const cards = (count: string, browser: string, ms: number) =>
    toRow({ part: 'growth-cards', browser, what: `${count} cards: last overlay`, unit: 'ms' }, [ms], {
      peer: ['their way', [ms * 9]],
    });

  test('have a column for each number, both browsers in a cell, and lines for what they stand beside', () => {
    const rows = [cards('10', 'chrome', 20), cards('1,000', 'chrome', 300), cards('10', 'firefox', 30)];
    expect(growthTables(rows).split('\n')).toEqual(
      expect.arrayContaining([
        '| cards on a page  | 10        | 1,000 |',
        '| last overlay, ms | 20 · 30   | 300   |',
        '| … their way      | 180 · 270 | 2,700 |',
      ]),
    );
  });

  test('are one for each thing that grows', () => {
    const tab = { part: 'growth-tabs', unit: 'ms', what: '1 tab of 40 cards: shown' };
    const item = { part: 'growth-items', unit: 'ms', what: '37,531 items: a refresh' };
    const text = growthTables([toRow(tab, [5]), toRow(item, [6])]);
    expect(text).toMatch(/\| open tabs of 40 cards \| 1 \|\n.*\n\| shown, ms +\| 5 \|/);
    expect(text).toMatch(/\| items with a price \| 37,531 \|\n.*\n\| a refresh, ms +\| 6 +\|/);
  });
});

describe('the picture of growth', () => {
  test('draws ours and the peer from corner to corner, by powers of ten', () => {
    // Two powers across and three up: ours ends a third below the top, where the peer's way ends.
    const [left, right, bottom, step] = [304, 500, 218, 50];
    const text = drawGrowth(grownRows);
    expect(text).toContain(`class="line ours chrome" points="${left},${bottom} ${right},${bottom - 2 * step}"`);
    expect(text).toContain(`class="line peer firefox" points="${left},${bottom - step} ${right},${bottom - 3 * step}"`);
  });

  test('has no number that is none', () => {
    expect(drawGrowth(grownRows)).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('is not drawn of what was not measured', () => {
    const some = grownRows.filter(({ part }) => part !== 'growth-tabs');
    expect(() => drawGrowth(some)).toThrow('growth-tabs');
  });
});
