import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';

/** Which rooms each room may import, besides itself. */
const rooms: Record<string, readonly string[]> = {
  core: [],
  protocol: ['core'],
  sites: ['core'],
  prices: ['core', 'protocol'],
  platform: ['core', 'protocol'],
  ui: ['core'],
  background: ['core', 'protocol', 'sites', 'prices', 'platform'],
  content: ['core', 'protocol', 'sites', 'platform', 'ui'],
  page: ['core', 'protocol', 'sites'],
  popup: ['core', 'protocol', 'sites', 'platform', 'ui'],
  welcome: ['core', 'protocol', 'sites', 'platform', 'ui'],
  relay: ['core', 'protocol'],
  service: ['core', 'protocol'],
  demo: ['core', 'protocol', 'relay', 'service'],
  store: ['core', 'protocol', 'relay', 'service', 'demo'],
  build: ['core'],
};

/** Rooms that an entrypoint may call; each entrypoint calls exactly one. */
const contexts = new Set(['background', 'content', 'page', 'popup', 'welcome']);
/** Rooms that run on Node only, so Node's modules and a variable called `browser` are theirs to use. */
const nodeRooms = new Set(['relay', 'service', 'demo', 'store', 'build']);
/** Loads the extension's own files by their address. */
const scriptLoader = 'src/platform/scripts.ts';
const nodeServer = '#protocol/node-server.ts';
const browserModules = /^(wxt\/browser|@wxt-dev\/browser|@wxt-dev\/webextension-polyfill|webextension-polyfill)$/;
/** Packages that are the browser's storage under another name. */
const storageModules = /^idb-keyval$/;
const extensionGlobals = new Set(['browser', 'chrome']);
const pageGlobals = new Set([...extensionGlobals, 'window', 'document', 'navigator', 'indexedDB', 'caches']);
const vagueNames = new Set(['utils', 'helpers', 'lib', 'types']);
const maxLines = 250;
const computed = '(computed)';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

interface Facts {
  /** Every specifier: static, dynamic, re-exported, globbed, of types. */
  readonly imports: readonly string[];
  /** Names that members are taken of: `browser` in `browser.storage`. */
  readonly objects: ReadonlySet<string>;
}

interface Literalish {
  readonly start: number;
  readonly end: number;
}

/** Reads what a module imports; a specifier that is not written out becomes `(computed)`. */
function readModule({ path, text }: SourceFile): Facts {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const imports: string[] = [];
  const objects = new Set<string>();
  const add = (node: Literalish | null | undefined) => {
    if (!node) return;
    const found = [...text.slice(node.start, node.end).matchAll(/(['"`])(.+?)\1/g)].map((match) => match[2] ?? '');
    imports.push(...(found.length > 0 ? found : [computed]));
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    TSExternalModuleReference: ({ expression }) => add(expression),
    CallExpression: ({ callee, arguments: given }) => {
      if (/^import\.meta\.glob/.test(text.slice(callee.start, callee.end))) add(given[0]);
    },
    MemberExpression: ({ object }) => {
      if (object.type === 'Identifier') objects.add(object.name);
    },
  }).visit(program);
  return { imports, objects };
}

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
  if (browserModules.test(specifier) && room !== 'platform') return `${specifier} belongs to platform`;
  if (storageModules.test(specifier) && room === 'prices') return `prices imports ${specifier}`;
  const onNode = nodeRooms.has(room) || path === 'src/protocol/node-server.ts';
  if ((specifier.startsWith('node:') || specifier === nodeServer) && !onNode) return `${room} imports ${specifier}`;
  return undefined;
}

function checkRoomFile(path: string, { imports, objects }: Facts): string[] {
  const room = folderOf(path);
  if (!Object.hasOwn(rooms, room)) return [`${room} is not a room`];
  const forbidden = room === 'prices' ? pageGlobals : extensionGlobals;
  const globals = nodeRooms.has(room) || room === 'platform' ? [] : [...objects].filter((name) => forbidden.has(name));
  const specifiers = imports.flatMap((specifier) => checkSpecifier(path, room, specifier) ?? []);
  return [...specifiers, ...globals.map((name) => `${room} uses the global ${name}`)];
}

function checkEntryFile({ imports, objects }: Facts): string[] {
  return [
    ...imports.flatMap((specifier) => {
      const room = roomOf(specifier);
      if (room && room !== 'sites' && !contexts.has(room)) return [`an entrypoint may not import ${specifier}`];
      return /^\.\.|^\(/.test(specifier) || browserModules.test(specifier)
        ? [`an entrypoint imports ${specifier}`]
        : [];
    }),
    ...[...objects].filter((name) => extensionGlobals.has(name)).map((name) => `an entrypoint uses the global ${name}`),
  ];
}

/** One file, or one folder, of `entrypoints` is one entrypoint. */
function checkEntrypoints(files: readonly (readonly [string, Facts])[]): string[] {
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

const resolvesTo = (specifier: string): string => specifier.replace(/^#/, 'src/');

/** Files that import each other in a circle, by way of any number of others; imports of types count. */
function importCircles(modules: readonly (readonly [string, Facts])[]): string[] {
  const graph = new Map(modules.map(([path, { imports }]) => [path, imports.map(resolvesTo)]));
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push(`${way.slice(at).join(' → ')} → ${path}: imports go in a circle`);
    if (at >= 0 || finished.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
}

/** Every breach of the architecture in a set of files, as `path: what`. */
function breachesOf(files: readonly SourceFile[]): string[] {
  const modules = files
    .filter(({ path }) => /\.tsx?$/.test(path))
    .map((file) => [file.path, readModule(file)] as const);
  const judged = modules.map(
    ([path, facts]) => [path, path.startsWith('src/') ? checkRoomFile(path, facts) : checkEntryFile(facts)] as const,
  );
  const shapes = files.map((file) => [file.path, checkShape(file)] as const);
  const found = [...judged, ...shapes].flatMap(([path, problems]) => problems.map((problem) => `${path}: ${problem}`));
  return [...found, ...checkEntrypoints(modules), ...importCircles(modules)];
}

function ownFiles(): SourceFile[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  return globSync('{src,entrypoints}/**/*.{ts,tsx,css,html}', { cwd })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(`${cwd}/${path}`, 'utf8') }));
}

describe('the architecture', () => {
  const files = ownFiles();

  test('has files to judge in every room that exists', () => {
    expect(files.filter(({ path }) => path.startsWith('src/core/')).length).toBeGreaterThan(3);
    expect(files.filter(({ path }) => path.startsWith('entrypoints/')).length).toBeGreaterThan(2);
  });

  test('is kept by every file of src and entrypoints', () => {
    expect(breachesOf(files)).toEqual([]);
  });
});

/** A breach, and a word of the complaint that it must cause. */
const breaches: readonly (readonly [string, string, string])[] = [
  ['src/core/a.ts', "import { b } from '#protocol/b.ts';", 'core may not import'],
  ['src/core/a.ts', "import type { B } from '#relay/b.ts';", 'core may not import'],
  ['src/core/a.ts', "export { b } from '#prices/b.ts';", 'core may not import'],
  ['src/core/a.ts', "export * from '#prices/b.ts';", 'core may not import'],
  ['src/core/a.ts', "export type B = import('#prices/b.ts').B;", 'core may not import'],
  ['src/core/a.ts', "export const b = () => import('#prices/b.ts');", 'core may not import'],
  ['src/core/a.ts', "export const b = import.meta.glob('#sites/*.ts');", 'core may not import'],
  ['src/core/a.ts', 'export const b = (name: string) => import(name);', 'computed'],
  ['src/core/a.ts', "import { b } from '#lost/b.ts';", 'unknown room'],
  ['src/core/a.ts', "import { b } from './b.ts';", 'relatively'],
  ['src/core/a.ts', "import { b } from '../protocol/b.ts';", 'relatively'],
  ['src/core/a.ts', "import { readFileSync } from 'node:fs';", 'imports node:fs'],
  ['src/content/a.ts', "import { prices } from '#prices/b.ts';", 'content may not import'],
  ['src/content/a.ts', "import { listen } from '#protocol/node-server.ts';", 'node-server'],
  ['src/content/a.ts', "import { browser } from 'wxt/browser';", 'belongs to platform'],
  ['src/content/a.ts', 'export const id = browser.runtime.id;', 'global browser'],
  ['src/prices/a.ts', "export const a = indexedDB.open('a');", 'global indexedDB'],
  ['src/prices/a.ts', "import { get } from 'idb-keyval';", 'idb-keyval'],
  ['src/sites/a.ts', "import { b } from '#protocol/b.ts';", 'sites may not import'],
  ['src/sites/a.ts', "import { h } from 'preact';", 'an adapter imports preact'],
  ['src/demo/a.ts', "import { b } from '#popup/b.ts';", 'demo may not import'],
  ['src/attic/a.ts', 'export {};', 'not a room'],
  ['src/core/utils/a.ts', 'export {};', 'called utils'],
  ['src/core/helpers.ts', 'export {};', 'called helpers'],
  ['src/ui/a.css', '\n'.repeat(251), '251 lines'],
  ['entrypoints/a.ts', "import { b } from '#content/b.ts'; import { c } from '#popup/c.ts';", 'content and popup'],
  ['entrypoints/a.ts', 'export {};', 'no room'],
  ['entrypoints/a.ts', "import { b } from '#popup/b.ts'; import { c } from '#core/c.ts';", 'may not import #core/c.ts'],
  ['entrypoints/popup/a.ts', "import { b } from '#popup/b.ts'; import '../a.ts';", 'imports ../a.ts'],
  ['entrypoints/a.ts', "import { b } from '#popup/b.ts'; void browser.runtime.id;", 'global browser'],
];

const keepers: readonly (readonly [string, string])[] = [
  ['src/sites/index.ts', "export const all = import.meta.glob('./*.ts', { eager: true });"],
  ['src/platform/a.ts', "import { browser } from 'wxt/browser'; export const id = browser.runtime.id;"],
  ['src/demo/a.ts', "import { a } from '#relay/node.ts'; import 'node:fs';"],
  ['entrypoints/a.ts', "import { b } from '#content/b.ts'; import { sites } from '#sites/index.ts';"],
];

describe('a circle of imports', () => {
  const a = { path: 'src/core/a.ts', text: "import type { B } from '#core/b.ts';" };
  const b = { path: 'src/core/b.ts', text: "export { c as B } from '#core/c.ts';" };
  const back = { path: 'src/core/c.ts', text: "export const c = () => import('#core/a.ts');" };

  test('is a breach, also by way of types, other files and late imports', () => {
    expect(breachesOf([a, b, back])).toEqual([
      'src/core/a.ts → src/core/b.ts → src/core/c.ts → src/core/a.ts: imports go in a circle',
    ]);
  });

  test('does not exist where two ways lead to one file', () => {
    const c = { path: 'src/core/c.ts', text: 'export const c = 1;' };
    const both = { path: 'src/core/a.ts', text: "import '#core/b.ts'; import '#core/c.ts';" };
    expect(breachesOf([both, b, c])).toEqual([]);
  });
});

describe('the check', () => {
  test.each(breaches)('complains about %s: %s', (path, text, complaint) => {
    expect(breachesOf([{ path, text }]).join('\n')).toContain(complaint);
  });

  test.each(keepers)('accepts %s: %s', (path, text) => {
    expect(breachesOf([{ path, text }])).toEqual([]);
  });
});
