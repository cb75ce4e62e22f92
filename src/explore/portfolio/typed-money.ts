import type { Rate } from '#core/money/rates.ts';
import { parseTypedNumber } from '#core/money/typed-number.ts';
import type { TypedAmount } from '#core/owned/portfolio.ts';

/** An amount that the user typed in the shown currency, and its USD cents, not rounded; `undefined` for what is no amount. */
export function typedMoney(text: string, { code, perUsd }: Rate): { cents: number; typed?: TypedAmount } | undefined {
  const hundredths = parseTypedNumber(text, 100);
  if (hundredths === undefined) return undefined;
  const cents = hundredths / perUsd;
  return code === 'USD' ? { cents } : { cents, typed: { currency: code, hundredths } };
}

export const typedAmount = (cents: number, { perUsd }: Rate): string => ((cents / 100) * perUsd).toFixed(2);

/** A whole count. No sign but digits: "1.000" is one in some languages and a thousand in others. */
export const typedCount = (typed: string): number | undefined =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
