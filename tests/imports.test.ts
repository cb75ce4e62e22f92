import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ModuleFacts, readModule, readOwnFiles, type SourceFile } from './module-facts.ts';

const resolvesTo = (specifier: string): string => specifier.replace(/^#/, 'src/');

/** Files that import each other in a circle, by way of any number of others; imports of types count. */
function importCircles(modules: readonly (readonly [string, ModuleFacts])[]): string[] {
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

const circlesOf = (files: readonly SourceFile[]): string[] =>
  importCircles(files.filter(({ path }) => /\.tsx?$/.test(path)).map((file) => [file.path, readModule(file)]));

test('imports of src and entrypoints never go in a circle', () => {
  expect(circlesOf(readOwnFiles())).toEqual([]);
});

test('no path of a file is that of its address, where a space is %20', () => {
  const isAddress = (path: string) => /import\.meta\.url\)\.pathname/.test(readFileSync(path, 'utf8'));
  expect(globSync('{src,tests}/**/*.ts').filter(isAddress)).toEqual([]);
});

describe('a circle of imports', () => {
  const a = { path: 'src/core/a.ts', text: "import type { B } from '#core/b.ts';" };
  const b = { path: 'src/core/b.ts', text: "export { c as B } from '#core/c.ts';" };
  const back = { path: 'src/core/c.ts', text: "export const c = () => import('#core/a.ts');" };

  test('is a breach, also by way of types, other files and late imports', () => {
    expect(circlesOf([a, b, back])).toEqual([
      'src/core/a.ts → src/core/b.ts → src/core/c.ts → src/core/a.ts: imports go in a circle',
    ]);
  });

  test('does not exist where two ways lead to one file', () => {
    const c = { path: 'src/core/c.ts', text: 'export const c = 1;' };
    const both = { path: 'src/core/a.ts', text: "import '#core/b.ts'; import '#core/c.ts';" };
    expect(circlesOf([both, b, c])).toEqual([]);
  });
});
