import type { Row } from './row.ts';

/** A figure as tables show it: two places below 100, none above. */
export const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

/** A row's budget in words: `≤ 50`, `≤ floor + 15`, `≥ 0.5 × floor`; empty without one. */
export function budgetOf({ budget, atLeast, against }: Row): string {
  if (budget === undefined) return '';
  const limit = { 'beyond floor': `floor + ${number(budget)}`, 'times floor': `${share(budget)}floor` };
  return `${atLeast ? '≥' : '≤'} ${against ? limit[against] : number(budget)}`;
}

/** 4 → `4 × `, 1/15 → `1/15 of the `. */
const share = (times: number): string => (times >= 0.5 ? `${number(times)} × ` : `1/${number(1 / times)} of the `);

export const browserNames: Readonly<Record<string, string>> = { chrome: 'Chromium', firefox: 'Firefox' };

/** A figure where there is little room: three digits. */
export const brief = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
