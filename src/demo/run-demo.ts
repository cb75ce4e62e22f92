import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { referenceMarkets } from '#core/prices/markets.ts';
import { ensureBrowser, ensureBuilt, thisMachine } from '#demo/browsers.ts';
import { openDriver } from '#demo/driver.ts';
import { type Driver, isPriced, type ShownOverlay, type ShownPrice, settledOverlays } from '#demo/driver-contract.ts';
import { type CardCounts, readCardCounts, readWorkerStatus, storeSettings } from '#demo/extension.ts';
import { grantOptionalSites } from '#demo/install-extension.ts';
import type { DemoOptions } from '#demo/options.ts';
import { firstOfEach, type SamplePage, samplePages } from '#demo/sample-pages.ts';
import { sampleCoinUsd } from '#demo/sample-rates.ts';
import { screenshotPage, screenshotPopup, useHighResolution } from '#demo/screenshots.ts';
import { serveSamples } from '#demo/serve-samples.ts';
import { type DemoServers, startServers } from '#demo/servers.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { StartError } from '#protocol/node-server.ts';

const pricesLimitMs = 30_000;

export interface DemoContext {
  readonly options: DemoOptions;
  readonly env: EnvironmentVariables;
  readonly root: string;
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

export async function runDemo(context: DemoContext) {
  const driver = await openDemo(context);
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

async function openPages(context: DemoContext, driver: Driver): Promise<boolean> {
  const { options, root, say } = context;
  const opened: Awaited<ReturnType<typeof openPage>>[] = [];
  const { only } = options;
  const samples = firstOfEach(samplePages(join(root, 'tests', 'sites'))).filter(
    ({ site }) => only.length === 0 || only.includes(site),
  );
  for (const sample of samples) opened.push(await openPage(context, driver, sample));
  await opened[samples.findIndex(({ site }) => site === siteInFront)]?.page.bringToFront();
  if (options.headless) for (const file of await screenshotPopup(driver, options.screenshots)) say(`saved ${file}`);
  return opened.every(({ priced }) => priced);
}

type BrowserContext = Omit<DemoContext, 'options'> & { readonly options: Pick<DemoOptions, 'kind' | 'headless'> };

/** A browser with the built extension, which may read every site, and a relay. */
export async function openDemo({ options, env, root, stack, say }: BrowserContext): Promise<Driver> {
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

function demoSettings({ relayUrl, usesOtherPort, sampleRates }: DemoServers, say: DemoContext['say']): object {
  if (usesOtherPort) say('the default port is taken: the relay uses another one, and this profile knows it');
  if (sampleRates) say('exchange rates and the value of a coin are samples, of no particular day');
  return { ...(usesOtherPort && { relay: { url: relayUrl } }), ...(sampleRates && { coinUsd: sampleCoinUsd }) };
}

async function openPage({ options, say }: DemoContext, driver: Driver, sample: SamplePage) {
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

/** Opens an address. Returns why that failed, `undefined` when it did not. Rejects when the browser is gone. */
async function openUrl(page: Page, url: string): Promise<string | undefined> {
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    return undefined;
  } catch (error) {
    if (!page.browser().connected || !(error instanceof Error)) throw error;
    return error.message;
  }
}

/** Every site that has a sample page, switched on, as settings: the user of a demo or a test has chosen all of them. */
export const sitesOn = (samples: readonly SamplePage[]): Readonly<Record<string, boolean>> =>
  Object.fromEntries(samples.map(({ site }) => [site, true]));

const widestItem = 58;

export function summarizePage(title: string, counts: CardCounts | undefined, overlays: readonly ShownOverlay[]) {
  const priced = overlays.filter(isPriced).length;
  const cards = counts ? `${counts.seen} cards, ` : '';
  const summary = `${title}: ${cards}${overlays.length} overlaid, ${priced} with prices`;
  const rows = [['item', 'listing', ...referenceMarkets], ...overlays.map(rowOf)];
  return overlays.length > 0 ? `${summary}\n${table(rows)}` : summary;
}

function rowOf({ item, phase, state, listing, currency, prices }: ShownOverlay): string[] {
  const name = [item, phase && `[${phase}]`].filter(Boolean).join(' ');
  const asked = listing ? `${listing} ${currency}` : '-';
  if (prices.length === 0) return [shorten(name), asked, state ?? ''];
  const shown = referenceMarkets.map((market) => priceOf(prices.find((price) => price.market === market)));
  return [shorten(name), asked, ...shown];
}

const priceOf = (price: ShownPrice | undefined): string =>
  price ? `${dollars(price.cents)}${price.diff === null ? '' : ` (${signed(price.diff)} %)`}` : '-';

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const signed = (diff: string): string => (Number(diff) > 0 ? `+${diff.replace(/^\+/, '')}` : diff);

const shorten = (name: string): string => (name.length > widestItem ? `${name.slice(0, widestItem - 1)}…` : name);

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}
