import type { Page } from 'puppeteer-core';
import { serveSamples } from '#demo/serve-samples.ts';
import { sampleOf } from './browser.ts';

/** The strictest policy of a page: none of its scripts runs, and it loads nothing. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;

/** Opens a page of a marketplace without cards, by default at the search's path. Returns what inserts its cards. */
export async function openWithoutCards(page: Page, path?: string) {
  const search = sampleOf('csfloat', 'search');
  const sample = path ? { ...search, url: new URL(path, search.url).href } : search;
  const bodyAt = sample.html.indexOf('<body>') + '<body>'.length;
  const head = sample.html.slice(0, bodyAt).replace('<head>', `<head>${policy}`);
  await serveSamples(page, [{ ...sample, html: `${head}</body></html>` }]);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  const body = sample.html.slice(bodyAt, sample.html.lastIndexOf('</body>'));
  return () =>
    page.evaluate((html) => document.body.append(document.createRange().createContextualFragment(html)), body);
}
