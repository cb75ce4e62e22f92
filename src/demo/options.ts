import { fileURLToPath } from 'node:url';
import { samplePages } from '#demo/sample-pages.ts';
import { choiceOf, readCommand } from '#protocol/command-line.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';

const usage =
  'usage: npm start -- [--browser chrome|firefox] [--only <site>,<site>] [--live] [--headless] [--screenshots <folder>]';

const flags = {
  browser: { type: 'string', default: 'chrome' },
  /** Opens the real marketplaces instead of the sample pages. */
  live: { type: 'boolean', default: false },
  /** Takes screenshots without a window, prints every overlay, and ends. */
  headless: { type: 'boolean', default: false },
  screenshots: { type: 'string', default: '.demo' },
  /** The marketplaces that are opened; empty: all of them. */
  only: { type: 'string', default: '' },
} as const;

export type DemoOptions = ReturnType<typeof readOptions>;

/** Reads the command line. Without a display the demo is headless. */
export function readOptions(args: readonly string[], env: EnvironmentVariables, platform: NodeJS.Platform) {
  const hasDisplay = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  const sites = samplePages(fileURLToPath(new URL('../../tests/sites', import.meta.url))).map(({ site }) => site);
  return readCommand(usage, { args: [...args], options: flags }, ({ values: { browser, only, ...values } }) => ({
    ...values,
    kind: choiceOf('browser', browser, ['chrome', 'firefox']),
    headless: values.headless || !hasDisplay,
    only: only.split(',').flatMap((site) => (site ? choiceOf('only', site, sites) : [])),
  }));
}
