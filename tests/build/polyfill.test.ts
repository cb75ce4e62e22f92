import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { noCheck } from '#data/refresh/feed-check.ts';
import type { startMain } from '#worker/main.ts';
import { callbackApi } from './callback-api.ts';

const noColumns = {
  about: async () => undefined,
  columns: async () => undefined,
  write: async () => undefined,
  forget: async () => false,
};

const output = fileURLToPath(new URL('../../.output/', import.meta.url));

/** A text of the polyfill that minifying keeps. */
const polyfillText = 'This script should only be loaded in a browser extension';

/** Runs a build's main file of the worker where only `chrome` exists, and starts it. */
function startBuilt(build: string, chrome: object): ReturnType<typeof startMain> {
  const file = join(output, build, 'worker-main.js');
  if (!existsSync(file)) throw new Error(`${build} is not built: npm run build`);
  const scope: { skinlensMain?: typeof startMain } = {};
  const locks = { request: (_: string, run: () => unknown) => run() };
  const context = { chrome, navigator: { locks }, AbortController, URL, queueMicrotask, setTimeout: () => 0 };
  Object.assign(scope, context, { globalThis: scope, self: scope });
  runInNewContext(readFileSync(file, 'utf8'), scope);
  if (!scope.skinlensMain) throw new Error('the main file registered nothing');
  return scope.skinlensMain({
    store: { read: async (keys) => keys.map(() => undefined), write: async () => undefined },
    columns: () => ({ read: async (keys) => keys.map(() => undefined), write: async () => undefined }),
    loadedPrices: async () => ({ table: undefined, refreshState: noCheck, problems: new Map() }),
    notices: { read: async () => undefined, write: async () => undefined },
    rates: { read: async () => undefined, write: async () => undefined },
    changes: { ...noColumns, recent: async () => undefined, week: async () => undefined },
    exits: { ...noColumns, of: async () => undefined },
    own: { ...noColumns, columns: async () => undefined },
    quotes: async () => ({ table: null, fault: null, quotes: [], rates: null }),
    pushSettings: async () => undefined,
  });
}

describe.each(['chrome-mv3', 'firefox-mv3'])('in the build %s', (build) => {
  test('the worker’s main file works by an API that knows only callbacks', async () => {
    const stored: Record<string, unknown> = {};
    await startBuilt(build, callbackApi(stored)).toggleOverlays();
    expect(stored).toMatchObject({ settings: { hidden: true } });
  });

  test.each([
    ['popup.html', 'popupTabNow'],
    ['options.html', 'settingsSectionSites'],
    ['welcome.html', 'welcomeSitesStep'],
  ])('%s works by an API that knows only callbacks', async (page, text) => {
    const program = fileURLToPath(new URL('open-page.ts', import.meta.url));
    const shown = promisify(execFile)(process.execPath, [program, join(output, build), page, text], {
      timeout: 30_000,
    });
    await expect(shown).resolves.toMatchObject({ stderr: '' });
  });

  test('neither content scripts nor the worker’s startup file contain the polyfill', () => {
    const files = readdirSync(join(output, build)).filter((file) => file.endsWith('.js') && file !== 'worker-main.js');
    expect(files).toContain('background.js');
    const withPolyfill = files.filter((file) => readFileSync(join(output, build, file), 'utf8').includes(polyfillText));
    expect(withPolyfill).toEqual([]);
  });
});
