import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { drawPriceChart } from '#ui/price-chart.ts';

export default defineUnlistedScript(() => register({ chart: drawPriceChart }));
