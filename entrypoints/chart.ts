import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { registerChart } from '#content/panel/register-chart.ts';

export default defineUnlistedScript(() => registerChart());
