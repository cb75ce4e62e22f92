import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { autostartFile, autostartState, switchAutostart, type UserSystem } from '#relay/admin/autostart-file.ts';
import { tempFolder } from '../../temp-folder.ts';

const command = ['/opt/my relay/skinlens-relay', '--no-open', '--config', '/home/ann/50% $HOME "a"\\b.json'];

async function makeHome(): Promise<string> {
  const home = await tempFolder();
  await writeFile(join(home, 'notes.txt'), 'mine');
  return home;
}

/** Every file and link below a folder, with what it holds. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map(async (entry): Promise<[string, string]> => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isSymbolicLink() ? `-> ${await readlink(path)}` : await readFile(path, 'utf8');
      return [path.slice(folder.length + 1), content];
    });
  return Object.fromEntries(await Promise.all(found));
}

const on = async (platform: NodeJS.Platform, home: string, env: UserSystem['env'] = {}) => {
  const file = await autostartFile(command, { platform, home, env });
  if (file === undefined) throw new Error('unknown system');
  return {
    path: file.path,
    state: () => autostartState(file),
    turnOn: () => switchAutostart(file, 'on'),
    turnOff: () => switchAutostart(file, 'off'),
  };
};

const unit = '.config/systemd/user/skinlens-relay.service';
const wants = '.config/systemd/user/default.target.wants/skinlens-relay.service';

describe('starting at login', () => {
  test.each<[NodeJS.Platform, string[]]>([
    ['linux', [unit, wants]],
    ['darwin', ['Library/LaunchAgents/skinlens.relay.plist']],
  ])('on %s writes its files, and its undo removes them and nothing else', async (platform, files) => {
    const home = await makeHome();
    const autostart = await on(platform, home);
    expect(autostart.state()).toBe('off');
    autostart.turnOn();
    expect(autostart.state()).toBe('on');
    expect(Object.keys(await filesIn(home)).sort()).toEqual([...files, 'notes.txt'].sort());
    autostart.turnOn();
    expect(Object.keys(await filesIn(home)).sort()).toEqual([...files, 'notes.txt'].sort());
    autostart.turnOff();
    expect(autostart.state()).toBe('off');
    expect(await filesIn(home)).toEqual({ 'notes.txt': 'mine' });
    autostart.turnOff();
  });

  test('says that another copy starts, and replaces it', async () => {
    const home = await makeHome();
    const older = await autostartFile(['/opt/older'], { platform: 'linux', home, env: {} });
    if (older) switchAutostart(older, 'on');
    const autostart = await on('linux', home);
    expect(autostart.state()).toBe('other');
    autostart.turnOn();
    expect([autostart.state(), older && autostartState(older)]).toEqual(['on', 'other']);
  });

  test.each<[string, string, 'turnOn' | 'turnOff']>([
    ['a unit', unit, 'turnOn'],
    ['a unit', unit, 'turnOff'],
    ['a file in place of the link', wants, 'turnOn'],
    ['a file in place of the link', wants, 'turnOff'],
  ])('leaves %s that somebody else wrote (%s, %s)', async (_, path, act) => {
    const home = await makeHome();
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), '[Service]\nExecStart=/mine');
    expect((await on('linux', home))[act]()).toEqual({ code: 'foreign', path: join(home, path) });
    expect(await filesIn(home)).toEqual({ 'notes.txt': 'mine', [path]: '[Service]\nExecStart=/mine' });
  });

  test('tells the code of a disk that refuses, and changes nothing', async () => {
    const home = await makeHome();
    await writeFile(join(home, '.config'), 'a file where a folder belongs');
    expect((await on('linux', home)).turnOn()).toMatchObject({ code: 'ENOTDIR' });
    expect(Object.keys(await filesIn(home)).sort()).toEqual(['.config', 'notes.txt']);
  });

  test('has no way on a system that it does not know', async () => {
    expect(await autostartFile(command, { platform: 'aix', home: '/', env: {} })).toBeUndefined();
  });
});

describe('the file', () => {
  test('for systemd is one that systemd reads, and its program gets the arguments', async () => {
    const home = await makeHome();
    // A program that exists, for the check, and arguments with every sign that systemd reads in its own way.
    const words = [process.execPath, ...command.slice(1)];
    const file = await autostartFile(words, { platform: 'linux', home, env: {} });
    const path = join(home, 'skinlens-relay.service');
    await writeFile(path, file?.text ?? '');
    await chmod(path, 0o644);
    const output = execFileSync('sh', [
      '-c',
      'command -v systemd-analyze >/dev/null || exit 0; systemd-analyze verify "$0" 2>&1 || true',
      path,
    ]);
    expect(output.toString()).not.toContain('skinlens-relay.service:');
    expect(file?.text).toContain('"--no-open" "--config" "/home/ann/50%% $$HOME \\"a\\"\\\\b.json"\n');
  });

  test('for macOS holds the arguments, whatever they are', async () => {
    const argument = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(argument, { minLength: 1, maxLength: 4 }), async (words) => {
        const file = await autostartFile(words, { platform: 'darwin', home: '/Users/ann', env: {} });
        const parsed = new XMLParser({
          trimValues: false,
          parseTagValue: false,
          isArray: (name) => name === 'string',
        }).parse(file?.text ?? '');
        expect(parsed.plist.dict.array.string).toEqual(words);
      }),
    );
  });

  test('for Windows starts a minimised window, and keeps a per cent sign', async () => {
    const env = { APPDATA: 'C:\\Users\\Änn\\AppData\\Roaming' };
    const file = await autostartFile(['C:\\50% off\\relay.exe', '--no-open'], {
      platform: 'win32',
      home: 'C:\\Users\\Änn',
      env,
    });
    expect(file?.path).toBe(
      'C:\\Users\\Änn\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\skinlens-relay.cmd',
    );
    expect(file?.text.split('\r\n').slice(2)).toEqual([
      'chcp 65001 >nul',
      'start "Skinlens relay" /min "C:\\50%% off\\relay.exe" "--no-open"',
      '',
    ]);
  });

  test.each(['linux', 'darwin', 'win32'] as const)('on %s never holds a line break of a path', async (platform) => {
    const words = ['/opt/relay\nExecStartPre=/bin/evil'];
    const file = autostartFile(words, { platform, home: '/home/ann', env: {} });
    await expect(file).rejects.toThrow('control characters');
  });
});
