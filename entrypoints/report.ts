import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offer } from '#content/loading.ts';
import { reportOf } from '#content/report.ts';

export default defineUnlistedScript(() => offer({ report: reportOf }));
