import { formatDollars } from '#popup/watch/watch-words.ts';

/** A profit or loss: "+$1.20", "−$3.00". */
export const signedDollars = (cents: number): string =>
  cents === 0 ? formatDollars(0) : `${cents < 0 ? '−' : '+'}${formatDollars(Math.abs(cents))}`;
