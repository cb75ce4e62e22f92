import { itemKinds, kindOf } from '#core/items/item-kinds.ts';
import { hasPhases } from '#core/items/phases.ts';
import { wearOf, wears } from '#core/items/wears.ts';

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

export function traitsOf(names: readonly string[]): ItemTraits {
  const traits = {
    kinds: new Uint8Array(names.length),
    wears: new Uint8Array(names.length),
    marks: new Uint8Array(names.length),
  };
  for (const [row, name] of names.entries()) {
    const wear = wearOf(name);
    traits.wears[row] = wear ? wears.indexOf(wear) + 1 : 0;
    traits.kinds[row] = itemKinds.indexOf(kindOf(name));
    traits.marks[row] =
      (name.includes('StatTrak™') ? mark.statTrak : 0) |
      (name.startsWith('Souvenir ') ? mark.souvenir : 0) |
      (name.includes('Doppler') && hasPhases(name) ? mark.phases : 0);
  }
  return traits;
}
