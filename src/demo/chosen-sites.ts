import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { SamplePage } from '#demo/sample-pages.ts';

const manifest = z.looseObject({ optional_host_permissions: z.array(z.string()) });

/** Every site that has a sample page, switched on, as settings: the user of a demo or a test has chosen all of them. */
export const sitesOn = (samples: readonly SamplePage[]): Readonly<Record<string, boolean>> =>
  Object.fromEntries(samples.map(({ site }) => [site, true]));

/**
 * A copy of a built extension to which the browser grants all optional marketplaces at the installation: nobody can
 * click the browser's question in a demo or a test. Returns its folder, which `stack` removes.
 */
export async function grantOptionalSites(extension: string, stack: AsyncDisposableStack): Promise<string> {
  const built = manifest.parse(JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')));
  const hosts = built.optional_host_permissions.filter((pattern) => pattern !== 'https://*/*');
  if (hosts.length === 0) return extension;
  const folder = await mkdtemp(join(tmpdir(), 'skinlens-granted-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(extension, folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...built, host_permissions: hosts }));
  return folder;
}
