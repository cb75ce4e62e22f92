import { describe, expect, test } from 'vitest';
import { ensureBrowser, findBrowser, type Machine } from '#demo/browsers.ts';

interface Fake extends Machine {
  readonly ran: string[];
}

/** A machine with these files; `installs` appear when apt-get installs something. */
function machine(files: readonly string[], options: Partial<Machine> & { installs?: readonly string[] } = {}): Fake {
  const present = new Set(files);
  const ran: string[] = [];
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: false,
    exists: (path) => present.has(path),
    run: async (program, args) => {
      ran.push([program, ...args].join(' '));
      if (args.includes('install')) for (const file of options.installs ?? []) present.add(file);
    },
    ran,
    ...options,
  };
}

const quiet = () => undefined;
const rootOf = (files: readonly string[], installs: readonly string[] = []) =>
  machine(['/usr/bin/apt-get', ...files], { isRoot: true, installs });

describe('finding a browser', () => {
  test('prefers Chromium to Chrome and Chrome to Edge, whatever the order on the path', () => {
    expect(findBrowser('chrome', machine(['/usr/bin/microsoft-edge', '/usr/bin/google-chrome-stable']))).toBe(
      '/usr/bin/google-chrome-stable',
    );
    expect(findBrowser('chrome', machine(['/usr/bin/google-chrome', '/usr/local/bin/chromium']))).toBe(
      '/usr/local/bin/chromium',
    );
    expect(findBrowser('firefox', machine(['/usr/bin/firefox']))).toBe('/usr/bin/firefox');
    expect(findBrowser('firefox', machine(['/usr/bin/chromium']))).toBeUndefined();
  });

  test('looks in the program folders of macOS and Windows', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(findBrowser('chrome', machine([chrome], { platform: 'darwin', env: { HOME: '/Users/a' } }))).toBe(chrome);
    const firefox = '/Users/a/Applications/Firefox.app/Contents/MacOS/firefox';
    expect(findBrowser('firefox', machine([firefox], { platform: 'darwin', env: { HOME: '/Users/a' } }))).toBe(firefox);
    const env = { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' };
    const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    expect(findBrowser('chrome', machine([edge], { platform: 'win32', env }))).toBe(edge);
  });

  test('takes the program from the environment, and says when it does not exist', () => {
    const env = { PATH: '/usr/bin', CHROME_PATH: '/opt/chrome' };
    expect(findBrowser('chrome', machine(['/usr/bin/chromium', '/opt/chrome'], { env }))).toBe('/opt/chrome');
    expect(() => findBrowser('chrome', machine(['/usr/bin/chromium'], { env }))).toThrow(
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

  test.each([
    ['runs it as another user than root', machine(['/usr/bin/apt-get'])],
    ['has no apt-get', machine([], { isRoot: true })],
    ['is a Mac', machine(['/usr/bin/apt-get'], { isRoot: true, platform: 'darwin' })],
  ])('says what to install when the machine %s', async (_, other) => {
    await expect(ensureBrowser('chrome', other, quiet)).rejects.toThrow(
      'install Chrome, Chromium or Edge, or let CHROME_PATH name its program',
    );
    expect(other.ran).toEqual([]);
  });

  test('says so when apt-get fails or installs no browser', async () => {
    const failing: Machine = { ...rootOf([]), run: () => Promise.reject(new Error('no network\nat all')) };
    await expect(ensureBrowser('chrome', failing, quiet)).rejects.toThrow(
      'could not install a browser (Error: no network)',
    );
    await expect(ensureBrowser('chrome', rootOf([]), quiet)).rejects.toThrow('installed no usable browser');
  });
});
