import { type Money, readDecimal } from '#core/money/money.ts';

/** A typed number with a decimal point or comma; `undefined` for any other text. A point before three digits is a decimal one. */
export const parseTypedNumber = (typed: string): number | undefined =>
  readTyped(typed, typed.includes(',') ? undefined : '.');

/** The same of an amount, whose third decimal nobody types: "1.500" and "1,500" may mean thousands, and are none. */
export function parseTypedAmount(typed: string, currency: string): Money | undefined {
  const units = readTyped(typed, undefined);
  return units === undefined ? undefined : { cents: Math.round(units * 100), currency };
}

function readTyped(typed: string, decimal: '.' | undefined): number | undefined {
  const [, sign = '', rest = ''] = /^([-+]?)(.*)$/.exec(typed.trim()) ?? [];
  const amount = readDecimal(rest.replace(/^0+(?=\d)/, '').replace(/^(?=[.,])/, '0'), decimal);
  return amount === undefined ? undefined : Number(`${sign}${amount}`);
}

export const formatTypedNumber = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(12))) : '';

export const formatTypedAmount = ({ cents }: Money): string => formatTypedNumber(cents / 100);
