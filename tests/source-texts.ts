import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** A call of `text`, `plural` or `message` with a literal key. */
interface MessageCall {
  readonly path: string;
  readonly key: string;
  readonly plural: boolean;
  /** The number of values; `undefined` when an argument is spread. */
  readonly values: number | undefined;
}

export interface SourceTexts {
  readonly messageCalls: readonly MessageCall[];
  readonly literals: readonly string[];
  /** Texts that users would see untranslated, as `path: text`. */
  readonly hardCoded: readonly string[];
}

/** JSX attributes whose values users see or hear. */
const visibleAttributes = /^(label|title|name|alt|placeholder|summary|heading|hint|text|aria-(label|description))$/;
/** At least two letters in a row. The product's name is the same in all languages. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll('Skinlens', '').replace(/https?:\S+/, ''));
const isSentence = (text: string): boolean => /^\W*[A-Z][a-z’]+,?( [a-z’]+){2}/.test(text);

/** Parses one file; `visible` says whether users see the texts of its room. */
export function textsInSource(path: string, source: string, visible: boolean): SourceTexts {
  const { program } = parseSync(path, source);
  const messageCalls: MessageCall[] = [];
  const literals: string[] = [];
  const hardCoded: string[] = [];
  const errors: (readonly [number, number])[] = [];
  const sentences: { readonly text: string; readonly at: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const [first, ...rest] = given;
      if (callee.type !== 'Identifier' || first?.type !== 'Literal' || typeof first.value !== 'string') return;
      const plural = callee.name === 'plural';
      if (!plural && callee.name !== 'text' && callee.name !== 'message') return;
      const hidden = rest.some(({ type }) => type === 'SpreadElement');
      const values = hidden ? undefined : rest.length - (plural ? 1 : 0);
      messageCalls.push({ path, key: first.value, plural, values });
    },
    NewExpression: ({ start, end, callee }) => {
      // Error messages go into bug reports, in English.
      if (/Error$|^Fault$/.test(source.slice(callee.start, callee.end))) errors.push([start, end]);
    },
    Literal: ({ value, start }) => {
      if (typeof value !== 'string') return;
      literals.push(value);
      sentences.push({ text: value, at: start });
    },
    TemplateElement: ({ value, start }) => void sentences.push({ text: value.raw, at: start }),
    JSXText: ({ value }) => {
      if (isWords(value)) hardCoded.push(`${path}: ${value.trim()}`);
    },
    JSXAttribute: ({ name, value }) => {
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return;
      const named = source.slice(name.start, name.end);
      const native = named === 'name' && /^[a-z-]+$/.test(value.value);
      if (visibleAttributes.test(named) && !native && isWords(value.value)) hardCoded.push(`${path}: ${value.value}`);
    },
  }).visit(program);
  const inError = (at: number) => errors.some(([start, end]) => at > start && at < end);
  const visibleSentences = sentences.filter(({ text, at }) => visible && isSentence(text) && !inError(at));
  return {
    messageCalls,
    literals,
    hardCoded: [...hardCoded, ...visibleSentences.map(({ text }) => `${path}: ${text}`)],
  };
}

/** Rooms whose texts users see. A bug report is in English for the maintainers. */
const visibleRooms = /^src\/(ui|popup|content|welcome|explore)\/(?!report\/report-text\.ts)/;

export function extensionTexts(): readonly SourceTexts[] {
  return globSync(['src/**/*.{ts,tsx}', 'wxt.config.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^src\/(relay|service|demo)\//.test(path))
    .map((path) => textsInSource(path, readFileSync(resolve(root, path), 'utf8'), visibleRooms.test(path)));
}
