import { looseKey } from '#core/items/names.ts';

/**
 * Hashes a name into three words of `out`, starting at `at`: 64 bits of what all its spellings have in common (`looseKey`),
 * then 32 bits of this one spelling.
 */
export function hashName(name: string, out: Uint32Array, at = 0): void {
  const key = looseKey(name);
  out[at] = hashText(key, 0x9e3779b1);
  out[at + 1] = hashText(key, 0x5f356495);
  out[at + 2] = hashText(name, 0x2545f491);
}

/** 32 bits of a text, others for each multiplier; its end is the finaliser of MurmurHash3 (public domain). */
function hashText(text: string, multiplier: number): number {
  let hash = multiplier ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), multiplier);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
