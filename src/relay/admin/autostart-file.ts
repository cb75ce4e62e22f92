import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';
import { StartError } from '#protocol/environment.ts';
import { errorCode } from '#relay/error-code.ts';
import { makeFolder, orMissing, readText, writeText } from '#relay/store/disk-files.ts';

export interface UserSystem {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface AutostartFile {
  readonly path: string;
  readonly text: string;
  /** systemd starts a unit at login when this symbolic link leads to it. */
  readonly link?: { readonly path: string; readonly target: string };
}

/** A file that has it is the relay's own, and may be replaced and removed. */
const ownMark = 'Written by the Skinlens relay. Its page removes it, and so does its option autostart off.';

export const thisSystem = (): UserSystem => ({ platform: process.platform, home: homedir(), env: process.env });

/** @throws StartError for an argument with a line break or another control character, which these files cannot hold */
export function autostartFile(command: readonly string[], system: UserSystem): AutostartFile | undefined {
  if (command.some((part) => /\p{Cc}/u.test(part))) {
    throw new StartError('the path of the relay or of its configuration has control characters');
  }
  if (system.platform === 'linux') return systemdUnit(command, system);
  if (system.platform === 'darwin') return launchAgent(command, system);
  return system.platform === 'win32' ? startupScript(command, system) : undefined;
}

/** man systemd.service, "COMMAND LINES": quotes and `%` specifiers. */
const systemdProgram = (path: string): string => `"${path.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

/** Also `$` variables, which are none in the name of the program. */
const systemdWord = (word: string): string => systemdProgram(word).replaceAll('$', '$$$$');

function systemdUnit([program = '', ...rest]: readonly string[], { home, env }: UserSystem): AutostartFile {
  const folder = posix.join(env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'systemd', 'user');
  const name = 'skinlens-relay.service';
  // glibc returns freed memory late without the variable (README, "Memory").
  const text = `# ${ownMark}
[Unit]
Description=Skinlens relay

[Service]
Environment=MALLOC_TRIM_THRESHOLD_=131072
ExecStart=${[systemdProgram(program), ...rest.map(systemdWord)].join(' ')}
Restart=on-abnormal

[Install]
WantedBy=default.target
`;
  const link = { path: posix.join(folder, 'default.target.wants', name), target: `../${name}` };
  return { path: posix.join(folder, name), text, link };
}

const xmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const toXml = (text: string): string => text.replace(/[&<>]/g, (sign) => xmlEscapes[sign] ?? sign);

/** man launchd.plist. macOS loads the agents of this folder at login. */
function launchAgent(command: readonly string[], { home }: UserSystem): AutostartFile {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${ownMark} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>skinlens.relay</string>
  <key>ProgramArguments</key>
  <array>
${command.map((part) => `    <string>${toXml(part)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`;
  return { path: posix.join(home, 'Library', 'LaunchAgents', 'skinlens.relay.plist'), text };
}

/** In a batch file `%` begins a variable even between quotes. A path of Windows has no quotes. */
const batchWord = (word: string): string => `"${word.replaceAll('%', '%%')}"`;

/** Windows runs what is in the Startup folder at login. The relay gets a minimised window, which ends it when closed. */
function startupScript(command: readonly string[], { home, env }: UserSystem): AutostartFile {
  const roaming = env['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
  // Without chcp cmd.exe reads the path in the code page of the console.
  const text = `@echo off
rem ${ownMark}
chcp 65001 >nul
start "Skinlens relay" /min ${command.map(batchWord).join(' ')}
`;
  const path = ['Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup', 'skinlens-relay.cmd'];
  return { path: win32.join(roaming, ...path), text: text.replaceAll('\n', '\r\n') };
}

/** `other`: another copy of the relay, or this one with another configuration, is started at login. */
export type AutostartState = 'on' | 'off' | 'other';

export interface AutostartProblem {
  /** `foreign`: somebody else wrote the file, which stays as it is. Else the code of the disk's error. */
  readonly code: string;
  readonly path: string;
}

export function autostartState({ path, text, link }: AutostartFile): AutostartState {
  try {
    const found = readText(path);
    if (found === undefined || (link && linkAt(link.path) !== link.target)) return 'off';
    return found === text ? 'on' : 'other';
  } catch {
    return 'other';
  }
}

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
