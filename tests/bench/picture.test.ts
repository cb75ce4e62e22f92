/** @module-tag full */
import { describe, expect, test } from 'vitest';
import { drawBudgets } from './picture.ts';
import { type Metric, type Samples, toRow } from './row.ts';

const draw = (limit: Partial<Metric> & Pick<Metric, 'budget'>, samples: Samples): string =>
  drawBudgets([toRow('a', 'chrome', { what: '< & >', unit: 'ms', floor: 'least', peer: 'theirs', ...limit }, samples)]);

/** The width of a bar; NaN without one. */
const widthOf = (kind: string, text: string) =>
  Number(new RegExp(`class="${kind}" x="404"[^>]* width="([\\d.]+)"`).exec(text)?.[1]);

describe('the picture', () => {
  test.each([
    [{ budget: 100 }, 50, 65],
    [{ budget: 2, against: 'times floor' as const }, 5, 65],
    [{ budget: 10, against: 'beyond floor' as const }, 15, 130],
    // Where more is better, twice the budget is half of the bar.
    [{ budget: 2, against: 'times floor' as const, atLeast: true }, 20, 65],
  ])('draws with the budget %j %d as a bar of %d px, where a whole budget is 130', (limit, median, width) => {
    expect(widthOf('ours', draw(limit, { ours: [median], floor: [5] }))).toBe(width);
  });

  test('is red where a budget is missed, and cuts long bars', () => {
    const text = draw({ budget: 100 }, { ours: [110], peer: [9000] });
    expect({ over: widthOf('over', text), ours: widthOf('ours', text), peer: widthOf('peer', text) }).toEqual({
      over: 143,
      ours: Number.NaN,
      peer: 273,
    });
    expect(text).toContain('>110 | <tspan class="peer">9,000</tspan> ms<');
  });

  test('escapes words, follows the light or dark theme, and runs nothing', () => {
    const text = draw({ budget: 100 }, { ours: [50] });
    expect(text).toContain('&lt; &amp; >');
    expect(text).toContain('prefers-color-scheme: dark');
    expect(text).not.toMatch(/<script|href=|NaN|Infinity|undefined/);
  });
});
