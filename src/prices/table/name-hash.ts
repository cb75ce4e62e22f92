import { normaliseName } from '#core/names.ts';

const [space, bracket, upperA, upperZ, tilde] = [0x20, 0x28, 0x41, 0x5a, 0x7e];
/** The two signs beside ASCII that a fifth of all names hold. */
const [star, trademark] = [0x2605, 0x2122];
const toLower = 32;

/**
 * Hashes a name's key in one pass into three words of `out` from `at` on: 64 bits without regard to the case of ASCII
 * letters in the first two, and where its capitals stand in the third. The table stores all three, and `packTable`
 * checks that no two known names meet.
 */
export function hashName(name: string, out: Uint32Array, at = 0): void {
  if (!hashUnits(name, out, at)) hashUnits(normaliseName(name), out, at);
}

/** Hashes a text as it is. Answers whether it surely is its own key, as nearly all names are: that spares folding them. */
function hashUnits(text: string, out: Uint32Array, at: number): boolean {
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x85ebca6b;
  let capitals = 0;
  let before = space;
  let isKey = true;
  for (let index = 0; index < text.length; index++) {
    let unit = text.charCodeAt(index);
    if (unit >= upperA) {
      if (unit <= upperZ) {
        unit += toLower;
        capitals = Math.imul(capitals ^ (index + 1), 0x9e3779b1);
        capitals ^= capitals >>> 15;
      } else if (unit > tilde && unit !== star && unit !== trademark) isKey = false;
    } else if (unit <= bracket) {
      if (unit < space || (unit === space && before === space) || (unit === bracket && before !== space)) isKey = false;
    }
    before = unit;
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  out[at] = finish(a, b);
  out[at + 1] = finish(b, a);
  out[at + 2] = finish(capitals, 0);
  return isKey && before !== space;
}

function finish(lane: number, other: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ Math.imul(other ^ (other >>> 16), 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}
