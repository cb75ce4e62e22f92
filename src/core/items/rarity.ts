import { type ItemKind, kindOf, wearOf } from '#core/items/item-kinds.ts';

/** The rarities by their names in the game's files, from the most common. Each has one colour. */
export const rarities = ['common', 'uncommon', 'rare', 'mythical', 'legendary', 'ancient', 'immortal'] as const;
export type Rarity = (typeof rarities)[number];

export type RarityOf = (name: string) => Rarity | undefined;

/** Which of the game's words for a rarity a name has: "Covert" of a rifle is "Extraordinary" of a sticker. */
export type RarityWords = 'weapon' | 'agent' | 'other';

const kindWords: Partial<Record<ItemKind, RarityWords>> = { weapon: 'weapon', knife: 'weapon', agent: 'agent' };
export const rarityWordsOf = (name: string): RarityWords => kindWords[kindOf(name)] ?? 'other';

/** Names of each rarity, as `packNames` writes them. */
export type PackedRarities = Readonly<Record<Rarity, string>>;

/** All knives and gloves have one rarity, and so have a sticker and its slab, and a graffiti in all its colours. */
function baseName(name: string): string {
  const wear = wearOf(name);
  const plain = (wear ? name.slice(0, -wear.length - 3) : name).replace(/^StatTrak™ /, '');
  if (wear) return plain.replace(/^Souvenir /, '');
  return plain.startsWith('Sealed Graffiti | ')
    ? plain.replace(/ \([^()]*\)$/, '')
    : plain.replace(/^Sticker Slab \| /, 'Sticker | ');
}

/** 32 bits: among a hundred thousand unknown names, a third of one has the hash of a known name. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

const [bits, more] = [7, 0x80];

/** Packs names as base64: their hashes in order, each as its distance from the one before, in groups of seven bits. */
export function packNames(names: readonly string[]): string {
  const hashes = [...new Set(names.filter((name) => !name.startsWith('★')).map((name) => hashOf(baseName(name))))];
  const bytes: number[] = [];
  let before = 0;
  for (const hash of hashes.toSorted((one, other) => one - other)) {
    let distance = hash - before;
    for (; distance >= more; distance = Math.floor(distance / more)) bytes.push((distance % more) + more);
    bytes.push(distance);
    before = hash;
  }
  return btoa(String.fromCharCode(...bytes));
}

export function unpackRarities(packed: PackedRarities): RarityOf {
  const known = new Map<number, Rarity>();
  for (const rarity of rarities) {
    let [hash, distance, shift] = [0, 0, 0];
    for (const byte of atob(packed[rarity])) {
      const group = byte.charCodeAt(0);
      distance += (group % more) * 2 ** shift;
      shift += bits;
      if (group >= more) continue;
      hash += distance;
      known.set(hash, rarity);
      [distance, shift] = [0, 0];
    }
  }
  return (name) => (name.startsWith('★') ? 'ancient' : known.get(hashOf(baseName(name))));
}
