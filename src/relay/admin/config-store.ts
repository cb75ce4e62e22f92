import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type ConfigFile, parseConfigFile, type ReadConfig, readConfigFile } from '#relay/admin/config-file.ts';
import { errorCode } from '#relay/error-code.ts';
import { writeAtomically } from '#relay/store/atomic-write.ts';
import { createDiskTurns } from '#relay/store/disk-turns.ts';
import { StorageError } from '#relay/store/storage-thread.ts';

/** Why a change was not made; the file is as it was. */
export class ConfigChangeError extends Error {
  /** `conflict`: somebody else has changed the configuration since. Else the code of the disk's error, or that it hangs. */
  readonly code: string;

  constructor(code: string) {
    super(`the configuration was not changed: ${code}`);
    this.code = code;
  }
}

/** The configuration file, and what it says now. */
export interface ConfigStore {
  readonly path: string;
  readonly current: () => ConfigFile;
  /** Grows with every change: whoever changes says which state was seen. */
  readonly revision: () => number;
  /**
   * Writes the file with mode 0600, then takes the change up. One change at a time.
   * @throws ConfigChangeError
   */
  readonly change: (seenRevision: number, change: (file: ConfigFile) => ConfigFile) => Promise<void>;
  /** Called after every change. */
  readonly onChange: (listener: (file: ConfigFile) => void) => void;
}

type Write = typeof writeAtomically;

/**
 * Opens the configuration file, and removes unfinished copies of it. A missing one is created at the first change.
 * @throws StartError for a file that cannot be read or understood, which stays as it is
 */
export async function openConfigStore(path: string, write: Write = writeAtomically): Promise<ConfigStore> {
  const absolute = resolve(path);
  await removeLeftFiles(absolute);
  return createConfigStore(absolute, await readConfigFile(absolute), write);
}

const temporary = /^(?:\.session)?\.[0-9a-f-]{36}\.tmp$/;

/** Removes what a relay left that was killed while it wrote: a whole configuration, with the key. */
async function removeLeftFiles(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => []);
  const left = names.filter(
    (name) => name.startsWith(basename(path)) && temporary.test(name.slice(basename(path).length)),
  );
  await Promise.all(left.map((name) => rm(join(dirname(path), name), { force: true }).catch(() => undefined)));
}

function createConfigStore(path: string, read: ReadConfig, write: Write): ConfigStore {
  let { file, text } = read;
  let revision = 1;
  const onDisk = createDiskTurns();
  const listeners: ((file: ConfigFile) => void)[] = [];
  const apply = async (seen: number, change: (file: ConfigFile) => ConfigFile): Promise<void> => {
    if (seen !== revision || (await textAt(path)) !== text) throw new ConfigChangeError('conflict');
    const nextText = `${JSON.stringify(change(file), null, 2)}\n`;
    const next = parseConfigFile(nextText);
    try {
      await write(path, nextText);
    } catch (error) {
      throw new ConfigChangeError(errorCode(error));
    }
    [file, text] = [next, nextText];
    revision++;
    for (const listener of listeners) listener(file);
  };
  return {
    path,
    current: () => file,
    revision: () => revision,
    async change(seen, change) {
      try {
        await onDisk(() => apply(seen, change));
      } catch (error) {
        throw error instanceof StorageError ? new ConfigChangeError(error.code) : error;
      }
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** What the file says at the moment; `undefined` without one. An editor may have changed it. */
async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ConfigChangeError(code);
  }
}
