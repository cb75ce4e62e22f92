import { parseJson } from '#core/asks/parse-json.ts';

/** One value of an object, with the keys that lead to it. */
export interface JsonField {
  /** The keys of the nested objects, then the value's own, joined by dots. */
  readonly path: string;
  readonly value: string | number | boolean;
}

/** An object of a JSON text with all values of it and of the objects in it, but not of the lists in it. */
export interface JsonObject {
  readonly key: string;
  /** The keys of all objects and lists around it, joined by dots, and its own. */
  readonly trail: string;
  readonly fields: readonly JsonField[];
}

/** Limits against hostile texts: values of one object, nesting, and JSON within strings of JSON. */
const maxFields = 150;
const maxDepth = 60;
const maxLevels = 3;
/** Longest string and longest path that are kept, UTF-16 units, and how much of an object's trail. */
const maxString = 300;
const maxTrail = 1000;
/** Signs between two returns to the caller. An escape is one. */
const signsAtOnce = 5000;

/** A part of a string that ends within no escape, and a part of a value without quotes. */
const stringPart = new RegExp(`(?:[^"\\\\]|\\\\(?:u[\\da-f]{4}|[^])){0,${signsAtOnce}}`, 'iy');
const scalarPart = new RegExp(`[^\\s,:{}[\\]"]{0,${signsAtOnce}}`, 'y');

interface Frame {
  readonly isArray: boolean;
  readonly key: string;
  readonly trail: string;
  readonly fields: JsonField[];
}

/**
 * Reads the objects of a JSON text, the inner ones first, and returns to the caller after every few thousand signs, so
 * that a text of megabytes holds no task. `JSON.parse` cannot be interrupted. Strings that are JSON are read as well. A
 * broken text ends early. Never throws.
 */
export function* readObjects(text: string, level = 0): Generator<JsonObject | undefined> {
  const frames: Frame[] = [];
  let key = '';
  let isValue = true;
  let rest = signsAtOnce;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (at >= rest) {
      yield undefined;
      rest = at + signsAtOnce;
    }
    const top = frames.at(-1);
    if (sign === '{' || sign === '[') {
      if (frames.length >= maxDepth) return;
      frames.push(frameOf(sign, top?.isArray ? '' : key, top));
      isValue = sign === '[';
    } else if (sign === '}' || sign === ']') {
      const closed = frames.pop();
      if (!closed || closed.isArray !== (sign === ']')) return;
      if (!closed.isArray) {
        absorb(frames.at(-1), closed);
        yield closed;
      }
      isValue = true;
    } else if (sign === ':') isValue = true;
    else if (sign === ',') isValue = top?.isArray !== false;
    else if (sign === '"') {
      const quote = text.indexOf(sign, at + 1);
      const end = text[quote - 1] === '\\' ? yield* endOfString(text, at + 1) : quote;
      if (end < 0) return;
      if (/[{[]/.test(text[at + 1] ?? '') && level < maxLevels)
        yield* readObjects(yield* unescapedInParts(text.slice(at + 1, end)), level + 1);
      const value = end - at <= maxString ? unescaped(text.slice(at, end + 1)) : undefined;
      if (!isValue) key = value ?? '';
      else if (value !== undefined) keep(top, key, value);
      at = end;
    } else if (!/\s/.test(sign)) {
      const end = endOfPart(scalarPart, text, at);
      const value = scalar(text.slice(at, end));
      if (value !== undefined) keep(top, key, value);
      at = end - 1;
    }
  }
}

/** The objects of a list have no key of their own. */
const frameOf = (sign: string, key: string, around: Frame | undefined): Frame => ({
  isArray: sign === '[',
  key,
  trail: around ? `${around.trail}.${key}`.slice(-maxTrail) : key,
  fields: [],
});

function keep(frame: Frame | undefined, path: string, value: JsonField['value']): void {
  if (frame && !frame.isArray && frame.fields.length < maxFields && path.length <= maxString)
    frame.fields.push({ path, value });
}

/** The object around an object has its values as well; a list keeps its members apart. */
function absorb(outer: Frame | undefined, { key, fields }: Frame): void {
  if (outer && !outer.isArray) for (const { path, value } of fields) keep(outer, `${key}.${path}`, value);
}

function endOfPart(part: RegExp, text: string, from: number): number {
  part.lastIndex = from;
  part.test(text);
  return part.lastIndex;
}

/** The index of the quote that ends a string; -1 without one. */
function* endOfString(text: string, from: number): Generator<undefined, number> {
  for (let at = from; ; ) {
    const end = endOfPart(stringPart, text, at);
    if (end === at) return text[at] === '"' ? at : -1;
    at = end;
    yield undefined;
  }
}

/** The text of a string of any length; what stands before the first fault. */
function* unescapedInParts(escaped: string): Generator<undefined, string> {
  let text = '';
  for (let at = 0; at < escaped.length; ) {
    const end = endOfPart(stringPart, escaped, at);
    const part = parseJson(`"${escaped.slice(at, end)}"`);
    if (typeof part !== 'string' || end === at) return text;
    text += part;
    at = end;
    yield undefined;
  }
  return text;
}

function unescaped(literal: string): string | undefined {
  const value = literal.includes('\\') ? parseJson(literal) : literal.slice(1, -1);
  return typeof value === 'string' ? value : undefined;
}

/** Ids are kept as they are written: JSON numbers of 17 digits are not exact. */
function scalar(text: string): JsonField['value'] | undefined {
  if (/^-?\d{15,30}$/.test(text)) return text;
  const value = /^(?:true|false|-?\d[\d.eE+-]{0,30})$/.test(text) ? parseJson(text) : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
