import { type Fee, maxFeeCents, noFee } from '#core/money/fees.ts';
import { formatTypedNumber, parseTypedNumber } from '#core/money/typed-number.ts';
import type { NumberLimits } from '#core/settings/setting-controls.ts';
import { within } from '#core/settings/setting-controls.ts';
import { limitsText } from '#popup/settings/setting-words.ts';
import { text } from '#ui/words/text.ts';

/** A fee as text of a field, which `parseFee` reads: "2.5% + $0.30"; "0" where nothing is taken. */
export function feeCellText({ percent: exact, cents, added }: TypedFee & Pick<Fee, 'added'>): string {
  // The per cent of a fee with a rounding of its own only shows its size.
  const percent = added ? Math.round(exact * 100) / 100 : exact;
  const parts = [
    percent > 0 ? `${formatTypedNumber(percent)}%` : '',
    cents > 0 ? `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}` : '',
  ];
  return parts.filter(Boolean).join(' + ') || '0';
}

/** What a user may type. */
export const feeExample = feeCellText({ percent: 2.5, cents: 30 });

type TypedFee = Pick<Fee, 'percent' | 'cents'>;

const percentLimits: NumberLimits = { min: 0, below: 100 };
const centLimits: NumberLimits = { min: 0, max: maxFeeCents };

/** A typed fee: per cent, an amount in dollars, or both. A number without a sign is per cent. */
export function parseFee(typed: string): TypedFee | { readonly problem: string } {
  let fee: TypedFee = noFee;
  const given = new Set<keyof TypedFee>();
  for (const part of typed.split('+')) {
    const [, before = '', number = '', after = ''] = /^\s*(\$?)\s*([^$%]*?)\s*([$%]?)\s*$/.exec(part) ?? [];
    const isAmount = before === '$' || after === '$';
    const name = isAmount ? 'cents' : 'percent';
    const scale = isAmount ? 100 : 1;
    const value = parseTypedNumber(number, scale);
    if (value === undefined || given.has(name) || (before === '$' && after !== ''))
      return { problem: text('settingsNoFee', feeExample) };
    const limits = isAmount ? centLimits : percentLimits;
    if (!within(limits)(value)) return { problem: limitsText(limits, scale) };
    given.add(name);
    fee = { ...fee, [name]: value };
  }
  return fee;
}
