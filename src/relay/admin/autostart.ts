import { lstat, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AutostartFile, autostartFile, ownMark, type UserSystem } from '#relay/admin/autostart-file.ts';
import { errorCode } from '#relay/error-code.ts';
import { makeFolder, writeAtomically } from '#relay/store/atomic-write.ts';
import { createDiskTurns } from '#relay/store/disk-turns.ts';

/** `other`: another copy of the relay, or this one with another configuration, is started at login. */
type AutostartState = 'on' | 'off' | 'other';

/** Why starting at login was not switched. */
export class AutostartError extends Error {
  /** `foreign`: somebody else wrote the file, which stays as it is. Else the code of the disk's error. */
  readonly code: string;
  readonly path: string;

  constructor(code: string, path: string) {
    const why = code === 'foreign' ? 'somebody else wrote it' : code;
    super(`${path} was not changed: ${why}`);
    this.code = code;
    this.path = path;
  }
}

/** Whether the user's login starts this relay. */
export interface Autostart {
  /** The file that is written and removed. */
  readonly path: string;
  /** `undefined` while the disk does not say. */
  readonly state: () => Promise<AutostartState | undefined>;
  /** @throws AutostartError */
  readonly turnOn: () => Promise<void>;
  /** Removes what `turnOn` wrote, and nothing else. @throws AutostartError */
  readonly turnOff: () => Promise<void>;
}

/**
 * @param command the program, by its full path, and its arguments
 * @returns `undefined` on a system without a known way
 */
export function createAutostart(command: readonly string[], system: UserSystem): Autostart | undefined {
  const file = autostartFile(command, system);
  if (file === undefined) return undefined;
  const { path } = file;
  const onDisk = createDiskTurns();
  return {
    path,
    state: () => onDisk(() => stateOf(file)).catch(() => undefined),
    turnOn: () => orExplain(path, () => onDisk(() => write(file))),
    turnOff: () => orExplain(path, () => onDisk(() => remove(file))),
  };
}

async function stateOf({ path, text, link }: AutostartFile): Promise<AutostartState> {
  try {
    const found = await textAt(path);
    if (found === undefined || (link && (await linkAt(link.path)) !== link.target)) return 'off';
    return found === text ? 'on' : 'other';
  } catch {
    return 'other';
  }
}

async function write({ path, text, link }: AutostartFile): Promise<void> {
  await checkOwn(path);
  if (link) await checkLink(link.path);
  await writeAtomically(path, text);
  if (!link || (await linkAt(link.path)) === link.target) return;
  await rm(link.path, { force: true });
  await makeFolder(dirname(link.path));
  await symlink(link.target, link.path);
}

/** The link goes first: a link that leads nowhere would be a failed unit at each login. */
async function remove({ path, link }: AutostartFile): Promise<void> {
  await checkOwn(path);
  if (link) {
    await checkLink(link.path);
    await rm(link.path, { force: true });
  }
  await rm(path, { force: true });
}

/** @throws AutostartError for a file without the relay's mark */
async function checkOwn(path: string): Promise<void> {
  const text = await textAt(path);
  if (text !== undefined && !text.includes(ownMark)) throw new AutostartError('foreign', path);
}

/** @throws AutostartError for anything but a symbolic link */
async function checkLink(path: string): Promise<void> {
  const found = await orMissing(lstat(path));
  if (found && !found.isSymbolicLink()) throw new AutostartError('foreign', path);
}

const linkAt = (path: string): Promise<string | undefined> => orMissing(readlink(path));
const textAt = (path: string): Promise<string | undefined> => orMissing(readFile(path, 'utf8'));

async function orMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

async function orExplain(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof AutostartError ? error : new AutostartError(errorCode(error), path);
  }
}
