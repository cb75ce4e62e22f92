import { describe, expect, test } from 'vitest';
import { claimedRows } from './claimed-rows.ts';
import { draw } from './picture.ts';
import type { About, Beside } from './row.ts';

/** A picture in which every row has this budget, figure and neighbours. */
const picture = (limit: Partial<About>, median: number, beside: Beside = {}): string =>
  draw(claimedRows(limit, median, beside));

const widthOf = (kind: string, text: string) =>
  Number(new RegExp(`class="${kind}" x="404"[^>]* width="([\\d.]+)"`).exec(text)?.[1]);

describe('the picture', () => {
  test.each([
    [{ budget: 100 }, 50, 65],
    [{ budget: 2, against: 'times floor' as const }, 5, 65],
    [{ budget: 10, against: 'beyond floor' as const }, 15, 130],
    // Where more is better, twice as much as has to be is half of the bar.
    [{ budget: 2, against: 'times floor' as const, atLeast: true }, 20, 65],
  ])('draws with %j %d as a bar of %d px, where a whole budget is 130', (limit, median, width) => {
    expect(widthOf('ours', picture(limit, median, { floor: ['least', [5]] }))).toBe(width);
  });

  test('is red where a budget is missed, and cuts what is far too long', () => {
    const text = picture({ budget: 100 }, 110, { peer: ['their way', [9000]] });
    expect({ over: widthOf('over', text), ours: widthOf('ours', text) }).toEqual({ over: 143, ours: Number.NaN });
    expect(widthOf('peer', text)).toBe(273);
    expect(text).toContain('>110 | <tspan class="peer">9,000</tspan> ms<');
  });

  test('is well-formed', () => {
    const text = picture({ budget: 100 }, 50);
    expect(text.match(/<text/g)?.length).toBe(text.match(/<\/text>/g)?.length);
    expect(text.replaceAll('&amp;', '').replaceAll('&lt;', '')).not.toContain('&');
  });
});
