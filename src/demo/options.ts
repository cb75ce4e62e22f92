import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { BrowserKind } from '#demo/browsers.ts';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { StartError } from '#protocol/node-server.ts';

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

/** Reads the command line. Without a display the demo is headless. @throws StartError with the usage. */
export function readOptions(
  args: readonly string[],
  env: EnvironmentVariables,
  platform: NodeJS.Platform,
): DemoOptions {
  try {
    const { browser, only, ...values } = parseArgs({ args: [...args], options: flags }).values;
    const kind = z.enum(['chrome', 'firefox']).parse(browser);
    const hasDisplay = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
    return { ...values, kind, headless: values.headless || !hasDisplay, only: only.split(',').filter(Boolean) };
  } catch {
    throw new StartError(usage);
  }
}
