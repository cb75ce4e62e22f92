import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { registerChart } from '#page/panel/register-chart.ts';

export default defineUnlistedScript(() => registerChart());
