import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createMutex } from '#core/asks/concurrency.ts';
import { type ConfigFile, parseConfigFile, type ReadConfig, readConfigFile } from '#relay/admin/config-file.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

/** Somebody else has changed the configuration since. */
export class ConflictError extends Error {}

export type ConfigStore = ReturnType<typeof createConfigStore>;

/** Removes an unfinished copy of the file, with the key. @throws StartError for a bad file, which stays as it is */
export async function openConfig(path: string): Promise<ReadConfig & { readonly path: string }> {
  const absolute = resolve(path);
  await rm(`${absolute}.tmp`, { force: true }).catch(() => undefined);
  return { path: absolute, ...(await readConfigFile(absolute)) };
}

export function createConfigStore(
  { path, file, text }: Awaited<ReturnType<typeof openConfig>>,
  disk: Pick<StorageThread, 'ask'>,
) {
  let revision = 1;
  /** What was to be written last. A disk that hung may have written it after its limit. */
  let tried = text;
  const mutex = createMutex();
  let follow: (file: ConfigFile) => void = () => undefined;
  const takeUp = (next: string): void => {
    [file, text] = [parseConfigFile(next), next];
    revision++;
    follow(file);
  };
  const apply = async (seen: number, change: (file: ConfigFile) => ConfigFile): Promise<void> => {
    // An editor may have changed it.
    const found = await disk.ask('readText', path);
    if (found !== undefined && found !== text && found === tried) takeUp(found);
    if (seen !== revision || found !== text) throw new ConflictError('conflict');
    const next = `${JSON.stringify(change(file), null, 2)}\n`;
    parseConfigFile(next);
    tried = next;
    await disk.ask('writeText', path, next);
    takeUp(next);
  };
  return {
    path,
    current: () => file,
    /** Grows with every change: whoever changes says which state was seen. */
    revision: () => revision,
    /** Writes, then takes the change up; one at a time. @throws ConflictError; StorageError of the disk */
    change: (seen: number, change: (file: ConfigFile) => ConfigFile) => mutex(() => apply(seen, change)),
    onChange(listener: typeof follow): void {
      follow = listener;
    },
  };
}
