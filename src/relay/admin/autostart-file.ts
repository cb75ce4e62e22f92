import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';
import { StartError } from '#protocol/environment.ts';
import { readOwnFile } from '#protocol/node-files.ts';
import { errorCode } from '#relay/error-code.ts';
import { makeFolder, orMissing, readText, writeText } from '#relay/store/disk-files.ts';

export type UserSystem = ReturnType<typeof thisSystem>;

export interface AutostartFile {
  readonly path: string;
  readonly text: string;
  /** systemd starts a unit at login when this symbolic link leads to it. */
  readonly link?: { readonly path: string; readonly target: string };
}

/** A file that has it is the relay's own, and may be replaced and removed. */
const ownMark = 'Written by the Skinlens relay. Its page removes it, and so does its option autostart off.';

export const thisSystem = () => ({ platform: process.platform, home: homedir(), env: process.env });

interface LoginFile {
  readonly template: URL;
  /** The command as the template takes it. */
  readonly toText: (command: readonly string[]) => string;
  readonly path: (system: UserSystem) => string;
}

/** man systemd.service, "COMMAND LINES": quotes and `%` specifiers. */
const systemdProgram = (path: string): string => `"${path.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

const unit = 'skinlens-relay.service';
const xmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const toXml = (text: string): string => text.replace(/[&<>]/g, (sign) => xmlEscapes[sign] ?? sign);
const startup = ['Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup', 'skinlens-relay.cmd'];

const loginFiles: Readonly<Partial<Record<NodeJS.Platform, LoginFile>>> = {
  /** Also `$` is a variable, but in the name of the program. */
  linux: {
    template: new URL('autostart/skinlens-relay.service', import.meta.url),
    toText: ([program = '', ...words]) =>
      [systemdProgram(program), ...words.map((word) => systemdProgram(word).replaceAll('$', '$$$$'))].join(' '),
    path: ({ home, env }) => posix.join(env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'systemd', 'user', unit),
  },
  /** man launchd.plist. macOS loads the agents of this folder at login. */
  darwin: {
    template: new URL('autostart/skinlens.relay.plist', import.meta.url),
    toText: (command) => command.map((part) => `    <string>${toXml(part)}</string>`).join('\n'),
    path: ({ home }) => posix.join(home, 'Library', 'LaunchAgents', 'skinlens.relay.plist'),
  },
  /** In a batch file `%` begins a variable even between quotes. A path of Windows has no quotes. */
  win32: {
    template: new URL('autostart/skinlens-relay.cmd', import.meta.url),
    toText: (command) => command.map((word) => `"${word.replaceAll('%', '%%')}"`).join(' '),
    path: ({ home, env }) => win32.join(env['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), ...startup),
  },
};

/** @throws StartError for an argument with a line break or another control character, which these files cannot hold */
export async function autostartFile(
  command: readonly string[],
  system: UserSystem,
): Promise<AutostartFile | undefined> {
  if (command.some((part) => /\p{Cc}/u.test(part)))
    throw new StartError('the path of the relay or of its configuration has control characters');
  const found = loginFiles[system.platform];
  if (!found) return undefined;
  const template = (await readOwnFile(found.template)).toString('utf8');
  const lines = template.replace('{mark}', ownMark).replace('{command}', () => found.toText(command));
  const path = found.path(system);
  const text = system.platform === 'win32' ? lines.replaceAll('\n', '\r\n') : lines;
  if (system.platform !== 'linux') return { path, text };
  const link = { path: posix.join(posix.dirname(path), 'default.target.wants', unit), target: `../${unit}` };
  return { path, text, link };
}

/** `other`: another copy of the relay, or this one with another configuration, is started at login. */
export function autostartState({ path, text, link }: AutostartFile): 'on' | 'off' | 'other' {
  try {
    const found = readText(path);
    if (found === undefined || (link && linkAt(link.path) !== link.target)) return 'off';
    return found === text ? 'on' : 'other';
  } catch {
    return 'other';
  }
}

/** `foreign`: somebody else wrote the file, which stays as it is. Else the code of the disk's error. */
export function switchAutostart(file: AutostartFile, to: 'on' | 'off') {
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
