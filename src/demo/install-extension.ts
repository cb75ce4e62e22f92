import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import * as z from 'zod/mini';
import { StartError } from '#protocol/node-server.ts';

/** Chromium builds name the oldest browser by the first member, Firefox builds by the second. */
const manifest = z.looseObject({
  minimum_chrome_version: z.optional(z.string()),
  browser_specific_settings: z.optional(
    z.looseObject({ gecko: z.looseObject({ id: z.string(), strict_min_version: z.optional(z.string()) }) }),
  ),
  optional_host_permissions: z.optional(z.array(z.string())),
});

export async function readManifest(extension: string): Promise<z.infer<typeof manifest>> {
  return manifest.parse(JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')));
}

/** Returns its id. @throws StartError when the browser is older than the extension's manifest allows */
export async function installExtension(browser: Browser, extension: string): Promise<string> {
  const { minimum_chrome_version, browser_specific_settings } = await readManifest(extension);
  const least = browser_specific_settings?.gecko.strict_min_version ?? minimum_chrome_version;
  const refusal = least && explainTooOld(await browser.version(), least);
  if (refusal) throw new StartError(refusal);
  return browser.installExtension(extension);
}

/** Why a browser is too old; `undefined` when it is not. `version` is as in `Chrome/150.0.7871.100`. */
export function explainTooOld(version: string, least: string): string | undefined {
  const has = Number.parseInt(version.split('/')[1] ?? '', 10);
  if (!(has < Number.parseInt(least, 10))) return undefined;
  return `the browser is ${version}, and the extension needs ${Number.parseInt(least, 10)} or newer: bring it up to date`;
}

/** A copy with access to all optional marketplaces: nobody clicks the browser's question here. `stack` removes it. */
export async function grantOptionalSites(extension: string, stack: AsyncDisposableStack): Promise<string> {
  const built = await readManifest(extension);
  const hosts = built.optional_host_permissions?.filter((pattern) => pattern !== 'https://*/*');
  if (!hosts?.length) return extension;
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-granted-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(extension, folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...built, host_permissions: hosts }));
  return folder;
}
