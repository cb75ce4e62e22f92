/** The five wears as a market hash name spells them, best first. */
export const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'] as const;

export type Wear = (typeof wears)[number];

const withoutSeparators = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

export function wearOf(name: string): Wear | undefined {
  return name.endsWith(')') ? wears.find((wear) => name.endsWith(` (${wear})`)) : undefined;
}

/** The values of each wear, from the best to below the next; 1 is a Battle-Scarred item's. */
const bounds = [0, 0.07, 0.15, 0.38, 0.45, 1] as const;

/** Where a wear value stands in its wear. The item's own range may be narrower: nobody tells it. */
export type WearPlace = NonNullable<ReturnType<typeof wearPlace>>;

/**
 * `undefined` without a wear value, and where the name's wear contradicts it. `betterThan`: per cent of the wear that are
 * worse, rounded down; `isWorn`: in the worst tenth.
 */
export function wearPlace(name: string, value: number | undefined) {
  const wear = wearOf(name);
  if (!wear || value === undefined) return undefined;
  const [from = 0, to = 1] = bounds.slice(wears.indexOf(wear));
  if (!(value >= from && (value < to || value === 1))) return undefined;
  // Without the errors of binary fractions: 0.007 is better than 90 % of Factory New, and not than 89.
  const better = Number((((to - value) / (to - from)) * 100).toPrecision(12));
  return { value, wear, from, to, betterThan: Math.floor(better), isWorn: better <= 10 };
}

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
