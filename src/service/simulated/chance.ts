/** Spreads a 32-bit number over all 32 bits (the finaliser of MurmurHash3, public domain). */
function spread(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit number that follows from two others and from nothing else; the order of the two counts. */
export const mix = (a: number, b: number): number => spread(Math.imul(a, 31) + Math.imul(b, 0x9e3779b1));

/** The same for a text: FNV-1a over its UTF-16 units. */
export function mixText(seed: number, text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  return mix(h, seed);
}

/** A number from 0 (included) to 1 (excluded) that follows from two 32-bit numbers. */
export const chance = (a: number, b: number): number => mix(a, b) / 0x1_0000_0000;
