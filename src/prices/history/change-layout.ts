import { referenceMarkets } from '#core/markets.ts';

/**
 * The packed changes, little-endian: a header of 8 words, three columns of hash words a name (`hashName`), sorted by the
 * first, then for each span a column of half words for each reference market. A reader loads the names and one span.
 */
export const changesMagic = 0x434c4b53; // "SKLC"
export const changesFormat = 1;
export const changesHeaderBytes = 32;

/** Spans of the changes, days, in the order of their columns. */
export const changeSpans = [1, 7, 30] as const;
export type ChangeSpan = (typeof changeSpans)[number];

/** Positions of the header's words; `names` and those after it are checksums of the sections. */
export const changesWord = { magic: 0, format: 1, count: 2, names: 3, spans: 4 } as const;

/** "Unknown" in a column. Other values are per mille × 2, plus 1 for an item without a change over 30 days. */
export const noChange = -0x8000;
/** Larger changes do not fit and are unknown. */
export const maxPerMille = 0x3fff;

const hashWords = 3;

export const namesBytes = (count: number): number => count * hashWords * 4;

/** Padded, so that every section begins at a whole word. */
export const spanBytes = (count: number): number => Math.ceil((count * referenceMarkets.length) / 2) * 4;

export const spanStart = (count: number, index: number): number =>
  changesHeaderBytes + namesBytes(count) + index * spanBytes(count);

export const changesByteLength = (count: number): number => spanStart(count, changeSpans.length);

/** A checksum of words, which reveals damage. */
export function sectionChecksum(words: Uint32Array): number {
  let sum = 0x811c9dc5 ^ words.length;
  for (let at = 0; at < words.length; at++) {
    sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
