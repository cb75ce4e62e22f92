import * as z from 'zod/mini';
import { readOwnFile } from '#protocol/node-files.ts';

const shape = z.object({ version: z.string(), homepage: z.string(), noticesKey: z.string() });

/** What the relay's package says of itself, also where it is packed as one file. */
export async function readOwnPackage() {
  const text = (await readOwnFile(new URL('../../package.json', import.meta.url))).toString('utf8');
  return shape.parse(JSON.parse(text));
}

/** The configured address, else the repository's. None while the package has no key, or where they are off. */
export function noticesSourceOf({ homepage, noticesKey: key }: z.infer<typeof shape>, configured: string | undefined) {
  const published = `${homepage.replace('//github.com/', '//raw.githubusercontent.com/')}/notices/notices.json`;
  return key === '' || configured === 'off' ? undefined : { url: configured ?? published, key };
}
