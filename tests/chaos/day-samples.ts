import { samples } from '../e2e/browser.ts';

/** Pages that choose another currency than their neighbours, or none: a marketplace has one storage for all tabs. */
const alone: ReadonlySet<string> = new Set([
  'dmarket market in euros',
  'marketcsgo list without a currency',
  'shadowpay English list in euro',
  'waxpeer Spanish list',
]);

/** The sample pages that tabs may show side by side. */
export const daySamples = samples.filter(({ site, page }) => !alone.has(`${site} ${page}`));
