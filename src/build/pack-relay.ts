import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleRelay } from '#build/relay/bundle-relay.ts';
import { collectLicences } from '#build/relay/licences.ts';
import { makeBlob, makeExecutable } from '#build/relay/make-executable.ts';
import { fetchNodeBinary, nodePackages, nodeVersion } from '#build/relay/node-binaries.ts';

/** `npm run pack:relay`: the relay as one file for each kind of machine, in `.output/relay`. */

const usage = `npm run pack:relay [-- --target TARGET,TARGET] [-- --node FILE]

  --target     linux-x64, linux-arm64, win-x64 (all three unless it is given), darwin-arm64, darwin-x64,
               or this: the machine that packs
  --node FILE  Node's executable for the one target, of version ${nodeVersion}; macOS needs it`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = join(root, '.output', 'relay');

/** Node's names of a system, as its packages spell them. */
const thisTarget = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const knownTargets = [...nodePackages.keys(), 'darwin-arm64', 'darwin-x64'];

/** @throws Error for what cannot be packed */
function readOptions() {
  const { values } = parseArgs({ options: { target: { type: 'string' }, node: { type: 'string' } } });
  const targets = values.target?.split(',').map((target) => (target === 'this' ? thisTarget : target)) ?? [
    ...nodePackages.keys(),
  ];
  const unknown = targets.filter((target) => !knownTargets.includes(target));
  if (unknown.length > 0) throw new Error(`unknown target ${unknown.join(', ')}\n\n${usage}`);
  if (values.node !== undefined && targets.length !== 1) throw new Error(`--node needs one target\n\n${usage}`);
  if (process.version !== `v${nodeVersion}`) throw new Error(`this needs Node ${nodeVersion}: use npm run pack:relay`);
  return { targets, node: values.node };
}

async function pack(): Promise<void> {
  const { targets, node } = readOptions();
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
  await writeFile(join(output, 'SHA256SUMS'), await sums([...names, 'LICENSES.txt']));
}

/** In the form that `sha256sum --check` reads. */
async function sums(names: readonly string[]): Promise<string> {
  const lines = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(output, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  return (await Promise.all(lines)).join('');
}

await pack().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
