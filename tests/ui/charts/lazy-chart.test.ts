import { expect, test, vi } from 'vitest';
import { drawSeriesLazily } from '#ui/charts/lazy-chart.ts';

const drawn = vi.hoisted(() => new Set<unknown>());
vi.mock('#ui/charts/price-chart.ts', () => ({
  drawSeries: (place: HTMLElement) => {
    drawn.add(place);
    return () => void drawn.delete(place);
  },
}));

test('a small chart is drawn once its library is there, unless its row has left', async () => {
  const series = {} as Parameters<typeof drawSeriesLazily>[1];
  const [stays, leaves] = [{}, {}] as HTMLElement[] as [HTMLElement, HTMLElement];
  drawSeriesLazily(leaves, series)();
  const remove = drawSeriesLazily(stays, series);
  await vi.waitFor(() => expect([...drawn]).toEqual([stays]));
  remove();
  expect(drawn.size).toBe(0);
});
