import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offer } from '#content/boot/lazy-scripts.ts';
import { reportOf, reportOfBare } from '#content/report/page-report.ts';

export default defineUnlistedScript(() => offer({ report: reportOf, bareReport: reportOfBare }));
