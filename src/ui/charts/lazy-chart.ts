import type { PriceSeries } from '#core/prices/item-past.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';

/** Loads the chart library with the function that draws a history. Rejects when the file cannot be loaded. */
export const loadChartLazily = async (): Promise<DrawChart> =>
  (await import('#ui/charts/price-chart.ts')).drawPriceChart;

export function drawSeriesLazily(place: HTMLElement, series: PriceSeries): () => void {
  const leaving = new AbortController();
  let remove: (() => void) | undefined;
  leaving.signal.addEventListener('abort', () => remove?.());
  // Without the library the row stays useful: it has the same prices in words.
  void import('#ui/charts/price-chart.ts').then(
    ({ drawSeries }) => {
      if (!leaving.signal.aborted) remove = drawSeries(place, series);
    },
    () => undefined,
  );
  return () => leaving.abort();
}
