import type { PriceSeries } from '#core/watch-history.ts';

/** Draws a small chart once the library for it has been loaded, which only an open watch list asks for. */
export function drawWhenLoaded(place: HTMLElement, series: PriceSeries): () => void {
  const leaving = new AbortController();
  let stop: (() => void) | undefined;
  leaving.signal.addEventListener('abort', () => stop?.());
  // Without a chart the row still says what it is about.
  void import('#popup/watch/watch-chart.ts').then(
    ({ drawSeries }) => {
      if (!leaving.signal.aborted) stop = drawSeries(place, series);
    },
    () => undefined,
  );
  return () => leaving.abort();
}
