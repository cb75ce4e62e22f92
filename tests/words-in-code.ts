import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** One call of `text`, `plural` or `message` with a key that is written out. */
interface Spoken {
  readonly path: string;
  readonly key: string;
  readonly plural: boolean;
  /** How many values go into the message; `undefined` when a spread hides it. */
  readonly values: number | undefined;
}

/** What a source file says, and how. */
export interface WordsInCode {
  readonly spoken: readonly Spoken[];
  /** Every string that is written out. */
  readonly strings: readonly string[];
  /** Words that a reader would see in whatever language, as `path: words`. */
  readonly bare: readonly string[];
}

/** Attributes of JSX whose value is read by people. */
const readAttributes = /^(label|title|name|alt|placeholder|summary|heading|hint|text|aria-(label|description))$/;
/** At least two letters in a row: more than a sign; the name of the product is the same in all languages. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll('Skinlens', '').replace(/https?:\S+/, ''));
/** A whole sentence, or the beginning of one. */
const isSentence = (text: string): boolean => /^\W*[A-Z][a-z’]+,?( [a-z’]+){2}/.test(text);

/** Reads the words of one file; `people` says whether it is of a room that speaks to people. */
export function wordsIn(path: string, source: string, people: boolean): WordsInCode {
  const { program } = parseSync(path, source);
  const spoken: Spoken[] = [];
  const strings: string[] = [];
  const bare: string[] = [];
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
      spoken.push({ path, key: first.value, plural, values });
    },
    NewExpression: ({ start, end, callee }) => {
      // An error is for a bug report, and stays as it is.
      if (/Error$|^Fault$/.test(source.slice(callee.start, callee.end))) errors.push([start, end]);
    },
    Literal: ({ value, start }) => {
      if (typeof value !== 'string') return;
      strings.push(value);
      sentences.push({ text: value, at: start });
    },
    TemplateElement: ({ value, start }) => void sentences.push({ text: value.raw, at: start }),
    JSXText: ({ value }) => {
      if (isWords(value)) bare.push(`${path}: ${value.trim()}`);
    },
    JSXAttribute: ({ name, value }) => {
      if (value?.type !== 'Literal' || typeof value.value !== 'string') return;
      const named = source.slice(name.start, name.end);
      const native = named === 'name' && /^[a-z-]+$/.test(value.value);
      if (readAttributes.test(named) && !native && isWords(value.value)) bare.push(`${path}: ${value.value}`);
    },
  }).visit(program);
  const inError = (at: number) => errors.some(([start, end]) => at > start && at < end);
  const said = sentences.filter(({ text, at }) => people && isSentence(text) && !inError(at));
  return { spoken, strings, bare: [...bare, ...said.map(({ text }) => `${path}: ${text}`)] };
}

/** Rooms whose words are read by people who use the extension; a report is read by those who make it. */
const peopleRooms = /^src\/(ui|popup|content|welcome)\/(?!report\/report-text\.ts)/;

/** Reads the words of the whole extension. */
export function wordsInCode(): readonly WordsInCode[] {
  return globSync(['src/**/*.{ts,tsx}', 'wxt.config.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^src\/(relay|service|demo)\//.test(path))
    .map((path) => wordsIn(path, readFileSync(resolve(root, path), 'utf8'), peopleRooms.test(path)));
}
