import { parse } from 'csv-parse/browser/esm/sync';
import { maxNameLength } from '#core/items/names.ts';
import { type AmountOptions, amountInCell, decimalSignOf, isAmount } from '#core/tables/amounts.ts';
import {
  type ItemLine,
  type LineProblem,
  type LineReading,
  maxCount,
  type UnreadLine,
} from '#core/tables/table-lines.ts';
import { withoutGuard } from '#core/tables/write-table.ts';

/** Characters of a line, at most. */
const maxLine = 1000;
/** A count as written before or after a name: "3x", "x3", "3 ×", and "3 AK-47 | Redline": no name with "|" begins so. */
const before = /^(\d{1,7})(\s*[x×*])?\s+/i;
const after = /\s+[x×*]\s*(\d{1,7})$/i;
const wholeNumber = /^\d{1,7}$/;

/** Reads a line of a list without a header; `undefined` for an empty one. @param line from 1 */
export function readFreeLine(raw: string, line: number, amounts?: AmountOptions): ItemLine | UnreadLine | undefined {
  const text = raw.trim();
  if (text === '') return undefined;
  const shown = text.slice(0, maxNameLength);
  if (text.length > maxLine) return { text: shown, line, problem: 'name' };
  const separator = ['\t', ';', ','].find((sign) => text.includes(sign));
  const columns = separator === undefined ? undefined : readColumns(text, separator, amounts);
  if (typeof columns === 'string') return { text: shown, line, problem: columns };
  const readings = [{ name: text, count: 1 }, withCount(text), ...(columns?.readings ?? [])];
  const usable = readings.filter(({ name }) => name !== '' && name.length <= maxNameLength);
  if (usable.some(({ count }) => count > maxCount)) return { text: shown, line, problem: 'count' };
  return { text: shown, line, readings: usable, paid: columns?.paid ?? null };
}

const countIn = (digits: string | undefined): number => Number(digits ?? 1);

function withCount(text: string): LineReading {
  const [lead = '', digits, sign] = before.exec(text) ?? [];
  const rest = text.slice(lead.length);
  if (digits !== undefined && (sign !== undefined || /^[^|]+\|/.test(rest)))
    return { name: rest, count: countIn(digits) };
  return { name: text.replace(after, '').trim(), count: countIn(after.exec(text)?.[1]) };
}

/** A name and the numbers after or before it: count, then what was paid for each. More numbers could be anything. */
function readColumns(
  text: string,
  separator: string,
  amounts: AmountOptions | undefined,
): Pick<ItemLine, 'readings' | 'paid'> | LineProblem | undefined {
  const cells = splitCells(text, separator);
  const named = cells.filter((cell) => cell !== '' && !isAmount(cell, amounts?.rated));
  const numbers = cells.filter((cell) => isAmount(cell, amounts?.rated));
  const [name] = named;
  if (name === undefined) return undefined;
  const last = text.slice(text.lastIndexOf(separator) + 1).trim();
  const whole = text.slice(0, text.lastIndexOf(separator)).trim();
  // No name holds a tab or a semicolon. Those with a comma are as "Music Kit | Darude, Moments CSGO" or "Warhammer 40,000 …".
  if (named.length > 1 && (separator !== ',' || !/\||\d,\d/.test(text))) return 'count';
  const holding = named.length > 1 && wholeNumber.test(last) ? [{ name: whole, count: countIn(last) }] : [];
  if (named.length > 1) return { readings: holding, paid: null };
  if (numbers.length > 2) return 'count';
  if (numbers.length === 0) return { readings: [withCount(name)], paid: null };
  const [count = '', paid = ''] = numbers;
  if (!wholeNumber.test(count)) return 'count';
  const decimal = decimalSignOf([{ cells: numbers }], separator);
  const read = amounts ? amountInCell(paid, { ...amounts, decimal }) : null;
  return typeof read === 'string' ? read : { readings: [{ name, count: countIn(count) }], paid: read };
}

/** The cells of a line, with quotation marks as in RFC 4180; none for a line whose marks have no end. */
export function splitCells(line: string, separator: string): readonly string[] {
  try {
    const [cells = []]: string[][] = parse(line, { delimiter: separator, relax_quotes: true, trim: true });
    return cells.map(withoutGuard);
  } catch {
    return [];
  }
}
