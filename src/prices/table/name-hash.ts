import { normaliseName } from '#core/names.ts';

const [space, bracket, upperA, upperZ, tilde] = [0x20, 0x28, 0x41, 0x5a, 0x7e];
/** The two characters outside ASCII that a fifth of all names contain. */
const [star, trademark] = [0x2605, 0x2122];
const toLower = 32;

/**
 * Hashes a normalised name into three words of `out`, starting at `at`: 64 bits without regard to the case of ASCII
 * letters, then a hash of the positions of capital letters. The table stores all three words; `packTable` leaves out
 * names that collide with other prices.
 */
export function hashName(name: string, out: Uint32Array, at = 0): void {
  if (!hashUnits(name, out, at)) hashUnits(normaliseName(name), out, at);
}

/** Hashes a text unchanged. Returns whether it is certainly normalised, as nearly all names are. */
function hashUnits(text: string, out: Uint32Array, at: number): boolean {
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x85ebca6b;
  let capitals = 0;
  let before = space;
  let isNormalised = true;
  for (let index = 0; index < text.length; index++) {
    let unit = text.charCodeAt(index);
    if (unit >= upperA) {
      if (unit <= upperZ) {
        unit += toLower;
        capitals = Math.imul(capitals ^ (index + 1), 0x9e3779b1);
        capitals ^= capitals >>> 15;
      } else if (unit > tilde && unit !== star && unit !== trademark) isNormalised = false;
    } else if (unit <= bracket) {
      if (unit < space || (unit === space && before === space) || (unit === bracket && before !== space))
        isNormalised = false;
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
  return isNormalised && before !== space;
}

function finish(lane: number, other: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ Math.imul(other ^ (other >>> 16), 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}
