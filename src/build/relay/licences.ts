import { readdir, readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import * as z from 'zod/mini';

/**
 * The licences of the packages inside the relay, and Node's, as one text.
 * @throws Error for a package that names no licence
 */
export async function collectLicences(
  root: string,
  packages: Iterable<string>,
  nodeLicence: string | undefined,
): Promise<string> {
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
