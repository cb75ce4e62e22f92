import { readdirSync } from 'node:fs';
import type { Site } from '#core/site.ts';

/** Every adapter, sorted by id, in plain Node: Vite's list of them (src/sites/index.ts) does not work there. */
export async function loadSites(): Promise<readonly Site[]> {
  const files = readdirSync(new URL('../../src/sites/', import.meta.url)).filter((file) =>
    /^(?!index)\w+\.ts$/.test(file),
  );
  const modules: { default?: Site }[] = await Promise.all(files.sort().map((file) => load(`#sites/${file}`)));
  return modules.flatMap(({ default: site }) => site ?? []);
}

// The specifier is computed elsewhere, so that Vite does not look for its file.
const load = (specifier: string): Promise<{ default?: Site }> => import(/* @vite-ignore */ specifier);
