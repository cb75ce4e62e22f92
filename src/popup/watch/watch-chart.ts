import uPlot from 'uplot';
import type { PriceSeries } from '#core/watch-history.ts';

/** Draws a small line of prices into an element, when that comes into sight; answers with what takes it away. */
export function drawSeries(place: HTMLElement, series: PriceSeries): () => void {
  let chart: uPlot | undefined;
  const seen = new IntersectionObserver((entries) => {
    if (chart || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    chart = new uPlot(optionsOf(place, series.at.length), [series.at.map((ms) => ms / 1000), [...series.cents]], place);
  });
  seen.observe(place);
  return () => {
    seen.disconnect();
    chart?.destroy();
  };
}

/** A line and nothing else; a price holds until the next one, so it goes in steps. */
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
