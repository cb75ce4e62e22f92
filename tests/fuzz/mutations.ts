import fc from 'fast-check';

export type Edit = readonly [kind: number, at: number, value: number];

export const edits = (most = 4): fc.Arbitrary<readonly Edit[]> =>
  fc.array(fc.tuple(fc.nat(9), fc.nat(0xff_ffff), fc.nat(0xffff)), { minLength: 1, maxLength: most });

/** Snippets that break JSON, XML or numbers. */
const snippets = [
  ...String.raw`" { } [ ] , : \ \u \ud800 \u0000 0 9 - + . e E9 1e400`.split(' '),
  ...['-0', '00', 'null', 'true', 'NaN', 'Infinity', '0x10', '"__proto__":', '"constructor":', '<', '>', '/', '&', "'"],
  ...['<!--', '-->', '<![CDATA[', '&lt;', '&#49;', '<!DOCTYPE x [<!ENTITY a "9">]>', '&a;', '=', ' ', '\n', '\u0000'],
  ...['\ufeff', '\u00e9', '★', '😀', '9'.repeat(40), '[[[[[[[[', ']]]]]]]]'],
].map((text) => new TextEncoder().encode(text));

const none = new Uint8Array();

export const mutateBytes = (bytes: Uint8Array, changes: readonly Edit[]): Uint8Array<ArrayBuffer> =>
  changes.reduce<Uint8Array<ArrayBuffer>>(mutateOnce, Uint8Array.from(bytes));

function mutateOnce(bytes: Uint8Array<ArrayBuffer>, [kind, where, value]: Edit): Uint8Array<ArrayBuffer> {
  const at = where % (bytes.length + 1);
  const length = 1 + (value % 24);
  if (kind <= 3) return put(bytes, at, (bytes[at] ?? 0) ^ (1 << (value & 7)));
  if (kind === 4) return put(bytes, at, value & 255);
  if (kind === 5) return splice(bytes, at, length, none);
  if (kind === 6) return splice(bytes, at, 0, bytes.subarray(at, at + length * 4));
  if (kind === 7) return value % 4 === 0 ? bytes.slice(0, at) : splice(bytes, at, 0, bytes.subarray(value, value + 8));
  return splice(bytes, at, kind === 8 ? 0 : length % 4, snippets[value % snippets.length] ?? none);
}

function put(bytes: Uint8Array<ArrayBuffer>, at: number, value: number): Uint8Array<ArrayBuffer> {
  if (at < bytes.length) bytes[at] = value;
  return bytes;
}

function splice(bytes: Uint8Array, at: number, cut: number, insert: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = Math.min(at + cut, bytes.length);
  const made = new Uint8Array(bytes.length - (end - at) + insert.length);
  made.set(bytes.subarray(0, at));
  made.set(insert, at);
  made.set(bytes.subarray(end), at + insert.length);
  return made;
}

/** Placeholder for JSON that `JSON.stringify` never writes, like `1e400`; `jsonOf` expands it. */
const raw = (json: string): string => `@raw:${json}@`;

export const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 0.1, 100, 2 ** 32, 2 ** 32 - 1, 2 ** 32 - 2, 2 ** 53, 1e21, 1e308, 5e-324],
  ...['', ' ', '\u0000', 'x'.repeat(300), ...'0 1 100 1e3 NaN Infinity true null __proto__ <b>'.split(' ')],
  ...'1970-01-01 2026-11-20T10:00:00.000Z +275760-09-13T00:00:00.001Z'.split(' '),
  ...['javascript:alert(1)', 'https://x.example/'],
  ...[[], {}, [100], [[]], { price: 1 }, { valueOf: 1 }, { toString: null, length: 3 }],
  ...['-0', '1e400', '-1e400', '100.0', '1E2', '0.1e1', '1.0000000000000001', '9007199254740993', '1e-400'].map(raw),
  ...['"\\ud800"', '{"__proto__":{"price":1}}', '{"price":1,"price":2}', '[[[[[[[[[[]]]]]]]]]]', '"a","extra":"b"'].map(
    raw,
  ),
];
const hostileKeys = ['', 'x'.repeat(201), ...'__proto__ constructor toString length price 0 hasOwnProperty'.split(' ')];

/** Text of a value with its placeholders expanded. The text may be invalid JSON. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"@raw:(.*?)@"/g, (_, json: string) => json.replace(/\\(["\\])/g, '$1'));

interface Place {
  readonly owner: Record<string, unknown>;
  readonly key: string;
}

const isOwner = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function placesIn(value: unknown, places: Place[]): Place[] {
  if (!isOwner(value)) return places;
  for (const key of Object.keys(value)) {
    places.push({ owner: value, key });
    placesIn(value[key], places);
  }
  return places;
}

export function mutateJson(json: string, changes: readonly Edit[]): unknown {
  const whole = { value: JSON.parse(json) };
  for (const [kind, where, value] of changes) {
    const places = placesIn(whole, []);
    const place = places[where % places.length];
    if (place) change(place, kind, value);
  }
  return whole.value;
}

function change({ owner, key }: Place, kind: number, value: number): void {
  const old = owner[key];
  const hostile = structuredClone(hostileValues[value % hostileValues.length]);
  if (kind <= 4) owner[key] = hostile;
  else if (kind === 5) delete owner[key];
  else if (kind === 6) owner[key] = [old];
  else if (kind === 7) define(owner, hostileKeys[value % hostileKeys.length] ?? '', old);
  else if (kind === 8)
    owner[key] = typeof old === 'number' ? [-old, old / 3, old * 1e9, String(old)][value % 4] : hostile;
  else define(owner, hostileKeys[value % hostileKeys.length] ?? '', hostile);
}

function define(owner: object, key: string, value: unknown): void {
  if (Array.isArray(owner)) owner.push(value);
  else Object.defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
}
