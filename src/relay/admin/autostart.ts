import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AutostartFile, ownMark } from '#relay/admin/autostart-file.ts';
import { errorCode } from '#relay/error-code.ts';
import { makeFolder, orMissing, readText, writeText } from '#relay/store/disk-files.ts';

/** `other`: another copy of the relay, or this one with another configuration, is started at login. */
export type AutostartState = 'on' | 'off' | 'other';

export interface AutostartProblem {
  /** `foreign`: somebody else wrote the file, which stays as it is. Else the code of the disk's error. */
  readonly code: string;
  readonly path: string;
}

/** Whether the user's login starts this relay. Holds its thread, as `switchAutostart` does. */
export function autostartState({ path, text, link }: AutostartFile): AutostartState {
  try {
    const found = readText(path);
    if (found === undefined || (link && linkAt(link.path) !== link.target)) return 'off';
    return found === text ? 'on' : 'other';
  } catch {
    return 'other';
  }
}

/** Writes the file, or removes what was written and nothing else. */
export function switchAutostart(file: AutostartFile, to: 'on' | 'off'): AutostartProblem | undefined {
  try {
    const foreign = findForeign(file);
    if (foreign !== undefined) return { code: 'foreign', path: foreign };
    if (to === 'on') write(file);
    else remove(file);
    return undefined;
  } catch (error) {
    return { code: errorCode(error), path: file.path };
  }
}

/** A file without the relay's mark, or anything but a symbolic link in place of the link. */
function findForeign({ path, link }: AutostartFile): string | undefined {
  if (readText(path)?.includes(ownMark) === false) return path;
  const isLink = link && orMissing(() => lstatSync(link.path))?.isSymbolicLink();
  return isLink === false ? link?.path : undefined;
}

function write({ path, text, link }: AutostartFile): void {
  writeText(path, text);
  if (!link || linkAt(link.path) === link.target) return;
  rmSync(link.path, { force: true });
  makeFolder(dirname(link.path));
  symlinkSync(link.target, link.path);
}

/** The link goes first: a link that leads nowhere would be a failed unit at each login. */
function remove({ path, link }: AutostartFile): void {
  if (link) rmSync(link.path, { force: true });
  rmSync(path, { force: true });
}

const linkAt = (path: string): string | undefined => orMissing(() => readlinkSync(path));
