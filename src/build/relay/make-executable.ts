import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RelayBundle } from '#build/relay/bundle-relay.ts';
import { withoutSignature } from '#build/relay/pe-signature.ts';

const execute = promisify(execFile);

/** Node finds the relay in its own executable by this name (https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html). */
const resourceName = 'NODE_SEA_BLOB';
/** The mark in Node's executable behind which it notes that something was put inside. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Writes the relay, as a file in the folder, in the form that Node reads inside its executable. It has no compiled code, so one serves every kind of
 * machine, but only with the version of Node that runs this.
 */
export async function makeBlob({ main, files }: RelayBundle, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const mainPath = join(folder, 'main.cjs');
  await writeFile(mainPath, main);
  const assets: Record<string, string> = {};
  for (const [name, content] of files) {
    const path = join(folder, 'files', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    assets[name] = path;
  }
  const output = join(folder, 'relay.blob');
  const config = { main: mainPath, output, assets, disableExperimentalSEAWarning: true };
  const configPath = join(folder, 'sea.json');
  await writeFile(configPath, JSON.stringify(config));
  await execute(process.execPath, ['--experimental-sea-config', configPath]);
  return output;
}

/** Puts the relay into a copy of Node's executable. For macOS that works on macOS alone, which has `codesign`. */
export async function makeExecutable(node: string, blob: string, path: string): Promise<void> {
  await copyFile(node, path);
  if (path.endsWith('.exe')) await writeFile(path, withoutSignature(await readFile(path)));
  const isMac = process.platform === 'darwin';
  if (isMac) await execute('codesign', ['--remove-signature', path]);
  // The package has no types, and its own program keeps what its parser prints apart.
  const postject = fileURLToPath(import.meta.resolve('postject/dist/cli.js'));
  const macho = ['--macho-segment-name', 'NODE_SEA'];
  await execute(process.execPath, [postject, path, resourceName, blob, '--sentinel-fuse', sentinelFuse, ...macho]);
  await chmod(path, 0o755);
  // macOS runs no program without a signature. This one names nobody.
  if (isMac) await execute('codesign', ['--sign', '-', path]);
}
