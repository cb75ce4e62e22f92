/** The five wears as a market hash name spells them, best first. */
export const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;

export type Wear = (typeof wears)[number];

const withoutSeparators = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** The wear at the end of a market hash name. */
export function wearOf(name: string): Wear | undefined {
  return name.endsWith(')') ? wears.find((wear) => name.endsWith(` (${wear})`)) : undefined;
}

/** "FT" of "Field-Tested". */
export const wearInitials = (wear: Wear): string => wear.replace(/[^A-Z]/g, '');

// Built on first use: the taps bundle this file and read no names.
let spellings: ReadonlyMap<string, Wear> | undefined;

const createSpellings = (): ReadonlyMap<string, Wear> =>
  new Map(
    wears.flatMap((wear, index) =>
      // Most cards show the full spelling, which is found without removing separators.
      [wear, ...[wear, wearInitials(wear), `WearCategory${index}`].map(withoutSeparators)].map(
        (spelling) => [spelling, wear] as const,
      ),
    ),
  );

/** Reads a wear in any of its English spellings: "Field-Tested", "field tested", "FT", "WearCategory2". */
export function readWear(text: string): Wear | undefined {
  spellings ??= createSpellings();
  return spellings.get(text) ?? spellings.get(withoutSeparators(text));
}
