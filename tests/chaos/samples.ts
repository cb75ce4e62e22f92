import { samples } from '../e2e/browser.ts';

/** Pages in another currency than the other pages of their marketplace. All tabs share the marketplace's storage. */
const ownCurrency: ReadonlySet<string> = new Set([
  'dmarket market in euros',
  'marketcsgo list without a currency',
  'shadowpay English list in euro',
  'waxpeer Spanish list',
]);

export const chaosSamples = samples.filter(({ site, page }) => !ownCurrency.has(`${site} ${page}`));
