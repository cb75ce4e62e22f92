import { currenciesOf, type DecimalSign, type Money, readCents, readDecimal } from '#core/money/money.ts';

/** One number, as `parsePrinted` finds it. */
const number = /\d(?:[\d., '’]*\d)?(?:[.,](?:--?|[–—]))?/;
const numberIn = (cell: string): string => number.exec(cell)?.[0] ?? '';
/** A cell's number, whatever its decimal sign; NaN where there is none, or it may be two. */
export const numberOf = (cell = ''): number => Number(readDecimal(numberIn(cell)) ?? Number.NaN);

/** The currencies that a sign or code in a file may mean. @param rated others that the user has a rate for, by their codes */
export function currenciesInFile(sign: string, rated: readonly string[] = []): readonly string[] {
  const upper = sign.toUpperCase();
  const [first = []] = [sign, upper].map((each) => currenciesOf(each)).filter(({ length }) => length > 0);
  return first.length === 0 && rated.includes(upper) ? [upper] : first;
}

/** What stands around the number of a cell: for each sign the currencies that it may mean, none for one that is unknown. */
const signsIn = (cell: string, rated?: readonly string[]): readonly (readonly string[])[] =>
  cell
    .replace(number, ' ')
    .split(/\s+/)
    .flatMap((sign) => (sign === '' ? [] : [currenciesInFile(sign, rated)]));

/** Whether a cell is one number, perhaps with the sign of a currency. */
export const isAmount = (cell: string, rated?: readonly string[]): boolean =>
  /\d/.test(cell) && signsIn(cell, rated).every(({ length }) => length > 0);

export const isNumeric = (cell: string): boolean =>
  /^[^\p{L}\d]{0,4}\d[\d.,\s'’]*[^\p{L}\d]{0,4}(?:[a-z]{3})?$/iu.test(cell);

/** Wear values and days of a month have a point where amounts have none: "0.1612", "24.12." */
const withOwnPoint = /^0\.\d{3}|\.$/;

/** The sign by which all numbers can be read. Columns by commas are written where a point is decimal: "3,400" are thousands. */
export function decimalSignOf(rows: readonly { readonly cells: readonly string[] }[], delimiter: string) {
  const numbers = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) =>
      cell.length < 24 && /\d[.,]/.test(cell) && isNumeric(cell) && !withOwnPoint.test(cell) ? [numberIn(cell)] : [],
    ),
  );
  const only = (sign: DecimalSign, other: DecimalSign) =>
    numbers.some((each) => readDecimal(each, sign) !== undefined && readDecimal(each, other) === undefined);
  const [point, comma] = [only('.', ','), only(',', '.')];
  if (point !== comma) return point ? '.' : ',';
  // Some spreadsheets write commas between columns in every language: "1.234" may be thousands, too.
  const isOpen = numbers.some((each) => each.includes('.') && readDecimal(each, '.') !== readDecimal(each));
  return delimiter === ',' && !comma && !isOpen ? '.' : undefined;
}

export interface AmountOptions {
  readonly rated: readonly string[];
  /** The currency of amounts that name none, once the user has said it. */
  readonly unnamed?: string | undefined;
}

interface AmountContext extends AmountOptions {
  readonly decimal: DecimalSign | undefined;
  /** For each place beside the cell that names a currency, such as the column's head, those that it may mean. */
  readonly named?: readonly (readonly string[])[] | undefined;
}

/** An amount; `null` where none is given, else why there is none. */
export function amountInCell(
  cell: string,
  { decimal, named = [], rated, unnamed }: AmountContext,
): Money | null | 'paid' | 'currency' | 'unnamed' {
  if (cell === '') return null;
  const digits = numberIn(cell);
  const cents = isAmount(cell, rated) ? readCents(/^0+(?:[.,]0*)?$/.test(digits) ? '0' : digits, decimal) : undefined;
  if (cents === undefined) return 'paid';
  const currency = currencyOf([...signsIn(cell, rated), ...named], unnamed);
  if (currency === undefined) return cents === 0 ? { cents, currency: 'USD' } : 'unnamed';
  return rated.includes(currency) ? { cents, currency } : 'currency';
}

/** The one currency that all names mean; '' where they contradict each other, `undefined` where only the user knows. */
function currencyOf(named: readonly (readonly string[])[], unnamed: string | undefined): string | undefined {
  const [first, ...others] = named;
  if (!first) return unnamed;
  const common = first.filter((code) => others.every((codes) => codes.includes(code)));
  // A bare "$" is the US dollar.
  if (common.length < 2 || common.includes('USD')) return common.includes('USD') ? 'USD' : (common[0] ?? '');
  return unnamed === undefined || common.includes(unnamed) ? unnamed : '';
}
