const upperA = 65;
const upperZ = 90;
const toLower = 32;

/**
 * Hashes a normalised name in one pass: 64 bits without regard to the case of ASCII letters in `out[0]` and `out[1]`,
 * and where its capitals stand in `out[2]`. The table stores all three, and `packTable` checks that no two known
 * names meet.
 */
export function hashName(name: string, out: Uint32Array): void {
  let a = 0x9e3779b9 ^ name.length;
  let b = 0x85ebca6b;
  let capitals = 0;
  for (let index = 0; index < name.length; index++) {
    let unit = name.charCodeAt(index);
    if (unit >= upperA && unit <= upperZ) {
      unit += toLower;
      capitals = Math.imul(capitals ^ (index + 1), 0x9e3779b1);
      capitals ^= capitals >>> 15;
    }
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  out[0] = finish(a, b);
  out[1] = finish(b, a);
  out[2] = finish(capitals, 0);
}

function finish(lane: number, other: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ Math.imul(other ^ (other >>> 16), 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}
