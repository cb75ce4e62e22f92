import uFuzzy from '@leeoniya/ufuzzy';

/** One wrong, missing, surplus or swapped letter behind the first, in words of four letters and more; digits must match. */
const oneTypo = { intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 } as const;
const noTypo = { intraIns: 0, intraSub: 0, intraTrn: 0, intraDel: 0 } as const;

/** The numbers of the words of which a word, or its beginning, may be a typo. */
export function typosOf(vocabulary: readonly string[], word: string): readonly number[] {
  const fuzzy = new uFuzzy({
    intraMode: 1,
    interLft: 2,
    compare: () => 0, // The results are sorted by cost. The default would create an Intl.Collator.
    intraRules: (part) => ({
      intraSlice: [1, Number.POSITIVE_INFINITY],
      ...(part.length >= 4 && !/^\d+$/.test(part) ? oneTypo : noTypo),
    }),
  });
  return fuzzy.filter([...vocabulary], word) ?? [];
}
