export type DecimalSign = '.' | ',';

const decimalSigns: readonly DecimalSign[] = ['.', ','];

/** The form of most amounts; unreadable where the decimal sign is a comma. */
const usualAmount = /^[1-9]\d{0,7}\.\d\d$/;

/**
 * One number as people type and sites print it, without a sign before it, as a decimal string: "1 234,56", "1,23,456.7",
 * "18,--". `undefined` for any other text, and when both decimal signs give a number and the two differ ("1,234").
 * @param decimal the decimal sign, where it is known
 */
export function readDecimal(text: string, decimal?: DecimalSign): string | undefined {
  if (decimal !== ',' && usualAmount.test(text)) return text;
  const readings = (decimal ? [decimal] : decimalSigns).flatMap((sign) => readBy(text, sign) ?? []);
  return readings.every((other) => other === readings[0]) ? readings[0] : undefined;
}

/** The same in hundredths, rounded only once: "31.20" is 3120, "0.125" is 12.5. */
export function readCents(text: string, decimal?: DecimalSign): number | undefined {
  const amount = readDecimal(text, decimal);
  return amount === undefined ? undefined : Number(`${amount}e2`);
}

function readBy(text: string, decimal: DecimalSign): string | undefined {
  const at = text.lastIndexOf(decimal);
  const whole = ungrouped(at < 0 ? text : text.slice(0, at), decimal);
  const fraction = at < 0 ? '' : text.slice(at + 1).replace(/^(?:--?|[–—])$/, '');
  if (whole === undefined || !/^\d*$/.test(fraction)) return undefined;
  return fraction ? `${whole}.${fraction}` : whole;
}

const western = /^[1-9]\d{0,2}(?:([., '’])\d{3})(?:\1\d{3})*$/;
const indian = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** The digits of a whole number of at most 12 digits with well-formed groups: "1 234", "1'234", "1,23,456". */
function ungrouped(whole: string, decimal: DecimalSign): string | undefined {
  const digits = whole.replace(/\D/g, '');
  if (digits.length > 12 || whole.includes(decimal)) return undefined;
  if (digits === whole) return /^(?:0|[1-9]\d*)$/.test(whole) ? whole : undefined;
  return western.test(whole) || indian.test(whole) ? digits : undefined;
}
