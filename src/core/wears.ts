/** The five wears as a market hash name spells them, best first. */
export const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;

export type Wear = (typeof wears)[number];

const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

const initials = (wear: Wear): string => wear.replace(/[^A-Z]/g, '');

// Made when it is first asked for: the taps of pages carry this file and read no names.
let spellings: ReadonlyMap<string, Wear> | undefined;

const spell = (): ReadonlyMap<string, Wear> =>
  new Map(
    wears.flatMap((wear, index) =>
      // As it is first of all, for so it stands on most cards.
      [wear, ...[wear, initials(wear), `WearCategory${index}`].map(squeezed)].map(
        (spelling) => [spelling, wear] as const,
      ),
    ),
  );

/** Reads a wear in any of its English spellings: "Field-Tested", "field tested", "FT", "WearCategory2". */
export function readWear(text: string): Wear | undefined {
  spellings ??= spell();
  return spellings.get(text) ?? spellings.get(squeezed(text));
}
