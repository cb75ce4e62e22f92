import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const execute = promisify(execFile);

const locked = z.object({ version: z.string(), integrity: z.string(), bin: z.object({ node: z.string() }) });
const lockFile = z.object({ packages: z.record(z.string(), z.unknown()) });
const { packages } = lockFile.parse(
  JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')),
);

/** A package of npm that holds Node's own executable for one kind of machine. `integrity`: the SHA-512 of its archive. */
function packageFor(target: string) {
  const name = `node-${target}`;
  const { bin, ...rest } = locked.parse(packages[`node_modules/${name}`]);
  return { name, ...rest, program: bin.node };
}

/** As the lock file pins them. npm lacks this version for macOS (it has 24.0.0, then 26): there `--node FILE` packs. */
export const nodePackages = new Map(
  ['linux-x64', 'linux-arm64', 'win-x64'].map((target) => [target, packageFor(target)]),
);

export const nodeVersion = packageFor('linux-x64').version;

/** Returns its path, and its licence's. @throws Error for an archive with another hash than the pinned one */
export async function fetchNodeBinary(target: string, folder: string) {
  const wanted = nodePackages.get(target);
  if (wanted === undefined) throw new Error(`the registry has no Node ${nodeVersion} for ${target}: use --node FILE`);
  const home = join(folder, `${wanted.name}-${nodeVersion}`);
  const binary = { program: join(home, wanted.program), licence: join(home, 'LICENSE') };
  const found = async () => ({ ...binary, licence: (await isFile(binary.licence)) ? binary.licence : undefined });
  if (await isFile(binary.program)) return found();
  const unpacked = `${home}.part`;
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  const archive = await download(`${wanted.name}@${nodeVersion}`, unpacked);
  checkIntegrity(await readFile(archive), wanted);
  await execute('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
  await rm(archive);
  await rm(home, { recursive: true, force: true });
  await rename(unpacked, home);
  return found();
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** @returns the path of the archive */
async function download(specifier: string, folder: string): Promise<string> {
  const args = ['pack', specifier, '--silent', '--pack-destination', folder];
  // npm runs its scripts with its own path in this variable. On Windows npm itself is a batch file.
  const npm = process.env['npm_execpath'];
  const { stdout } = npm ? await execute(process.execPath, [npm, ...args]) : await execute('npm', args);
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** @throws Error */
export function checkIntegrity(
  archive: Uint8Array,
  { name, integrity }: Pick<ReturnType<typeof packageFor>, 'name' | 'integrity'>,
): void {
  const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (hash !== integrity) throw new Error(`${name} ${nodeVersion} is not the archive that is pinned: ${hash}`);
}
