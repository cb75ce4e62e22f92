import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#page/boot/lazy-exports.ts';
import { createPageReport } from '#page/report/page-report.ts';

export default defineUnlistedScript(() => register({ report: createPageReport }));
