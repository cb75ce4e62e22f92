import { type Money, readCents } from '#core/money/money.ts';

/** An amount that the user typed in a currency, not rounded; `undefined` for what is no amount. */
export function typedMoney(text: string, currency: string): Money | undefined {
  const cents = readCents(text.trim());
  return cents === undefined ? undefined : { cents, currency };
}

/** With as many decimals as their sum needs: 250 for $55.50 are "0.2220" each. Three decimals might be thousands. */
export function typedEach({ cents }: Money, count: number): string {
  const all = cents / 100;
  const isExact = (digits: number) => Math.abs(Number((all / count).toFixed(digits)) * count - all) < 0.005;
  return (all / count).toFixed([2, 4].find(isExact) ?? 8);
}

/** A whole count. No sign but digits: "1.000" is one in some languages and a thousand in others. */
export const typedCount = (typed: string): number | undefined =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
