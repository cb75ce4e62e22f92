import { register } from '#page/boot/lazy-exports.ts';
import { drawPriceChart } from '#ui/charts/price-chart.ts';

/** Registers the drawing of charts. Its library is a file of its own, which only an open panel loads. */
export const registerChart = (): void => register({ chart: drawPriceChart });
