import { readDecimal } from '#core/money/decimal-text.ts';

/**
 * A typed number, with a decimal point or comma; `undefined` for any other text, and for one that may mean thousands
 * ("1,500"). A point before three digits is a decimal one unless the number is an amount of money (scale 100), which has no
 * third.
 */
export function parseTypedNumber(typed: string, scale = 1): number | undefined {
  const [, sign = '', rest = ''] = /^([-+]?)(.*)$/.exec(typed.trim()) ?? [];
  const digits = rest.replace(/^0+(?=\d)/, '').replace(/^(?=[.,])/, '0');
  const decimal = scale === 1 && !digits.includes(',') ? '.' : undefined;
  const amount = readDecimal(digits, decimal);
  if (amount === undefined) return undefined;
  const number = Number(`${sign}${amount}`);
  return scale === 1 ? number : Math.round(number * scale);
}

export const formatTypedNumber = (value: unknown, scale = 1): string =>
  typeof value === 'number' ? String(Number((value / scale).toPrecision(12))) : '';
