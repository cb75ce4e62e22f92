import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { type BrowserKind, ensureBrowser, ensureBuilt, thisMachine } from '#demo/browsers.ts';
import { openDriver } from '#demo/driver.ts';
import type { Driver, DriverOptions } from '#demo/driver-contract.ts';
import { grantOptionalSites } from '#demo/install-extension.ts';
import { sitesOn } from '#demo/run-demo.ts';
import { type SamplePage, samplePages } from '#demo/sample-pages.ts';
import { serveSamples } from '#demo/serve-samples.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const builtExtension = (kind: BrowserKind): Promise<string> => ensureBuilt(root, kind, console.info);

/** Opens a headless browser, by default with the built extension and access to every marketplace. `proxy` gets everything but loopback. */
export async function openBrowser(
  kind: BrowserKind,
  proxy?: string,
  options: Partial<DriverOptions> = {},
): Promise<Driver> {
  const program = await ensureBrowser(kind, thisMachine(), console.info);
  await using stack = new AsyncDisposableStack();
  const extension = options.extension ?? (await extensionFor(kind, options, stack));
  const driver = await openDriver(kind, { ...options, program, extension, headless: true, proxy });
  const rest = stack.move();
  return {
    ...driver,
    close: async () => {
      await driver.close();
      await rest.disposeAsync();
    },
  };
}

/** A newly installed extension is the built one. All others may read the optional marketplaces already. */
const extensionFor = async (kind: BrowserKind, { welcome }: Partial<DriverOptions>, stack: AsyncDisposableStack) =>
  welcome ? builtExtension(kind) : grantOptionalSites(await builtExtension(kind), stack);

export const samples: readonly SamplePage[] = samplePages(`${root}/tests/sites`);

export const withEverySite = (settings: object): object => ({
  ...settings,
  sites: { ...sitesOn(samples), ...('sites' in settings && typeof settings.sites === 'object' && settings.sites) },
});

export function sampleOf(site: string, page: string): SamplePage {
  const sample = samples.find((each) => each.site === site && each.page === page);
  if (!sample) throw new Error(`there is no sample page ${site} ${page}`);
  return sample;
}

export interface OpenSample {
  readonly page: Page;
  readonly requested: readonly string[];
  readonly server: Awaited<ReturnType<typeof serveSamples>>;
}

export async function openSample({ browser }: Driver, sample: SamplePage): Promise<OpenSample> {
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const server = await serveSamples(page, samples);
  await page.goto(sample.url, { waitUntil: 'domcontentloaded' });
  return { page, requested, server };
}
