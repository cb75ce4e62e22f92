import { looseKey } from '#core/items/names.ts';

/**
 * Pairs of real names that differ by a space or by capitals alone, by what each pair has in common (src/core/items/names.md,
 * "Twins"): "Sticker | NiKo (Gold) | London 2018" and "Sticker | niko (Gold)  | London 2018". A feed may tell one of the
 * two and never the other.
 */
const eventTwins = [
  ...['adren | mlg columbus 2016', 'adren (foil) | mlg columbus 2016', 'adren (gold) | mlg columbus 2016'],
  ...['niko | london 2018', 'niko (foil) | london 2018', 'niko (gold) | london 2018'],
  ...['niko | paris 2023', 'niko (glitter) | paris 2023', 'niko (gold) | paris 2023', 'niko (holo) | paris 2023'],
];

const bracketTwins = [
  ...['boom (foil)', 'boom (holo)', 'countdown (foil)', 'coutdown (holo)', "don't worry (foil)", "don't worry (holo)"],
  ...['hard cluck life (foil)', 'hard cluck life (holo)', 'ivette (holo)', 'kimberly (holo)', 'martha (holo)'],
  ...['merietta (holo)', 'move it (foil)', 'move it (holo)', 'sherry (holo)', 'tamara (holo)', 'the pro (foil)'],
];

export const twinKeys: ReadonlySet<string> = /*#__PURE__*/ new Set(
  ['sticker', 'sticker slab'].flatMap((type) =>
    (type === 'sticker' ? [...eventTwins, ...bracketTwins] : eventTwins).map((name) => `${type} | ${name}`),
  ),
);

/** Whether a spelling of a name may mean either of two items, so that only the exact name tells which. */
export const hasTwin = (name: string): boolean => twinKeys.has(looseKey(name));
