import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { grantOptionalSites, sitesOn } from '#demo/chosen-sites.ts';
import { openDriver } from '#demo/driver.ts';
import type { Driver } from '#demo/driver-contract.ts';
import { readCardCounts, readWorkerStatus, storeSettings } from '#demo/extension.ts';
import { openUrl } from '#demo/open-url.ts';
import type { DemoOptions } from '#demo/options.ts';
import { isPriced, settledOverlays } from '#demo/overlays.ts';
import { summarizePage } from '#demo/page-summary.ts';
import { type SamplePage, samplePages } from '#demo/sample-pages.ts';
import { sampleCoinUsd } from '#demo/sample-rates.ts';
import { screenshotPage, screenshotPopup, useHighResolution } from '#demo/screenshots.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { type DemoServers, startServers } from '#demo/servers.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { StartError } from '#protocol/node-server.ts';

/** Time limit of a page's prices, ms. */
const pricesLimitMs = 30_000;

export interface DemoContext {
  readonly options: DemoOptions;
  readonly env: EnvironmentVariables;
  /** The repository. */
  readonly root: string;
  /** Stops everything that the demo starts. */
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

export interface DemoResult {
  /** Whether every page shows at least one price. */
  readonly priced: boolean;
  readonly browser: Browser;
}

/** Starts servers and browser, opens a page of every marketplace, and prints the overlays of each. */
export async function runDemo(context: DemoContext): Promise<DemoResult> {
  const driver = await setUp(context);
  const { browser } = driver;
  try {
    return { priced: await openPages(context, driver), browser };
  } catch (error) {
    if (browser.connected) throw error;
    throw new StartError('the browser was closed before it had shown everything', { cause: error });
  }
}

/** The site whose tab is in front at the end, as in the README's picture. */
const siteInFront = 'csfloat';

/** Returns whether every page shows a price. */
async function openPages(context: DemoContext, driver: Driver): Promise<boolean> {
  const { options, root, say } = context;
  const opened: OpenedPage[] = [];
  const samples = firstOfEach(samplePages(join(root, 'tests', 'sites')));
  for (const sample of samples) opened.push(await openPage(context, driver, sample));
  await opened[samples.findIndex(({ site }) => site === siteInFront)]?.page.bringToFront();
  if (options.headless) for (const file of await screenshotPopup(driver, options.screenshots)) say(`saved ${file}`);
  return opened.every(({ priced }) => priced);
}

/** The first sample page of each site. */
const firstOfEach = (samples: readonly SamplePage[]): SamplePage[] =>
  samples.filter(({ site }, at) => samples.findIndex((other) => other.site === site) === at);

async function setUp({ options, env, root, stack, say }: DemoContext): Promise<Driver> {
  const { kind, headless } = options;
  const program = await ensureBrowser(kind, thisMachine(), say);
  const extension = await grantOptionalSites(await ensureBuilt(root, kind, say), stack);
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-demo-'));
  stack.defer(() => rm(cacheDir, { recursive: true, force: true }));
  const servers = await startServers(env, cacheDir, stack);
  say(`${servers.simulated ? 'simulated market' : 'price API'} → relay ${servers.relayUrl} → ${program}`);
  const driver = await openDriver(kind, { program, extension, headless });
  stack.defer(driver.close);
  const sites = sitesOn(samplePages(join(root, 'tests', 'sites')));
  await storeSettings(driver, { sites, ...demoSettings(servers, say) });
  return driver;
}

/** The settings of the demo's profile, where they differ from the defaults; says why. */
function demoSettings({ relayUrl, usesOtherPort, sampleRates }: DemoServers, say: DemoContext['say']): object {
  if (usesOtherPort) say('the default port is taken: the relay uses another one, and this profile knows it');
  if (sampleRates) say('exchange rates and the value of a coin are samples, of no particular day');
  return { ...(usesOtherPort && { relay: { url: relayUrl } }), ...(sampleRates && { coinUsd: sampleCoinUsd }) };
}

interface OpenedPage {
  readonly page: Page;
  readonly priced: boolean;
}

async function openPage({ options, say }: DemoContext, driver: Driver, sample: SamplePage): Promise<OpenedPage> {
  const page = await driver.browser.newPage();
  const errors = collectErrors(page);
  if (options.headless) await useHighResolution(page);
  if (!options.live) await serveSamples(page, [sample]);
  const failure = await openUrl(page, sample.url);
  if (failure) {
    say(`\n${sample.site} cannot be opened: ${failure}`);
    return { page, priced: false };
  }
  const overlays = await settledOverlays(page, pricesLimitMs);
  const name = `${sample.site}-${sample.page}`.replaceAll(' ', '-');
  say(`\n${summarizePage(`${name} (${sample.url})`, await readCardCounts(driver), overlays)}`);
  if (options.headless) say(`saved ${await screenshotPage(page, options.screenshots, name)}`);
  if (overlays.some(isPriced)) return { page, priced: true };
  say(`no price came within ${pricesLimitMs / 1000} s.\nThe worker: ${await readWorkerStatus(driver)}`);
  say(`The page's errors: ${errors.join('\n') || 'none'}`);
  return { page, priced: false };
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}
