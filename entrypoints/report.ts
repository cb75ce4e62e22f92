import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { register } from '#content/boot/lazy-scripts.ts';
import { outlinePage } from '#content/report/page-outlines.ts';
import { createEmptyPageReport, createPageReport } from '#content/report/page-report.ts';

export default defineUnlistedScript(() =>
  register({ report: createPageReport, emptyPageReport: createEmptyPageReport, outlines: outlinePage }),
);
