import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { StartError } from '#protocol/node-server.ts';

/** `chrome` means any Chromium: Chrome, Chromium, Edge, Brave. */
export type BrowserKind = 'chrome' | 'firefox';

/** The parts of a machine that the search for a browser uses. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: EnvironmentVariables;
  readonly isRoot: boolean;
  readonly exists: (path: string) => boolean;
  /** Runs a program to its end. Rejects when it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<unknown>;
}

export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  exists: existsSync,
  run: (program, args) =>
    promisify(execFile)(program, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
});

interface BrowserLocations {
  /** The environment variable that names the program. */
  readonly override: string;
  /** Program names on the path, on Linux. */
  readonly linux: readonly string[];
  /** Programs under `/Applications` or the user's own. */
  readonly mac: readonly string[];
  /** Programs under the installation folders of Windows. */
  readonly windows: readonly string[];
  /** Debian's packages. */
  readonly packages: readonly string[];
  readonly names: string;
}

const locations: Record<BrowserKind, BrowserLocations> = {
  chrome: {
    override: 'CHROME_PATH',
    linux: [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'microsoft-edge-stable',
      'microsoft-edge',
      'brave-browser',
    ],
    mac: [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    windows: [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ],
    packages: ['chromium', 'fonts-dejavu-core'],
    names: 'Chrome, Chromium or Edge',
  },
  firefox: {
    override: 'FIREFOX_PATH',
    linux: ['firefox-esr', 'firefox'],
    mac: ['Firefox.app/Contents/MacOS/firefox'],
    windows: ['Mozilla Firefox\\firefox.exe'],
    packages: ['firefox-esr', 'fonts-dejavu-core'],
    names: 'Firefox 142 or newer',
  },
};

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

/** The path of the browser's program; `undefined` when there is none. */
export function findBrowser(kind: BrowserKind, machine: Machine): string | undefined {
  const { override } = locations[kind];
  const named = machine.env[override];
  if (!isSet(named)) return candidates(kind, machine).find(machine.exists);
  if (!machine.exists(named)) throw new StartError(`${override} names ${named}, which does not exist`);
  return named;
}

function candidates(kind: BrowserKind, { platform, env }: Machine): string[] {
  const { linux, mac, windows } = locations[kind];
  if (platform === 'darwin') return under(['/Applications', `${env['HOME']}/Applications`], mac, '/');
  if (platform === 'win32')
    return under([env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(isSet), windows, '\\');
  return linux.flatMap((name) => pathOf(env).map((folder) => join(folder, name)));
}

const under = (folders: readonly string[], programs: readonly string[], separator: string): string[] =>
  programs.flatMap((program) => folders.map((folder) => `${folder}${separator}${program}`));

const pathOf = (env: Machine['env']): string[] => (env['PATH'] ?? '').split(delimiter).filter(isSet);

/**
 * Finds the browser. On Debian, as root, installs a missing one and reports that to `say`.
 * @throws StartError that names what to install.
 */
export async function ensureBrowser(kind: BrowserKind, machine: Machine, say: (line: string) => void): Promise<string> {
  const found = findBrowser(kind, machine);
  if (found) return found;
  if (!canInstall(machine)) throw new StartError(advice(kind));
  say(`no browser found: installing ${locations[kind].packages.join(' and ')} with apt-get`);
  await install(kind, machine);
  const installed = findBrowser(kind, machine);
  if (!installed) throw new StartError(`apt-get installed no usable browser; ${advice(kind)}`);
  return installed;
}

async function install(kind: BrowserKind, { run }: Machine): Promise<void> {
  try {
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', ...locations[kind].packages]);
  } catch (cause) {
    throw new StartError(`apt-get could not install a browser (${firstLine(cause)}); ${advice(kind)}`, { cause });
  }
}

const firstLine = (error: unknown): string => String(error).split('\n')[0] ?? '';

const canInstall = ({ platform, isRoot, env, exists }: Machine): boolean =>
  platform === 'linux' && isRoot && pathOf(env).some((folder) => exists(join(folder, 'apt-get')));

const advice = (kind: BrowserKind): string =>
  `install ${locations[kind].names}, or let ${locations[kind].override} name its program`;
