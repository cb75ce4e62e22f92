import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

export const computed = '(computed)';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface ModuleFacts {
  /** Every specifier: static, dynamic, re-exported, globbed, of types. */
  readonly imports: readonly string[];
  /** Names that members are taken of: `browser` in `browser.storage`. */
  readonly objects: ReadonlySet<string>;
}

interface Literalish {
  readonly start: number;
  readonly end: number;
}

const known = new WeakMap<SourceFile, ModuleFacts>();

/** Reads what a module imports, once; a specifier that is not written out becomes `(computed)`. */
export function readModule(file: SourceFile): ModuleFacts {
  const facts = known.get(file) ?? parseModule(file);
  known.set(file, facts);
  return facts;
}

function parseModule({ path, text }: SourceFile): ModuleFacts {
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

let ownFiles: readonly SourceFile[] | undefined;

export function readOwnFiles(): readonly SourceFile[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  ownFiles ??= globSync('{src,entrypoints}/**/*.{ts,tsx,css,html}', { cwd })
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(`${cwd}/${path}`, 'utf8') }));
  return ownFiles;
}
