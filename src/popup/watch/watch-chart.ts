import uPlot from 'uplot';
import type { PriceSeries } from '#core/watch-history.ts';

/** Draws a small price line into an element once it is visible. Returns a function that removes the line. */
export function drawSeries(place: HTMLElement, series: PriceSeries): () => void {
  let chart: uPlot | undefined;
  const visible = new IntersectionObserver((entries) => {
    if (chart || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    visible.disconnect();
    chart = new uPlot(optionsOf(place, series.at.length), [series.at.map((ms) => ms / 1000), [...series.cents]], place);
  });
  visible.observe(place);
  return () => {
    visible.disconnect();
    chart?.destroy();
  };
}

/** A bare line, in steps: a price holds until the next sample. */
function optionsOf(place: HTMLElement, samples: number): uPlot.Options {
  const stroke = getComputedStyle(place).color;
  const paths = uPlot.paths.stepped?.({ align: 1 });
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    padding: [3, 3, 3, 3],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    series: [
      {},
      { stroke, width: 1.5, points: { show: samples === 1, size: 4, fill: stroke }, ...(paths && { paths }) },
    ],
  };
}
