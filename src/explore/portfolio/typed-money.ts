import type { Rate } from '#core/money/rates.ts';
import { parseTypedNumber } from '#core/money/typed-number.ts';

/** USD cents, not rounded, of an amount that the user typed in the shown currency; `undefined` for what is no amount. */
export function typedCents(typed: string, { perUsd }: Rate): number | undefined {
  const hundredths = parseTypedNumber(typed, 100);
  return hundredths === undefined ? undefined : hundredths / perUsd;
}

export const typedAmount = (cents: number, { perUsd }: Rate): string => ((cents / 100) * perUsd).toFixed(2);

/** A whole count. No sign but digits: "1.000" is one in some languages and a thousand in others. */
export const typedCount = (typed: string): number | undefined =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
