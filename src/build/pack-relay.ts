import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { bundleRelay, type RelayBundle } from '#build/relay/bundle-relay.ts';
import { fetchNodeBinary, nodePackages, nodeVersion } from '#build/relay/node-binaries.ts';
import { hashLines } from '#build/release.ts';
import { choiceOf, fail, readCommand } from '#protocol/command-line.ts';

const execute = promisify(execFile);

/** Node finds the relay in its own executable by this name (https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html). */
const resourceName = 'NODE_SEA_BLOB';
/** The mark in Node's executable behind which it notes that something was put inside. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** It has no compiled code: it serves every kind of machine, but only the version of Node that runs this. */
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

/** Offsets of the "Microsoft PE Format" (https://learn.microsoft.com/windows/win32/debug/pe-format). */
const headerPointer = 0x3c;
const coffHeaderSize = 24;
const pe32Plus = 0x20b;
/** Where the optional header of a 64-bit program has the entry of the certificate table: an offset and a length. */
const certificateEntry = 112 + 4 * 8;

/** Windows reports a wrong signature in harsher words than none. @throws TypeError for another kind of file */
export function withoutSignature(program: Buffer): Buffer {
  const header = program.length > headerPointer + 4 ? program.readUInt32LE(headerPointer) : program.length;
  const optional = header + coffHeaderSize;
  const isProgram =
    optional + certificateEntry + 8 <= program.length &&
    program.toString('latin1', header, header + 4) === 'PE\0\0' &&
    program.readUInt16LE(optional) === pe32Plus;
  if (!isProgram) throw new TypeError('this is no program for 64-bit Windows');
  const entry = optional + certificateEntry;
  const offset = program.readUInt32LE(entry);
  const length = program.readUInt32LE(entry + 4);
  if (offset === 0) return program;
  if (offset + length !== program.length) throw new TypeError('the signature is not at the end of the program');
  const bare = Buffer.from(program.subarray(0, offset));
  bare.fill(0, entry, entry + 8);
  return bare;
}

/** @throws Error for a package that names no licence */
export async function collectLicences(root: string, packages: Iterable<string>, nodeLicence: string | undefined) {
  const own = await section('Skinlens', join(root, 'LICENSE'));
  const others = await Promise.all(
    [...packages].sort().map(async (folder) => {
      const name = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
      const title = folder.split(`${sep}node_modules${sep}`).at(-1) ?? basename(folder);
      return name === undefined ? noted(title, folder) : section(title, join(folder, name));
    }),
  );
  const node = nodeLicence === undefined ? [] : [await section('Node.js', nodeLicence)];
  return [own, ...others, ...node].join('\n');
}

/** Some packages name their licence without its text. */
async function noted(title: string, folder: string): Promise<string> {
  const { license } = z
    .object({ license: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  return heading(title, `The licence is ${license}.`);
}

const heading = (title: string, text: string): string => `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}\n`;

const section = async (title: string, path: string): Promise<string> => heading(title, await readFile(path, 'utf8'));

/** `npm run pack:relay`: the relay as one file for each kind of machine, in `.output/relay`. */

const usage = `usage: npm run pack:relay [-- --target TARGET,TARGET] [-- --node FILE]

  --target     linux-x64, linux-arm64, win-x64 (all three unless it is given), darwin-arm64, darwin-x64,
               or this: the machine that packs
  --node FILE  Node's executable for the one target, of version ${nodeVersion}; macOS needs it`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = join(root, '.output', 'relay');

/** Node's names of a system, as its packages spell them. */
const thisTarget = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const knownTargets = [...nodePackages.keys(), 'darwin-arm64', 'darwin-x64'];

const options = {
  target: { type: 'string', default: [...nodePackages.keys()].join() },
  node: { type: 'string' },
} as const;

async function pack(): Promise<void> {
  const { targets, node } = readCommand(usage, { options }, ({ values: { target, node } }) => {
    const targets = target
      .split(',')
      .map((name) => (name === 'this' ? thisTarget : choiceOf('target', name, knownTargets)));
    if (node !== undefined && targets.length !== 1) throw new Error('--node needs one target');
    return { targets, node };
  });
  if (process.version !== `v${nodeVersion}`) throw new Error(`this needs Node ${nodeVersion}: use npm run pack:relay`);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const bundle = await bundleRelay(root);
  const work = join(root, '.output', 'relay-parts');
  const blob = await makeBlob(bundle, work);
  const names: string[] = [];
  let nodeLicence: string | undefined;
  for (const target of targets) {
    const binary = node === undefined ? await fetchNodeBinary(target, join(root, '.output', 'node')) : undefined;
    nodeLicence ??= binary?.licence;
    const name = `skinlens-relay-${target}${target.startsWith('win') ? '.exe' : ''}`;
    await makeExecutable(binary?.program ?? node ?? '', blob, join(output, name));
    names.push(name);
    console.info(`.output/relay/${name}`);
  }
  await writeFile(join(output, 'LICENSES.txt'), await collectLicences(root, bundle.packages, nodeLicence));
  await writeFile(join(output, 'SHA256SUMS'), hashLines(output, [...names, 'LICENSES.txt']));
}

// Tests load this file for its parts.
if (import.meta.main) await pack().catch(fail);
