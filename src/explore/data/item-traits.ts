import { hasPhases } from '#core/phases.ts';
import { readWear, wears } from '#core/wears.ts';
import { categoriesOf } from '#prices/search/tokens.ts';

/** The kinds of items, in the order of their numbers. */
export const itemKinds = [
  'weapon',
  'knife',
  'gloves',
  'agent',
  'sticker',
  'patch',
  'charm',
  'graffiti',
  'music',
  'container',
  'other',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Bits of `marks`. */
export const mark = { statTrak: 1, souvenir: 2, phases: 4 } as const;

/** What the names say, one value a row. */
export interface ItemTraits {
  /** Index of `itemKinds`. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Index of `wears` + 1; 0: none. */
  readonly wears: Uint8Array<ArrayBuffer>;
  /** Bits of `mark`. */
  readonly marks: Uint8Array<ArrayBuffer>;
}

const typed: readonly (readonly [RegExp, ItemKind])[] = [
  [/^Sticker(?: Slab)? \|/, 'sticker'],
  [/^Patch \|/, 'patch'],
  [/^(?:Souvenir )?Charm \|/, 'charm'],
  [/^(?:Sealed )?Graffiti \|/, 'graffiti'],
  [/^(?:StatTrak™ )?Music Kit \|/, 'music'],
];
const container = /\b(?:Case|Capsule|Package|Box|Crate|Cache|Terminal)\b/;

export function traitsOf(names: readonly string[]): ItemTraits {
  const traits = {
    kinds: new Uint8Array(names.length),
    wears: new Uint8Array(names.length),
    marks: new Uint8Array(names.length),
  };
  for (const [row, name] of names.entries()) {
    const wear = name.endsWith(')') ? readWear(name.slice(name.lastIndexOf(' (') + 2, -1)) : undefined;
    traits.wears[row] = wear ? wears.indexOf(wear) + 1 : 0;
    traits.kinds[row] = itemKinds.indexOf(kindOf(name, wear !== undefined));
    traits.marks[row] = marksOf(name);
  }
  return traits;
}

function kindOf(name: string, hasWear: boolean): ItemKind {
  if (hasWear && !name.startsWith('★')) return 'weapon';
  const [category] = categoriesOf(name);
  if (category === 'knife' || category === 'gloves' || category === 'agent') return category;
  return typed.find(([start]) => start.test(name))?.[1] ?? (container.test(name) ? 'container' : 'other');
}

function marksOf(name: string): number {
  const isSouvenir = name.startsWith('Souvenir ');
  return (
    (name.includes('StatTrak™') ? mark.statTrak : 0) |
    (isSouvenir ? mark.souvenir : 0) |
    (name.includes('Doppler') && hasPhases(name) ? mark.phases : 0)
  );
}
