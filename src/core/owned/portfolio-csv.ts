import { type Holding, holdingSchema, maxHoldings } from '#core/owned/portfolio.ts';
import type { ValuedHolding } from '#core/owned/portfolio-value.ts';
import type { ColumnRole } from '#core/tables/column-roles.ts';
import { readTable } from '#core/tables/read-table.ts';
import type { ItemLine, LineReading, ReadTable, TableProblem, UnreadLine } from '#core/tables/table-lines.ts';
import { toCsv } from '#core/tables/write-table.ts';

export const maxPortfolioBytes = 4_194_304;

export type PortfolioRefusal = 'too-large' | 'too-many-lines' | 'too-many-items' | 'empty' | TableProblem;

export type ParsedPortfolio = Pick<ReadTable, 'items' | 'unread' | 'columns' | 'of'>;

/** Reads a portfolio from any table that `readTable` reads: one entry a line, with what was paid for each in US dollars. */
export function parsePortfolioCsv(
  text: string,
  chosen: Readonly<Record<string, ColumnRole>> = {},
): ParsedPortfolio | { readonly refused: PortfolioRefusal } {
  if (text.length > maxPortfolioBytes) return { refused: 'too-large' };
  const { items, unread, columns, of, isCut, problem } = readTable(text, { chosen, needsPaid: true });
  if (problem) return { refused: problem };
  if (isCut) return { refused: 'too-many-lines' };
  if (items.length + unread.length === 0) return { refused: 'empty' };
  if (items.length > maxHoldings) return { refused: 'too-many-items' };
  return { items, unread, columns, of };
}

/** The entry of a line. @param meant what the line means; without it, the reading that takes the count from the line */
export function holdingOf(line: ItemLine, meant: LineReading | undefined = line.readings.at(-1)): Holding | UnreadLine {
  const { name, count } = meant ?? {};
  const problem = holdingSchema.shape.name.safeParse(name).success ? 'count' : 'name';
  const { text, paidCents } = line;
  return holdingSchema.safeParse({ name, count, paidCents }).data ?? { text, line: line.line, problem };
}

/** Encodings of spreadsheets that are not Unicode, that of western Europe first. */
const otherEncodings = ['windows-1252', 'gbk', 'windows-1251', 'shift_jis', 'euc-kr'];

/**
 * What a file may say: one text by the byte order mark or the bytes of UTF-8 and UTF-16, else one in each encoding in which
 * spreadsheets write CSV. The one whose names are known is right.
 */
export function decodeCsv(bytes: Uint8Array): readonly string[] {
  const [first, second] = bytes;
  const by = (encoding: string) => [new TextDecoder(encoding).decode(bytes)];
  if (first === 0xff && second === 0xfe) return by('utf-16le');
  if (first === 0xfe && second === 0xff) return by('utf-16be');
  if (second === 0 && first !== 0) return by('utf-16le');
  if (first === 0 && second !== 0) return by('utf-16be');
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes)];
  } catch {
    return otherEncodings.flatMap(by);
  }
}

const dollars = (cents: number | null | undefined): number | undefined =>
  cents === undefined || cents === null ? undefined : Number((cents / 100).toFixed(8));

/** The portfolio as a CSV file that `parsePortfolioCsv` reads again. Amounts in US dollars with a point. */
export const portfolioCsv = (items: readonly ValuedHolding[], asOf: number | undefined): string =>
  toCsv([
    'item count paid_each_usd market price_usd value_usd net_usd profit_usd doubt prices_as_of'.split(' '),
    ...items.map(({ name, count, paidCents, market, cents, value, net, profit, doubt }) => [
      name,
      count,
      dollars(paidCents),
      market,
      dollars(cents),
      dollars(value),
      dollars(net),
      dollars(profit),
      doubt,
      asOf === undefined ? undefined : new Date(asOf).toISOString(),
    ]),
  ]);
