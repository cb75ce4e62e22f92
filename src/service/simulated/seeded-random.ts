/** The finaliser of MurmurHash3 (public domain). */
function finalise(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit integer that depends only on two others and their order. */
export const seededInteger = (a: number, b: number): number => finalise(Math.imul(a, 31) + Math.imul(b, 0x9e3779b1));

/** A 32-bit integer that depends only on a text and a seed: FNV-1a over UTF-16 units. */
export function seedFromText(seed: number, text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  return seededInteger(h, seed);
}

/** A number from 0 (included) to 1 (excluded) that depends only on two 32-bit integers. */
export const seededFraction = (a: number, b: number): number => seededInteger(a, b) / 0x1_0000_0000;
