import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offer } from '#content/loading.ts';
import { reportOf, reportOfBare } from '#content/report.ts';

export default defineUnlistedScript(() => offer({ report: reportOf, bareReport: reportOfBare }));
