import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { fillManifest } from '#build/relay/fill-manifest.ts';

/** `npm run winget`: the manifest for Windows' package manager, after `npm run pack:relay` and the signing. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const templates = join(root, '.github', 'winget');
const output = join(root, '.output', 'relay', 'winget');

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
const program = await readFile(join(root, '.output', 'relay', 'skinlens-relay-win-x64.exe'));
const values = {
  version,
  sha256: createHash('sha256').update(program).digest('hex').toUpperCase(),
  // GitHub's workflows name the repository in this variable.
  repository: process.env['GITHUB_REPOSITORY'] ?? '',
};
await mkdir(output, { recursive: true });
for (const name of await readdir(templates)) {
  const kind = name === 'version.yaml' ? '' : `.${name.replace(/\.yaml$/, '')}`;
  const text = fillManifest(await readFile(join(templates, name), 'utf8'), values);
  await writeFile(join(output, `Skinlens.Relay${kind}.yaml`), text);
}
