import { describe, expect, test } from 'vitest';
import { ensureBrowser, ensurePrograms, findProgram, type Machine } from '#demo/browsers.ts';

interface Fake extends Machine {
  readonly ran: string[];
  readonly pauses: number[];
}

/** A machine with these files; `installs` appear when apt-get installs something. */
function machine(files: readonly string[], options: Partial<Machine> & { installs?: readonly string[] } = {}): Fake {
  const present = new Set(files);
  const ran: string[] = [];
  const pauses: number[] = [];
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    exists: (path) => present.has(path),
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      if (args.includes('install')) for (const file of options.installs ?? []) present.add(file);
    },
    pause: async (ms) => void pauses.push(ms),
    ran,
    pauses,
    ...options,
  };
}

const quiet = () => undefined;
const rootOf = (files: readonly string[], installs: readonly string[] = []) =>
  machine(['/usr/bin/apt-get', ...files], { isRoot: true, installs });

describe('finding a browser', () => {
  test('prefers Chromium to Chrome and Chrome to Edge, whatever the order on the path', () => {
    expect(findProgram('chrome', machine(['/usr/bin/microsoft-edge', '/usr/bin/google-chrome-stable']))).toBe(
      '/usr/bin/google-chrome-stable',
    );
    expect(findProgram('chrome', machine(['/usr/bin/google-chrome', '/usr/local/bin/chromium']))).toBe(
      '/usr/local/bin/chromium',
    );
    expect(findProgram('firefox', machine(['/usr/bin/firefox']))).toBe('/usr/bin/firefox');
    expect(findProgram('firefox', machine(['/usr/bin/chromium']))).toBeUndefined();
    expect(findProgram('redis', machine(['/usr/bin/redis-server']))).toBe('/usr/bin/redis-server');
  });

  test('looks in the program folders of macOS and Windows', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findProgram('chrome', machine([chrome], { platform: 'darwin', env: { HOME: '/Users/a' } }))).toBe(chrome);
    const firefox = '/Users/a/Applications/Firefox.app/Contents/MacOS/firefox';
    expect(findProgram('firefox', machine([firefox], { platform: 'darwin', env: { HOME: '/Users/a' } }))).toBe(firefox);
    const env = { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' };
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(findProgram('chrome', machine([edge], { platform: 'win32', env }))).toBe(edge);
  });

  test('takes the program from the environment, and says when it does not exist', () => {
    const env = { PATH: '/usr/bin', CHROME_PATH: '/opt/chrome' };
    expect(findProgram('chrome', machine(['/usr/bin/chromium', '/opt/chrome'], { env }))).toBe('/opt/chrome');
    expect(() => findProgram('chrome', machine(['/usr/bin/chromium'], { env }))).toThrow(
      'CHROME_PATH names /opt/chrome',
    );
  });
});

describe('ensuring a browser', () => {
  test('installs nothing when there is one', async () => {
    const there = rootOf(['/usr/bin/chromium']);
    expect(await ensureBrowser('chrome', there, quiet)).toBe('/usr/bin/chromium');
    expect(there.ran).toEqual([]);
  });

  test('installs it with fonts as root on Debian, and says so first', async () => {
    const said: string[] = [];
    const bare = rootOf([], ['/usr/bin/firefox-esr']);
    expect(await ensureBrowser('firefox', bare, (line) => said.push(line))).toBe('/usr/bin/firefox-esr');
    expect(bare.ran).toEqual(['apt-get update -qq', 'apt-get install -y -qq firefox-esr fonts-dejavu-core']);
    expect(said.join()).toContain('firefox-esr');
  });

  test('installs all that is missing with one call: a second one would find the lists locked', async () => {
    const bare = rootOf(['/usr/bin/firefox'], ['/usr/bin/chromium', '/usr/bin/redis-server']);
    const found = await ensurePrograms(['chrome', 'firefox', 'redis'], bare, quiet);
    expect(found).toEqual(['/usr/bin/chromium', '/usr/bin/firefox', '/usr/bin/redis-server']);
    expect(bare.ran).toEqual(['apt-get update -qq', 'apt-get install -y -qq chromium fonts-dejavu-core redis-server']);
  });

  test('waits for another apt-get, whose lock ends, and gives up on one that never ends', async () => {
    const locked = new Error('E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)');
    const bare = rootOf([], ['/usr/bin/chromium']);
    let busy = 3;
    const run: Machine['run'] = (...call) => (busy-- > 0 ? Promise.reject(locked) : bare.run(...call));
    expect(await ensureBrowser('chrome', { ...bare, run }, quiet)).toBe('/usr/bin/chromium');
    expect(bare.pauses).toHaveLength(3);
    const never: Machine = { ...bare, exists: (path) => path.endsWith('apt-get'), run: () => Promise.reject(locked) };
    await expect(ensureBrowser('chrome', never, quiet)).rejects.toThrow('Could not get lock');
  });

  test.each([
    [
      'runs it as another user than root',
      machine(['/usr/bin/apt-get']),
      ' (on Debian: sudo apt-get install chromium fonts-dejavu-core)',
    ],
    ['has no apt-get', machine([], { isRoot: true }), ''],
    ['is a Mac', machine(['/usr/bin/apt-get'], { isRoot: true, platform: 'darwin' }), ''],
  ])('says what to install when the machine %s', async (_, other, how) => {
    await expect(ensureBrowser('chrome', other, quiet)).rejects.toThrow(
      `install Chrome, Chromium or Edge${how}, or let CHROME_PATH name the program`,
    );
    expect(other.ran).toEqual([]);
  });

  test('says so when apt-get fails or installs no browser', async () => {
    const message = 'Command failed: apt-get update\nW: slow\nE: The repository has no Release file.\nE: more';
    const failing: Machine = { ...rootOf([]), run: () => Promise.reject(new Error(message)) };
    await expect(ensureBrowser('chrome', failing, quiet)).rejects.toThrow(
      'apt-get failed (E: The repository has no Release file.); install Chrome',
    );
    const missing: Machine = { ...rootOf([]), run: () => Promise.reject(new Error('spawn apt-get ENOENT')) };
    await expect(ensureBrowser('chrome', missing, quiet)).rejects.toThrow('(Error: spawn apt-get ENOENT)');
    await expect(ensureBrowser('chrome', rootOf([]), quiet)).rejects.toThrow('installed no usable program');
  });
});
