import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { computed, type ModuleFacts, readModule, readOwnFiles, type SourceFile } from './module-facts.ts';

/** Which rooms each room may import, besides itself. */
const rooms: Record<string, readonly string[]> = {
  core: [],
  protocol: ['core'],
  sites: ['core'],
  data: ['core', 'protocol'],
  browser: ['core', 'protocol'],
  ui: ['core'],
  worker: ['core', 'protocol', 'sites', 'data', 'browser'],
  page: ['core', 'protocol', 'sites', 'browser', 'ui'],
  tap: ['core', 'protocol', 'sites'],
  popup: ['core', 'protocol', 'sites', 'browser', 'ui'],
  welcome: ['core', 'protocol', 'sites', 'browser', 'ui'],
  explore: ['core', 'protocol', 'data', 'browser', 'ui'],
  relay: ['core', 'protocol', 'service'],
  service: ['core', 'protocol'],
  demo: ['core', 'protocol', 'relay', 'service'],
  store: ['core', 'protocol', 'relay', 'service', 'demo'],
  build: ['core', 'protocol'],
};

/** Rooms that an entrypoint may call; each entrypoint calls exactly one. */
const contexts = new Set(['worker', 'page', 'tap', 'popup', 'welcome', 'explore']);
/** Rooms that run on Node only, so Node's modules and a variable called `browser` are theirs to use. */
const nodeRooms = new Set(['relay', 'service', 'demo', 'store', 'build']);
/** Loads the extension's own files by their address. */
const scriptLoader = 'src/browser/scripts.ts';
/** Parts of the two servers, which run on Node only. */
const serverParts = new Set(['node-server.ts', 'node-files.ts', 'command-line.ts'].map((name) => `#protocol/${name}`));
/** Comes before every module of the context that it serves. */
const polyfill = '#browser/polyfill.ts';
const browserModules = /^(wxt\/browser|@wxt-dev\/browser|@wxt-dev\/webextension-polyfill|webextension-polyfill)$/;
/** Packages that are the browser's storage under another name. */
const storageModules = /^idb-keyval$/;
const extensionGlobals = new Set(['browser', 'chrome']);
const pageGlobals = new Set([...extensionGlobals, 'window', 'document', 'navigator', 'indexedDB', 'caches']);
const vagueNames = new Set(['utils', 'helpers', 'lib', 'types']);
const maxLines = 250;
const roomOf = (specifier: string): string | undefined => specifier.match(/^#([^/]+)\//)?.[1];
const folderOf = (path: string): string => path.split('/')[1] ?? '';

function checkSpecifier(path: string, room: string, specifier: string): string | undefined {
  const target = roomOf(specifier);
  if (specifier === computed) return path === scriptLoader ? undefined : 'imports a computed specifier';
  if (target && !Object.hasOwn(rooms, target)) return `imports the unknown room ${target}`;
  if (target && target !== room && !rooms[room]?.includes(target)) return `${room} may not import ${specifier}`;
  if (specifier.startsWith('.') && !(path === 'src/sites/index.ts' && specifier === './*.ts'))
    return `imports ${specifier} relatively`;
  if (!target && room === 'sites' && path !== 'src/sites/index.ts' && !specifier.startsWith('.'))
    return `an adapter imports ${specifier}`;
  if (browserModules.test(specifier) && room !== 'browser') return `${specifier} belongs to browser`;
  if (storageModules.test(specifier) && room === 'data') return `data imports ${specifier}`;
  const onNode = nodeRooms.has(room) || serverParts.has(path.replace('src/', '#'));
  if ((specifier.startsWith('node:') || serverParts.has(specifier)) && !onNode) return `${room} imports ${specifier}`;
  return undefined;
}

function checkRoomFile(path: string, { imports, objects }: ModuleFacts): string[] {
  const room = folderOf(path);
  if (!Object.hasOwn(rooms, room)) return [`${room} is not a room`];
  const forbidden = room === 'data' ? pageGlobals : extensionGlobals;
  const globals = nodeRooms.has(room) || room === 'browser' ? [] : [...objects].filter((name) => forbidden.has(name));
  const specifiers = imports.flatMap((specifier) => checkSpecifier(path, room, specifier) ?? []);
  return [...specifiers, ...globals.map((name) => `${room} uses the global ${name}`)];
}

function checkEntryFile({ imports, objects }: ModuleFacts): string[] {
  return [
    ...imports.flatMap((specifier) => {
      const room = roomOf(specifier);
      if (room && room !== 'sites' && !contexts.has(room) && specifier !== polyfill)
        return [`an entrypoint may not import ${specifier}`];
      return /^\.\.|^\(/.test(specifier) || browserModules.test(specifier)
        ? [`an entrypoint imports ${specifier}`]
        : [];
    }),
    ...[...objects].filter((name) => extensionGlobals.has(name)).map((name) => `an entrypoint uses the global ${name}`),
  ];
}

/** One file, or one folder, of `entrypoints` is one entrypoint. */
function checkEntrypoints(files: readonly (readonly [string, ModuleFacts])[]): string[] {
  const called = new Map<string, Set<string>>();
  for (const [path, { imports }] of files.filter(([path]) => path.startsWith('entrypoints/'))) {
    const names = called.get(folderOf(path)) ?? new Set();
    for (const room of imports.flatMap((specifier) => roomOf(specifier) ?? [])) if (contexts.has(room)) names.add(room);
    called.set(folderOf(path), names);
  }
  return [...called]
    .filter(([, names]) => names.size !== 1)
    .map(([entry, names]) => `entrypoints/${entry}: calls ${[...names].join(' and ') || 'no room'}, not exactly one`);
}

function checkShape({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1;
  const vague = path.split('/').find((part) => vagueNames.has(part.replace(/\..*$/, '')));
  return [
    ...(lines > maxLines ? [`has ${lines} lines, more than ${maxLines}`] : []),
    ...(vague ? [`is called ${vague}, which says nothing`] : []),
  ];
}

/** Every breach of the architecture in a set of files, as `path: what`. */
function breachesOf(files: readonly SourceFile[]): string[] {
  const modules = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .map((file) => [file.path, readModule(file)] as const);
  const checked = modules.map(
    ([path, facts]) => [path, path.startsWith('src/') ? checkRoomFile(path, facts) : checkEntryFile(facts)] as const,
  );
  const shapes = files.map((file) => [file.path, checkShape(file)] as const);
  const found = [...checked, ...shapes].flatMap(([path, problems]) => problems.map((problem) => `${path}: ${problem}`));
  return [...found, ...checkEntrypoints(modules)];
}

describe('the architecture', () => {
  const files = readOwnFiles();

  test('reads files of core and entrypoints', () => {
    expect(files.filter(({ path }) => path.startsWith('src/core/')).length).toBeGreaterThan(3);
    expect(files.filter(({ path }) => path.startsWith('entrypoints/')).length).toBeGreaterThan(2);
  });

  test('is kept by every file of src and entrypoints', () => {
    expect(breachesOf(files)).toEqual([]);
  });
});

describe('CONTRIBUTING', () => {
  const text = readFileSync('.github/CONTRIBUTING.md', 'utf8');
  const rows = [...text.matchAll(/^\| (`src\/.*) \| (.*) \| (.*) \|$/gm)].map(
    ([, named = '', holds = '', imports = '']) => ({
      names: [...named.matchAll(/`src\/(\w+)`/g)].map(([, name = '']) => name),
      folders: [...holds.matchAll(/`(\w+)\/`/g)].map(([, name = '']) => name),
      imports: imports.replace(/:.*/, ''),
    }),
  );

  test('has a row for each room', () => {
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(rooms).toSorted());
  });

  test.each(rows)('says of $names what they may import, and the folders as they are', ({ names, folders, imports }) => {
    for (const name of names) {
      const inside = readdirSync(`src/${name}`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      if (folders.length > 0) expect(folders.toSorted()).toEqual(inside.map((entry) => entry.name).toSorted());
      if (!imports.includes(' may')) expect(imports).toBe(rooms[name]?.join(', ') || 'nothing');
    }
  });

  test('cites files that exist', () => {
    const cited = [...text.matchAll(/`((?:src|tests|entrypoints|public)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(cited.filter((path) => !existsSync(path))).toEqual([]);
  });
});

/** A breach, and a word of the complaint that it must cause. */
const breaches: readonly (readonly [string, string, string])[] = [
  ['src/core/a.ts', "import { b } from '#protocol/b.ts';", 'core may not import'],
  ['src/core/a.ts', "import type { B } from '#relay/b.ts';", 'core may not import'],
  ['src/core/a.ts', "export { b } from '#data/b.ts';", 'core may not import'],
  ['src/core/a.ts', "export * from '#data/b.ts';", 'core may not import'],
  ['src/core/a.ts', "export type B = import('#data/b.ts').B;", 'core may not import'],
  ['src/core/a.ts', "export const b = () => import('#data/b.ts');", 'core may not import'],
  ['src/core/a.ts', "export const b = import.meta.glob('#sites/*.ts');", 'core may not import'],
  ['src/core/a.ts', 'export const b = (name: string) => import(name);', 'computed'],
  ['src/core/a.ts', "import { b } from '#lost/b.ts';", 'unknown room'],
  ['src/core/a.ts', "import { b } from './b.ts';", 'relatively'],
  ['src/core/a.ts', "import { b } from '../protocol/b.ts';", 'relatively'],
  ['src/core/a.ts', "import { readFileSync } from 'node:fs';", 'imports node:fs'],
  ['src/page/a.ts', "import { startThread } from '#protocol/node-files.ts';", 'node-files'],
  ['src/page/a.ts', "import { prices } from '#data/b.ts';", 'page may not import'],
  ['src/page/a.ts', "import { listen } from '#protocol/node-server.ts';", 'node-server'],
  ['src/page/a.ts', "import { browser } from 'wxt/browser';", 'belongs to browser'],
  ['src/page/a.ts', 'export const id = browser.runtime.id;', 'global browser'],
  ['src/data/a.ts', "export const a = indexedDB.open('a');", 'global indexedDB'],
  ['src/data/a.ts', "import { get } from 'idb-keyval';", 'idb-keyval'],
  ['src/sites/a.ts', "import { b } from '#protocol/b.ts';", 'sites may not import'],
  ['src/sites/a.ts', "import { h } from 'preact';", 'an adapter imports preact'],
  ['src/demo/a.ts', "import { b } from '#popup/b.ts';", 'demo may not import'],
  ['src/attic/a.ts', 'export {};', 'not a room'],
  ['src/core/utils/a.ts', 'export {};', 'called utils'],
  ['src/core/helpers.ts', 'export {};', 'called helpers'],
  ['src/ui/a.css', '\n'.repeat(251), '251 lines'],
  ['entrypoints/a.ts', "import { b } from '#page/b.ts'; import { c } from '#popup/c.ts';", 'page and popup'],
  ['entrypoints/a.ts', 'export {};', 'no room'],
  ['entrypoints/a.ts', "import { b } from '#popup/b.ts'; import { c } from '#core/c.ts';", 'may not import #core/c.ts'],
  ['entrypoints/popup/a.ts', "import { b } from '#popup/b.ts'; import '../a.ts';", 'imports ../a.ts'],
  ['entrypoints/a.ts', "import { b } from '#popup/b.ts'; void browser.runtime.id;", 'global browser'],
];

const keepers: readonly (readonly [string, string])[] = [
  ['src/sites/index.ts', "export const all = import.meta.glob('./*.ts', { eager: true });"],
  ['src/browser/a.ts', "import { browser } from 'wxt/browser'; export const id = browser.runtime.id;"],
  ['src/demo/a.ts', "import { a } from '#relay/relay.ts'; import 'node:fs';"],
  ['entrypoints/a.ts', "import { b } from '#page/b.ts'; import { sites } from '#sites/index.ts';"],
];

describe('the check', () => {
  test.each(breaches)('complains about %s: %s', (path, text, complaint) => {
    expect(breachesOf([{ path, text }]).join('\n')).toContain(complaint);
  });

  test.each(keepers)('accepts %s: %s', (path, text) => {
    expect(breachesOf([{ path, text }])).toEqual([]);
  });
});
