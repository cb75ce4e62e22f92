import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDemo } from '#demo/run-demo.ts';
import { firstOfEach, samplePages } from '#demo/sample-pages.ts';
import { choiceOf, readCommand } from '#protocol/command-line.ts';
import { StartError } from '#protocol/node-server.ts';
import { checkSite } from './check-site.ts';
import { judgeSite, type SiteResult, siteTable } from './site-result.ts';

const usage = `usage: npm run check-sites -- [--samples] [--only <site>,<site>] [--browser chrome|firefox] [--out <folder>]
  --samples: serves the sample pages at the marketplaces' addresses, without internet
  --out: where the reports go (.output/check-sites)`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

// The first page of each fixture is a list, whose address is public.
const pages = firstOfEach(samplePages(join(root, 'tests/sites')));
const sites = pages.map(({ site }) => site);
const text = { type: 'string' } as const;
const options = {
  samples: { type: 'boolean', default: false },
  only: { ...text, default: sites.join() },
  browser: { ...text, default: 'chrome' },
  out: { ...text, default: '.output/check-sites' },
} as const;
const values = readCommand(usage, { options }, ({ values }) => ({
  ...values,
  only: values.only.split(',').map((site) => choiceOf('only', site, sites)),
  kind: choiceOf('browser', values.browser, ['chrome', 'firefox']),
}));
process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
  return 2;
});

/** Exit codes: 0 every site can be read or refuses machines; 1 a site fell; 2 nothing could be checked. */
async function run(): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const samples = pages.filter(({ site }) => values.only.includes(site));
  const driver = await openDemo({ options: { kind: values.kind, headless: true }, env: {}, root, stack, say });
  const product = { version: process.env['npm_package_version'] ?? '0', browser: await driver.browser.version() };
  const options = { driver, product, offline: values.samples, limitMs: 30_000 };
  await mkdir(values.out, { recursive: true });
  const results: SiteResult[] = [];
  for (const sample of samples) {
    const { result, report } = await checkSite(sample, options);
    results.push(result);
    say(`${result.site}: ${judgeSite(result)}`);
    if (report) await writeFile(join(values.out, `${result.site}.txt`), report);
  }
  return tell(results);
}

async function tell(results: readonly SiteResult[]): Promise<number> {
  const fallen = results.filter((result) => judgeSite(result) === 'fell');
  say(`\n${siteTable(results)}\n\nreports: ${values.out}`);
  await writeFile(join(values.out, 'all.md'), `${siteTable(results)}\n`);
  const folder = join(values.out, 'fallen');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const result of fallen) await writeFile(join(folder, `${result.site}.md`), `${siteTable([result])}\n`);
  return fallen.length > 0 ? 1 : 0;
}
