/** One value of an object, with the keys that lead to it. */
export interface JsonField {
  /** The keys of the nested objects, then the value's own, joined by dots. */
  readonly path: string;
  readonly value: string | number | boolean;
}

/** An object of a JSON text with all values of it and of the objects in it, but not of the lists in it. */
export interface JsonObject {
  /** Its key in the object around it. */
  readonly key: string;
  /** The keys of all objects and lists around it, joined by dots, and its own. */
  readonly trail: string;
  readonly fields: readonly JsonField[];
}

/** Limits against hostile texts: values of one object, and nesting. */
const maxFields = 150;
const maxDepth = 60;
/** Longest string that is kept, UTF-16 units. */
const maxString = 300;
/** Tokens between two returns to the caller. */
const tokensAtOnce = 400;

interface Frame {
  readonly isArray: boolean;
  readonly key: string;
  readonly trail: string;
  readonly fields: JsonField[];
}

/**
 * Reads the objects of a JSON text, the inner ones first, and returns to the caller after every few hundred tokens, so
 * that a text of megabytes holds no task. `JSON.parse` cannot be interrupted. A broken text ends early. Never throws.
 */
export function* readObjects(text: string): Generator<JsonObject | undefined> {
  const frames: Frame[] = [];
  let key = '';
  let isValue = true;
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (++tokens % tokensAtOnce === 0) yield undefined;
    const top = frames.at(-1);
    if (sign === '{' || sign === '[') {
      if (frames.length >= maxDepth) return;
      frames.push(frameOf(sign, key, top));
      key = '';
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
      const end = endOfString(text, at + 1);
      if (end < 0) return;
      const value = end - at <= maxString ? unescaped(text.slice(at, end + 1)) : undefined;
      if (!isValue) key = value ?? '';
      else if (value !== undefined) keep(top, key, value);
      at = end;
    } else if (!/\s/.test(sign)) {
      const end = endOfScalar(text, at);
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
  trail: around ? `${around.trail}.${key}` : key,
  fields: [],
});

function keep(frame: Frame | undefined, path: string, value: JsonField['value']): void {
  if (frame && !frame.isArray && frame.fields.length < maxFields) frame.fields.push({ path, value });
}

/** The object around an object has its values as well; a list keeps its members apart. */
function absorb(outer: Frame | undefined, { key, fields }: Frame): void {
  if (outer && !outer.isArray) for (const { path, value } of fields) keep(outer, `${key}.${path}`, value);
}

/** The index of the quote that ends a string; -1 without one. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (end - slashes > from && text[end - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function endOfScalar(text: string, from: number): number {
  let end = from;
  while (end < text.length && !/[\s,:{}[\]"]/.test(text[end] ?? '')) end++;
  return end;
}

function unescaped(literal: string): string | undefined {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  const value = parseJson(literal);
  return typeof value === 'string' ? value : undefined;
}

/** Ids are kept as they are written: JSON numbers of 17 digits are not exact. */
function scalar(text: string): JsonField['value'] | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,30}$/.test(text) ? (text.length > 15 ? text : Number(text)) : parseNumber(text);
}

function parseNumber(text: string): number | undefined {
  const value = text.length < 40 ? Number(text) : Number.NaN;
  return Number.isFinite(value) && text !== 'null' ? value : undefined;
}

/** The value of a JSON text; `undefined` for a broken one. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
