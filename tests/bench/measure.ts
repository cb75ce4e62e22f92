import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserKind, ensureBrowser, ensureBuilt, thisMachine } from '#demo/browsers.ts';
import { openDriver } from '#demo/driver.ts';
import { writeExtension } from './browser/generated-extension.ts';
import type { Market } from './market.ts';
import { type Bench, browsersOf, metricsIn, type Part } from './part.ts';
import { type Row, type Samples, toRow } from './row.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Measures a part in each of its browsers, and closes all that it opened, on SIGINT and SIGTERM as well. */
export async function measurePart(name: string, part: Part, market: Market, runs: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const browser of browsersOf(part)) {
    await using stack = new AsyncDisposableStack();
    const stop = () => void stack.disposeAsync().finally(() => process.exit(130));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      const samples = await part.measure(createBench(market, runs, stack, browser), browser);
      rows.push(...metricsIn(part, browser).map(([key, metric]) => toRow(name, browser, metric, found(samples, key))));
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
    }
  }
  return rows;
}

function found(samples: Readonly<Record<string, Samples>>, key: string): Samples {
  const found = samples[key];
  if (!found) throw new Error(`${key} was not measured`);
  return found;
}

function createBench(
  market: Market,
  runs: number,
  stack: AsyncDisposableStack,
  browser: BrowserKind = 'chrome',
): Bench {
  const built = () => ensureBuilt(root, browser, log);
  const open: Bench['open'] = async (generated) => {
    const program = await ensureBrowser(browser, thisMachine(), log);
    const extension = await mkdtemp(join(tmpdir(), 'skinlens-bench-'));
    stack.defer(() => rm(extension, { recursive: true, force: true }));
    // A copy: a build that runs beside the bench does not change it.
    if (generated) await writeExtension(extension, browser, generated);
    else await cp(await built(), extension, { recursive: true });
    return stack.adopt(await openDriver(browser, { program, extension, headless: true }), (driver) => driver.close());
  };
  return { market, runs, open, built };
}
