import { currenciesOf } from '#core/money/currencies.ts';
import type { Money, PrintOptions } from '#core/money/money.ts';

/**
 * Reads a printed amount slowly: tries every possible place of the decimal sign, and returns the amount if all readings
 * agree. The table of currencies is the extension's.
 */
export function readPrintSlowly(text: string, options: PrintOptions): Money | undefined {
  const folded = fold(text);
  const span = spanOf(folded);
  if (text.length > 256 || folded.length > 64 || !span) return undefined;
  const amounts = new Set(readings(folded.slice(...span), options.decimal).filter((amount) => /[1-9]/.test(amount)));
  const currency = soleCurrency(`${folded.slice(0, span[0])} ${folded.slice(span[1])}`, options);
  const [amount] = amounts;
  return amount !== undefined && amounts.size === 1 && currency !== undefined ? { amount, currency } : undefined;
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9';

/** Collapses white space into one space, and drops it before a decimal sign and its digit. */
function fold(text: string): string {
  const words = text.split(/\s/).filter((word) => word !== '');
  return words.reduce((line, word) => {
    const joined = (word[0] === '.' || word[0] === ',') && isDigit(word[1]);
    return line === '' || joined ? line + word : `${line} ${word}`;
  }, '');
}

/** The span from the first digit to the last, with a dash in place of cents. */
function spanOf(text: string): [from: number, to: number] | undefined {
  const digits = [...text].length === text.length ? text : text.replace(/[^ -~–—’]/g, '?');
  const places = [...digits].flatMap((sign, at) => (isDigit(sign) ? [at] : []));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const behind = digits.slice(last + 1);
  const dash = ['.--', ',--', '.-', ',-', '.–', ',–', '.—', ',—'].find((each) => behind.startsWith(each)) ?? '';
  return [first, last + 1 + dash.length];
}

function readings(number: string, decimal: string | undefined): string[] {
  const places = [...number].flatMap((sign, at) => (sign === '.' || sign === ',' ? [at] : []));
  const cut = places.flatMap((at) => (decimal === undefined || number[at] === decimal ? readAt(number, at) : []));
  const whole = decimal === undefined || !number.includes(decimal) ? readWhole(number) : undefined;
  return whole === undefined ? cut : [whole, ...cut];
}

function readAt(number: string, at: number): string[] {
  const before = number.slice(0, at);
  const behind = number.slice(at + 1);
  const whole = before.includes(number[at] ?? '') ? undefined : readWhole(before);
  if (whole === undefined) return [];
  if (['-', '--', '–', '—'].includes(behind)) return [whole];
  const isFraction = behind.length > 0 && behind.length <= 8 && [...behind].every(isDigit);
  return isFraction ? [`${whole}.${behind}`] : [];
}

function readWhole(text: string): string | undefined {
  const signs = new Set([...text].filter((sign) => !isDigit(sign)));
  const [sign] = signs;
  if (signs.size > 1 || text === '') return undefined;
  const groups = sign === undefined ? [text] : text.split(sign);
  const digits = groups.join('');
  if (digits.length > 12 || (digits[0] === '0' && digits !== '0')) return undefined;
  if (sign === undefined) return digits;
  if (digits[0] === '0' || !"., '’".includes(sign)) return undefined;
  return isWestern(groups) || (sign === ',' && isIndian(groups)) ? digits : undefined;
}

const isWestern = ([first = '', ...rest]: readonly string[]): boolean =>
  first.length >= 1 && first.length <= 3 && rest.length > 0 && rest.every(({ length }) => length === 3);

function isIndian([first = '', ...rest]: readonly string[]): boolean {
  const last = rest.at(-1);
  const middle = rest.slice(0, -1);
  const starts = first.length >= 1 && first.length <= 2;
  return starts && last?.length === 3 && middle.length > 0 && middle.every(({ length }) => length === 2);
}

function soleCurrency(around: string, { currency, symbols }: PrintOptions): string | undefined {
  const prints = around.split(' ').filter((print) => print !== '');
  const candidates = [
    ...prints.map((print) => currenciesOf(print, symbols)),
    ...(currency === undefined ? [] : [[currency]]),
  ];
  const all = new Set(candidates.flat());
  const common = [...all].filter((code) => candidates.every((codes) => codes.includes(code)));
  return common.length === 1 ? common[0] : undefined;
}
