import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type AutostartFile, autostartFile, ownMark, type UserSystem } from '#relay/autostart/autostart-file.ts';
import { errorCode } from '#relay/error-code.ts';
import { writeAtomically } from '#relay/storage/atomic-write.ts';
import { makeFolder } from '#relay/storage/make-folder.ts';

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
  readonly state: () => AutostartState;
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
  return {
    path: file.path,
    state: () => stateOf(file),
    turnOn: () => orExplain(file.path, () => write(file)),
    turnOff: () => orExplain(file.path, () => remove(file)),
  };
}

function stateOf({ path, text, link }: AutostartFile): AutostartState {
  try {
    const found = textAt(path);
    if (found === undefined || (link && linkAt(link.path) !== link.target)) return 'off';
    return found === text ? 'on' : 'other';
  } catch {
    return 'other';
  }
}

async function write({ path, text, link }: AutostartFile): Promise<void> {
  checkOwn(path);
  if (link) checkLink(link.path);
  await makeFolder(dirname(path));
  await writeAtomically(dirname(path), basename(path), text);
  if (!link || linkAt(link.path) === link.target) return;
  await rm(link.path, { force: true });
  await makeFolder(dirname(link.path));
  await symlink(link.target, link.path);
}

/** The link goes first: a link that leads nowhere would be a failed unit at each login. */
async function remove({ path, link }: AutostartFile): Promise<void> {
  checkOwn(path);
  if (link) {
    checkLink(link.path);
    await rm(link.path, { force: true });
  }
  await rm(path, { force: true });
}

/** @throws AutostartError for a file without the relay's mark */
function checkOwn(path: string): void {
  const text = textAt(path);
  if (text !== undefined && !text.includes(ownMark)) {
    throw new AutostartError('foreign', path);
  }
}

/** @throws AutostartError for anything but a symbolic link */
function checkLink(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink()) throw new AutostartError('foreign', path);
}

const linkAt = (path: string): string | undefined => orMissing(() => readlinkSync(path));
const textAt = (path: string): string | undefined => orMissing(() => readFileSync(path, 'utf8'));

function orMissing(read: () => string): string | undefined {
  try {
    return read();
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
