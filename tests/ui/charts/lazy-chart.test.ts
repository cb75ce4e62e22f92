import { expect, test } from 'vitest';
import { drawSeriesLazily } from '#ui/charts/lazy-chart.ts';

test('a small chart is drawn once its library is there, unless its row has left', async () => {
  const drawn = new Set<unknown>();
  const series = {} as Parameters<typeof drawSeriesLazily>[1];
  const load = async () => ({
    drawSeries: (place: HTMLElement) => {
      drawn.add(place);
      return () => void drawn.delete(place);
    },
  });
  const [stays, leaves] = [{}, {}] as HTMLElement[] as [HTMLElement, HTMLElement];
  const remove = drawSeriesLazily(stays, series, load);
  drawSeriesLazily(leaves, series, load)();
  await Promise.resolve();
  await Promise.resolve();
  expect([...drawn]).toEqual([stays]);
  remove();
  expect(drawn.size).toBe(0);
});
