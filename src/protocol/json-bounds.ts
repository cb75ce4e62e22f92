/** Bounds of a body's JSON, far above those of the price API's bodies (src/protocol/price-api.md). */
const bounds = {
  /** Objects and lists within each other; a body of `/api/prices` has 4. */
  depth: 16,
  /** Members of one object or list; there are some 30,000 items. */
  members: 400_000,
  /** Members of all objects and lists; all fields of 13 markets of 30,000 items are 3.2 million. */
  values: 6_000_000,
  /** Objects and lists in all; 13 markets of 30,000 items are 420,000. */
  containers: 2_000_000,
} as const;

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** In one pass that builds nothing. Bytes that are no JSON may pass. @throws SyntaxError when a bound is exceeded */
export function checkJsonBounds(bytes: Uint8Array): void {
  /** Members so far of each open object or list. */
  const members = new Uint32Array(bounds.depth + 1);
  let [depth, values, containers] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at + 1);
    } else if (byte === comma) {
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count >= bounds.members || ++values > bounds.values) throw new SyntaxError('too many members');
    } else if (byte === openObject || byte === openList) {
      if (++depth > bounds.depth) throw new SyntaxError('nested too deeply');
      if (++containers > bounds.containers) throw new SyntaxError('too many objects');
      members[depth] = 0;
    } else if (byte === closeObject || byte === closeList) {
      depth = Math.max(0, depth - 1);
    }
  }
}

/** The index of the closing quote, or the end of the bytes. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
