import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('..', import.meta.url));

const isFunction = (value: { type: string } | null | undefined): boolean =>
  value?.type === 'ArrowFunctionExpression' ||
  value?.type === 'FunctionExpression' ||
  value?.type === 'ClassExpression';

/** The functions and classes that a module exports and says nothing of, as `line name`. */
function undocumented(path: string, text: string): string[] {
  const { program, comments } = parseSync(path, text);
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
  const isDocumented = (start: number) => docs.some(({ end }) => end < start && text.slice(end, start).trim() === '');
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration') return [];
    const { declaration } = statement;
    if (!declaration || isDocumented(statement.start)) return [];
    const line = text.slice(0, statement.start).split('\n').length;
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id, init }) =>
        isFunction(init) ? [`${line} ${text.slice(id.start, id.end)}`] : [],
      );
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
      return [`${line} ${declaration.id?.name ?? 'default'}`];
    return [];
  });
}

describe('every function and class that a file of src exports', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd }).map((path) => path.replaceAll('\\', '/'));

  test('says what it is for', () => {
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((path) =>
      undocumented(path, readFileSync(`${cwd}/${path}`, 'utf8')).map((what) => `${path}:${what}`),
    );
    expect(found).toEqual([]);
  });
});

describe('its judge', () => {
  test.each([
    'export function a() {}',
    'export async function a() {}',
    'export const a = () => 1;',
    'export class a {}',
    '// A line is no doc comment.\nexport function a() {}',
    '/* Nor is this. */\nexport function a() {}',
    '/** Of b. */\nconst b = 1;\nexport function a() {}',
    'export function a() {}\n/** Of b. */\nconst b = 1;',
    'export default function a() {}',
  ])('complains about %j', (text) => {
    expect(undocumented('a.ts', text).join()).toMatch(/ a$/);
  });

  test.each([
    '/** Says why. */\nexport function a() {}',
    '/**\n * Says why.\n */\nexport const a = () => 1;',
    'export const a = 1;',
    'export type A = 1;',
    'function a() {}\nexport interface B { readonly b: 1 }',
  ])('accepts %j', (text) => {
    expect(undocumented('a.ts', text)).toEqual([]);
  });
});
