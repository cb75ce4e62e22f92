import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { type BrowserKind, ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { type SamplePage, samplePages } from '#demo/sample-pages.ts';
import { type Stage, stage } from '#demo/stage.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => console.info(line);

/** Opens a headless browser with the built extension; `proxy` gets all that is not for loopback. */
export async function openBrowser(kind: BrowserKind, proxy?: string): Promise<Driver> {
  const program = await ensureBrowser(kind, thisMachine(), say);
  const extension = await ensureBuilt(root, kind, say);
  return openDriver(kind, { program, extension, headless: true, proxy });
}

export const samples: readonly SamplePage[] = samplePages(`${root}/tests/sites`);

/** A sample page by its site and kind. */
export function sampleOf(site: string, page: string): SamplePage {
  const sample = samples.find((each) => each.site === site && each.page === page);
  if (!sample) throw new Error(`there is no sample page ${site} ${page}`);
  return sample;
}

/** A tab on a sample page at its marketplace's address. */
export interface OpenSample {
  readonly page: Page;
  /** Every address that anything in the tab asked for. */
  readonly requested: readonly string[];
  readonly stage: Stage;
}

/** Opens a sample page in a tab in front. */
export async function openSample({ browser }: Driver, sample: SamplePage): Promise<OpenSample> {
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const staged = await stage(page, samples);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  return { page, requested, stage: staged };
}
