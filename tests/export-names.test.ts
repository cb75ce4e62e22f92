import { expect, test } from 'vitest';
import { readOwnFiles, type SourceFile } from './module-facts.ts';

/** Every adapter exports its tap under this name: the build imports it (wxt.config.ts). */
const sharedByAdapters = 'tap';

/** Names that several files export, as `name: files`. */
function sharedNames(files: readonly SourceFile[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm))
      if (name !== sharedByAdapters) owners.set(name, new Set([...(owners.get(name) ?? []), path]));
  return [...owners].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

test('no two files export the same name, so that one word means one thing', () => {
  expect(sharedNames(readOwnFiles())).toEqual([]);
});

test('the check finds functions, constants, classes and types', () => {
  const one =
    'export function a() {}\nexport function f(): void;\nexport function f(): void {}\nexport const b = 1;\nexport class C {}\nexport async function e() {}';
  const other = 'export const a = 1;\nexport interface b {}\nexport type C = 1;\nexport interface D {}\nconst e = 1;';
  const files = [one, other].map((text, at) => ({ path: `src/core/${at}.ts`, text }));
  const found = sharedNames(files).map((line) => line.split(':')[0]);
  expect(found).toEqual(['a', 'b', 'C']);
});
