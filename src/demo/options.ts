import { fileURLToPath } from 'node:url';
import type { BrowserKind } from '#demo/browsers.ts';
import { samplePages } from '#demo/sample-pages.ts';
import { choiceOf, readCommand } from '#protocol/command-line.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';

export interface DemoOptions {
  readonly kind: BrowserKind;
  /** Opens the real marketplaces instead of the sample pages. */
  readonly live: boolean;
  /** Takes screenshots without a window, prints every overlay, and ends. */
  readonly headless: boolean;
  readonly screenshots: string;
  /** The marketplaces that are opened; empty: all of them. */
  readonly only: readonly string[];
}

const usage =
  'usage: npm start -- [--browser chrome|firefox] [--only <site>,<site>] [--live] [--headless] [--screenshots <folder>]';

const flags = {
  browser: { type: 'string', default: 'chrome' },
  live: { type: 'boolean', default: false },
  headless: { type: 'boolean', default: false },
  screenshots: { type: 'string', default: '.demo' },
  only: { type: 'string', default: '' },
} as const;

/** Reads the command line. Without a display the demo is headless. */
export function readOptions(
  args: readonly string[],
  env: EnvironmentVariables,
  platform: NodeJS.Platform,
): DemoOptions {
  const hasDisplay = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  const sites = samplePages(fileURLToPath(new URL('../../tests/sites', import.meta.url))).map(({ site }) => site);
  return readCommand(usage, { args: [...args], options: flags }, ({ values: { browser, only, ...values } }) => ({
    ...values,
    kind: choiceOf('browser', browser, ['chrome', 'firefox']),
    headless: values.headless || !hasDisplay,
    only: only.split(',').flatMap((site) => (site ? choiceOf('only', site, sites) : [])),
  }));
}
