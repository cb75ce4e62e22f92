import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { ensureBrowser, thisMachine } from '#demo/browsers.ts';
import { ensureBuilt } from '#demo/build.ts';
import { type Driver, openDriver } from '#demo/driver.ts';
import { askCounts, askStatus, storeSettings } from '#demo/extension.ts';
import type { Options } from '#demo/options.ts';
import { isPriced, settledOverlays } from '#demo/overlays.ts';
import { photographPage, photographPopup, sharpen } from '#demo/pictures.ts';
import { report } from '#demo/report.ts';
import { type SamplePage, samplePages } from '#demo/sample-pages.ts';
import { startServers } from '#demo/servers.ts';
import { stage } from '#demo/stage.ts';
import { visit } from '#demo/visit.ts';
import { StartError } from '#protocol/node-server.ts';

/** How long a page may stay without prices, ms. */
const patienceMs = 30_000;

export interface Show {
  readonly options: Options;
  readonly env: Record<string, string | undefined>;
  /** The repository. */
  readonly root: string;
  /** Stops all that the show starts. */
  readonly stack: AsyncDisposableStack;
  readonly say: (line: string) => void;
}

export interface Outcome {
  /** Every page shows at least one price. */
  readonly priced: boolean;
  readonly browser: Browser;
}

/** Starts everything, opens a page of every marketplace with the extension, and says what each shows. */
export async function present(show: Show): Promise<Outcome> {
  const driver = await setUp(show);
  const { browser } = driver;
  try {
    return { priced: await presentAll(show, driver), browser };
  } catch (error) {
    if (browser.connected) throw error;
    throw new StartError('the browser was closed before it had shown everything', { cause: error });
  }
}

/** Answers whether every page shows a price. */
async function presentAll(show: Show, driver: Driver): Promise<boolean> {
  const { options, root, say } = show;
  const shown: Shown[] = [];
  for (const sample of firstOfEach(samplePages(join(root, 'tests', 'sites'))))
    shown.push(await presentPage(show, driver, sample));
  await shown[0]?.page.bringToFront();
  if (options.headless) for (const file of await photographPopup(driver, options.screenshots)) say(`saved ${file}`);
  return shown.every(({ priced }) => priced);
}

/** The first sample page of each site. */
const firstOfEach = (samples: readonly SamplePage[]): SamplePage[] =>
  samples.filter(({ site }, at) => samples.findIndex((other) => other.site === site) === at);

async function setUp({ options, env, root, stack, say }: Show): Promise<Driver> {
  const { kind, headless } = options;
  const program = await ensureBrowser(kind, thisMachine(), say);
  const extension = await ensureBuilt(root, kind, say);
  const cacheDir = await mkdtemp(join(tmpdir(), 'skinlens-demo-'));
  stack.defer(() => rm(cacheDir, { recursive: true, force: true }));
  const servers = await startServers(env, cacheDir, stack);
  say(`${servers.simulated ? 'simulated market' : 'price API'} → relay ${servers.relayUrl} → ${program}`);
  const driver = await openDriver(kind, { program, extension, headless });
  stack.defer(driver.close);
  if (servers.moved) {
    say('the default port is taken: the relay uses another one, and this profile knows it');
    await storeSettings(driver, { relay: { url: servers.relayUrl } });
  }
  return driver;
}

interface Shown {
  readonly page: Page;
  /** It shows a price. */
  readonly priced: boolean;
}

async function presentPage({ options, say }: Show, driver: Driver, sample: SamplePage): Promise<Shown> {
  const page = await driver.browser.newPage();
  const problems = collectProblems(page);
  if (options.headless) await sharpen(page);
  if (!options.live) await stage(page, [sample]);
  const hindrance = await visit(page, sample.url);
  if (hindrance) {
    say(`\n${sample.site} cannot be opened: ${hindrance}`);
    return { page, priced: false };
  }
  const overlays = await settledOverlays(page, patienceMs);
  const name = `${sample.site}-${sample.page}`.replaceAll(' ', '-');
  say(`\n${report(`${name} (${sample.url})`, await askCounts(driver), overlays)}`);
  if (options.headless) say(`saved ${await photographPage(page, options.screenshots, name)}`);
  if (overlays.some(isPriced)) return { page, priced: true };
  say(`no price came within ${patienceMs / 1000} s.\nThe worker: ${await askStatus(driver)}`);
  say(`The page's errors: ${problems.join('\n') || 'none'}`);
  return { page, priced: false };
}

function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}
