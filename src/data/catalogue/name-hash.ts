import { looseKey } from '#core/items/names.ts';

const [space, bracket, upperA, upperZ, tilde] = [0x20, 0x28, 0x41, 0x5a, 0x7e];
/** The two characters outside ASCII that a fifth of all names contain. */
const [star, trademark] = [0x2605, 0x2122];
const toLower = 32;

/**
 * Hashes a name into three words of `out`, starting at `at`: 64 bits of what all its spellings have in common (`looseKey`),
 * then 32 bits of this one spelling. For a name in the usual spelling the third word is a hash of the positions of
 * capital letters, which costs little; for any other it is a hash of the whole text.
 */
export function hashName(name: string, out: Uint32Array, at = 0): void {
  if (hashUnits(name, out, at)) return;
  hashUnits(looseKey(name), out, at);
  out[at + 2] = hashText(name);
}

function hashText(text: string): number {
  let hash = 0x2545f491 ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return finish(hash, 0);
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
