import { type Holding, holdingSchema, maxHoldings } from '#core/portfolio.ts';
import type { ValuedHolding } from '#core/portfolio-value.ts';
import type { ColumnRole } from '#core/tables/column-roles.ts';
import { readTable } from '#core/tables/read-table.ts';
import type { ItemLine, ReadTable, TableProblem, UnreadLine } from '#core/tables/table-lines.ts';
import { toCsv } from '#core/tables/write-table.ts';

/** Largest file, bytes. */
export const maxPortfolioBytes = 4_194_304;

export type PortfolioRefusal = 'too-large' | 'too-many-lines' | 'too-many-items' | 'empty' | TableProblem;

export interface ParsedPortfolio extends Pick<ReadTable, 'unread' | 'columns'> {
  readonly items: readonly Holding[];
}

/** Reads a portfolio from any table that `readTable` reads: one entry a line, with what was paid for each in US dollars. */
export function parsePortfolioCsv(
  text: string,
  chosen: Readonly<Record<string, ColumnRole>> = {},
): ParsedPortfolio | { readonly refused: PortfolioRefusal } {
  if (text.length > maxPortfolioBytes) return { refused: 'too-large' };
  const { items, unread, columns, isCut, problem } = readTable(text, { chosen, needsPaid: true });
  if (problem) return { refused: problem };
  if (isCut) return { refused: 'too-many-lines' };
  if (items.length + unread.length === 0) return { refused: 'empty' };
  const read = items.map(holdingOf);
  const holdings = read.flatMap((each) => ('problem' in each ? [] : [each]));
  if (holdings.length > maxHoldings) return { refused: 'too-many-items' };
  const bad = read.flatMap((each) => ('problem' in each ? [each] : []));
  return { items: holdings, unread: [...unread, ...bad].toSorted((one, other) => one.line - other.line), columns };
}

/** The last reading of a line is the one that takes its count from it. */
function holdingOf({ readings, paidCents, text, line }: ItemLine): Holding | UnreadLine {
  const { name, count } = readings.at(-1) ?? {};
  const problem = holdingSchema.shape.name.safeParse(name).success ? 'count' : 'name';
  return holdingSchema.safeParse({ name, count, paidCents }).data ?? { text, line, problem };
}

/**
 * The text of a file. UTF-8 and UTF-16 by their byte order marks or by their bytes, else Windows-1252, in which
 * spreadsheets in western Europe write CSV.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (second === 0 && first !== 0) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const dollars = (cents: number | null | undefined): number | undefined =>
  cents === undefined || cents === null ? undefined : cents / 100;

/** The portfolio as a CSV file that `parsePortfolioCsv` reads again. Amounts in US dollars with a point. */
export const portfolioCsv = (items: readonly ValuedHolding[], asOf: number | undefined): string =>
  toCsv([
    [
      'item',
      'count',
      'paid_each_usd',
      'market',
      'price_usd',
      'value_usd',
      'net_usd',
      'profit_usd',
      'doubt',
      'prices_as_of',
    ],
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
