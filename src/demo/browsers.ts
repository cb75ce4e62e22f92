import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EnvironmentVariables } from '#protocol/environment.ts';
import { StartError } from '#protocol/node-server.ts';

/** `chrome` means any Chromium: Chrome, Chromium, Edge, Brave. */
export type BrowserKind = 'chrome' | 'firefox';

/** `redis` means any server that speaks its language: the tests of relays that share a store start one. */
type ProgramKind = BrowserKind | 'redis';

export type Machine = Readonly<ReturnType<typeof thisMachine>>;

export const thisMachine = () => ({
  platform: process.platform,
  env: process.env as EnvironmentVariables,
  isRoot: process.getuid?.() === 0,
  exists: (path: string): boolean => existsSync(path),
  /** Runs a program to its end. Rejects when it fails. */
  run: (program: string, args: readonly string[]): Promise<unknown> =>
    promisify(execFile)(program, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
  pause: (ms: number): Promise<unknown> => setTimeout(ms),
});

/**
 * `path`: names of programs on the path, everywhere but on Windows; `mac`: programs under `/Applications` or the user's own;
 * `windows`: programs under the installation folders of Windows.
 */
const locations = {
  chrome: {
    override: 'CHROME_PATH',
    path: [
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
    path: ['firefox-esr', 'firefox'],
    mac: ['Firefox.app/Contents/MacOS/firefox'],
    windows: ['Mozilla Firefox\\firefox.exe'],
    packages: ['firefox-esr', 'fonts-dejavu-core'],
    names: 'Firefox 142 or newer',
  },
  redis: {
    override: 'REDIS_PROGRAM',
    path: ['valkey-server', 'redis-server'],
    mac: [],
    windows: [],
    packages: ['redis-server'],
    names: 'Redis or Valkey',
  },
} satisfies Record<ProgramKind, object>;

const isSet = (value: string | undefined): value is string => value !== undefined && value !== '';

export function findProgram(kind: ProgramKind, machine: Machine): string | undefined {
  const { override } = locations[kind];
  const named = machine.env[override];
  if (!isSet(named)) return candidates(kind, machine).find(machine.exists);
  if (!machine.exists(named)) throw new StartError(`${override} names ${named}, which does not exist`);
  return named;
}

function candidates(kind: ProgramKind, { platform, env }: Machine): string[] {
  const { path, mac, windows } = locations[kind];
  if (platform === 'win32')
    return under([env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(isSet), windows, '\\');
  const onPath = path.flatMap((name) => pathOf(env).map((folder) => join(folder, name)));
  if (platform !== 'darwin') return onPath;
  return [...under(['/Applications', `${env['HOME']}/Applications`], mac, '/'), ...onPath];
}

const under = (folders: readonly string[], programs: readonly string[], separator: string): string[] =>
  programs.flatMap((program) => folders.map((folder) => `${folder}${separator}${program}`));

const pathOf = (env: Machine['env']): string[] => (env['PATH'] ?? '').split(delimiter).filter(isSet);

/** @throws StartError that names what to install */
export async function ensureBrowser(kind: BrowserKind, machine: Machine, say: (line: string) => void): Promise<string> {
  const [found = ''] = await ensurePrograms([kind], machine, say);
  return found;
}

/** One call of apt-get for all: a second one finds its lists locked. @throws StartError that names what to install */
export async function ensurePrograms(kinds: readonly ProgramKind[], machine: Machine, say: (line: string) => void) {
  const missing = kinds.filter((kind) => findProgram(kind, machine) === undefined);
  if (missing.length > 0) {
    if (!canInstall(machine)) throw new StartError(advice(missing, machine));
    say(`installing ${packagesOf(missing).join(', ')} with apt-get`);
    await install(missing, machine);
  }
  return kinds.map((kind) => {
    const found = findProgram(kind, machine);
    if (found === undefined) throw new StartError(`apt-get installed no usable program; ${advice([kind], machine)}`);
    return found;
  });
}

export const canInstall = (machine: Machine): boolean => machine.isRoot && hasApt(machine);

const hasApt = ({ platform, env, exists }: Machine): boolean =>
  platform === 'linux' && pathOf(env).some((folder) => exists(join(folder, 'apt-get')));

const packagesOf = (kinds: readonly ProgramKind[]): string[] => [
  ...new Set(kinds.flatMap((kind) => locations[kind].packages)),
];

async function install(missing: readonly ProgramKind[], machine: Machine): Promise<void> {
  try {
    await aptGet(machine, 'update', '-qq');
    await aptGet(machine, 'install', '-y', '-qq', ...packagesOf(missing));
  } catch (cause) {
    throw new StartError(`apt-get failed (${reasonOf(cause)}); ${advice(missing, machine)}`, { cause });
  }
}

/** How often, and how many ms apart, a call is tried while another program holds a lock of apt-get's: for ten minutes. */
const lockTries = { count: 200, pauseMs: 3000 };

/** apt-get's own time limit for locks (`DPkg::Lock::Timeout`) does not cover its lists. */
async function aptGet({ run, pause }: Machine, ...args: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await run('apt-get', args);
      return;
    } catch (error) {
      if (!String(error).includes('Could not get lock') || tries === lockTries.count) throw error;
      await pause(lockTries.pauseMs);
    }
  }
}

/** apt-get's own first line about the error, if there is one. */
const reasonOf = (error: unknown): string => {
  const lines = String(error).split('\n');
  return lines.find((line) => line.startsWith('E: ')) ?? lines[0] ?? '';
};

function advice(kinds: readonly ProgramKind[], machine: Machine): string {
  const wanted = kinds.map((kind) => locations[kind].names).join(' and ');
  const byApt = hasApt(machine) ? ` (on Debian: sudo apt-get install ${packagesOf(kinds).join(' ')})` : '';
  return `install ${wanted}${byApt}, or let ${kinds.map((kind) => locations[kind].override).join(' and ')} name the program`;
}

const sources = ['entrypoints/**/*', 'src/**/*', 'public/**/*', 'wxt.config.ts', 'package-lock.json'];

const buildFolder = (root: string, kind: BrowserKind): string => join(root, '.output', `${kind}-mv3`);

export function isBuilt(root: string, kind: BrowserKind): boolean {
  const built = statSync(join(buildFolder(root, kind), 'manifest.json'), { throwIfNoEntry: false });
  if (!built) return false;
  return globSync(sources, { cwd: root }).every((path) => statSync(join(root, path)).mtimeMs <= built.mtimeMs);
}

/** Builds the extension for a browser. @throws StartError with the output of the build. */
async function build(root: string, kind: BrowserKind): Promise<void> {
  const wxt = join(root, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  try {
    await promisify(execFile)(process.execPath, [wxt, 'build', '--browser', kind, '--mv3'], { cwd: root });
  } catch (cause) {
    throw new StartError(`the extension does not build:\n${outputOf(cause)}`, { cause });
  }
}

export async function ensureBuilt(root: string, kind: BrowserKind, say: (line: string) => void): Promise<string> {
  if (!isBuilt(root, kind)) {
    say(`building the extension for ${kind}`);
    await build(root, kind);
  }
  return buildFolder(root, kind);
}

function outputOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parts = ['stdout' in error && error.stdout, 'stderr' in error && error.stderr];
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n') || error.message;
}
