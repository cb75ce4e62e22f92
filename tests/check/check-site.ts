import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPResponse, Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { type Driver, settledOverlays } from '#demo/driver-contract.ts';
import { askForReport } from '#demo/extension.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { type Product, reportText } from '#popup/report/report-text.ts';
import type { PageReport } from '#protocol/messages.ts';
import type { SiteResult } from './site-result.ts';

const report = z.custom<PageReport>((value) => typeof value === 'object' && value !== null && 'seen' in value);

export interface CheckOptions {
  readonly driver: Driver;
  readonly product: Product;
  /** Serves the sample page at the marketplace's address; else the real page is opened. */
  readonly offline: boolean;
  /** How long the page has for its prices, ms. */
  readonly limitMs: number;
}

/** With the report that a user would copy; `undefined` where the extension did not run. */
export async function checkSite(sample: SamplePage, options: CheckOptions) {
  const { driver, product, offline, limitMs } = options;
  const page = await driver.browser.newPage();
  try {
    if (offline) await serveSamples(page, [sample]);
    const answer = await open(page, sample.url);
    await page.bringToFront();
    if (typeof answer === 'number') await settledOverlays(page, limitMs);
    // Cards that come late are counted too.
    if (!offline) await sleep(3000);
    const told = report.safeParse(await askForReport(driver)).data;
    const { seen = 0, priced = 0, drifted = false } = told ?? {};
    // What the finder reads says nothing about the adapter.
    const read = told?.reader === 'adapter' ? told.read : 0;
    const result: SiteResult = {
      site: sample.site,
      url: sample.url,
      answer,
      seen,
      read,
      priced,
      drifted,
      byName: await namedHosts(page),
    };
    return { result, report: told && reportText(told, product) };
  } finally {
    await page.close();
  }
}

async function open(page: Page, url: string): Promise<number | string> {
  const opened: HTTPResponse | null | Error = await page
    .goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 })
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  return opened instanceof Error ? opened.message : (opened?.status() ?? 'no answer');
}

/** Overlays of items that were found by their names (design of `data-source`: CONTRIBUTING.md). */
const namedHosts = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('skinlens-prices[data-source="name"]').length);
