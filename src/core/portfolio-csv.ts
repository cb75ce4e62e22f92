import { parse } from 'csv-parse/browser/esm/sync';
import { type Holding, holdingSchema, maxHoldings } from '#core/portfolio.ts';
import type { ValuedHolding } from '#core/portfolio-value.ts';
import { parseTypedNumber } from '#core/typed-number.ts';
import { toCsv } from '#core/watch-csv.ts';

/** Largest file, bytes, and most lines. */
export const maxPortfolioBytes = 4_194_304;
export const maxPortfolioLines = 10_000;

export type PortfolioRefusal = 'too-large' | 'too-many-lines' | 'too-many-items' | 'no-csv' | 'empty';

/** A line that was not read. Lines count from 1, with the header. */
export interface BadLine {
  readonly line: number;
  readonly problem: 'name' | 'count' | 'paid';
}

export interface ParsedPortfolio {
  readonly items: readonly Holding[];
  readonly bad: readonly BadLine[];
}

/**
 * Names of columns, in lower case, as other tools write them. Where a file has several of them, the first one here counts:
 * "name" may be a translation beside "market_hash_name", and "price" today's beside "buy price".
 */
const columnNames = {
  name: ['market_hash_name', 'market hash name', 'item', 'item name', 'name'],
  count: ['count', 'quantity', 'qty', 'amount'],
  paid: ['paid_each_usd', 'paid', 'buy price', 'buy_price', 'cost', 'price'],
} as const;

/**
 * Reads a portfolio: one entry a line, item, count and what was paid for each in US dollars. The separator is a tab, a
 * semicolon or a comma, whichever comes first in this order in the first line. A header may give another order.
 */
export function parsePortfolioCsv(text: string): ParsedPortfolio | { readonly refused: PortfolioRefusal } {
  if (text.length > maxPortfolioBytes) return { refused: 'too-large' };
  const rows = readRows(text);
  if (!rows) return { refused: 'no-csv' };
  const order = columnOrder(rows[0]?.cells ?? []);
  if (rows.length > maxPortfolioLines + (order ? 1 : 0)) return { refused: 'too-many-lines' };
  const read = (order ? rows.slice(1) : rows).map(({ cells, line }) => readRow(cells, line, order ?? plainOrder));
  if (read.length === 0) return { refused: 'empty' };
  const items = read.flatMap((row) => ('problem' in row ? [] : [row]));
  if (items.length > maxHoldings) return { refused: 'too-many-items' };
  return { items, bad: read.flatMap((row) => ('problem' in row ? [row] : [])) };
}

interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

function readRows(text: string): readonly CsvRow[] | undefined {
  const plain = text.replace(/^\uFEFF/, '');
  const [first = ''] = plain.split(/[\r\n]/, 1);
  const delimiter = ['\t', ';'].find((sign) => first.includes(sign)) ?? ',';
  const rows: CsvRow[] = [];
  try {
    parse(plain, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // One more than allowed is enough to refuse.
      to: maxPortfolioLines + 2,
      on_record: (cells: string[], { lines }) => {
        rows.push({ cells, line: lines });
        return null;
      },
    });
    return rows;
  } catch {
    return undefined;
  }
}

type Order = Readonly<Record<keyof typeof columnNames, number>>;

const plainOrder: Order = { name: 0, count: 1, paid: 2 };

/** The places of the columns in a header, −1 for a missing one; `undefined` when the row is no header. */
function columnOrder(cells: readonly string[]): Order | undefined {
  const heads = cells.map((cell) => cell.toLowerCase());
  const find = (names: readonly string[]) => {
    const first = names.find((name) => heads.includes(name));
    return first === undefined ? -1 : heads.indexOf(first);
  };
  const name = find(columnNames.name);
  return name < 0 ? undefined : { name, count: find(columnNames.count), paid: find(columnNames.paid) };
}

function readRow(cells: readonly string[], line: number, order: Order): Holding | BadLine {
  const count = readCount(cells[order.count] ?? '');
  if (count === undefined) return { line, problem: 'count' };
  const paidCents = readDollars(cells[order.paid] ?? '');
  if (paidCents === undefined) return { line, problem: 'paid' };
  // An apostrophe in front is this extension's own, against formulas.
  const name = (cells[order.name] ?? '').replace(/^'(?=[=+\-@|%])/, '');
  return holdingSchema.safeParse({ name, count, paidCents }).data ?? { line, problem: 'name' };
}

/** A whole number, 1 where none is given; `undefined` for any other text. */
function readCount(cell: string): number | undefined {
  const count = cell === '' ? 1 : /^\d{1,6}$/.test(cell) ? Number(cell) : 0;
  return holdingSchema.shape.count.safeParse(count).data;
}

/**
 * Cents of a printed number of dollars, `null` where none is given. "1,234" and "1.234" may mean thousands: `undefined`,
 * as for any other text.
 */
export function readDollars(cell: string): number | null | undefined {
  const number = cell.replace(/^\$\s*|\s*(?:\$|USD)$/g, '');
  if (number === '') return null;
  const cents = parseTypedNumber(number, 100);
  return cents === undefined ? undefined : holdingSchema.shape.paidCents.safeParse(cents).data;
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
export const portfolioCsv = (items: readonly ValuedHolding[], market: string, asOf: number | null): string =>
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
    ...items.map(({ name, count, paidCents, cents, value, net, profit, doubt }) => [
      name,
      count,
      dollars(paidCents),
      market,
      dollars(cents),
      dollars(value),
      dollars(net),
      dollars(profit),
      doubt,
      asOf === null ? undefined : new Date(asOf).toISOString(),
    ]),
  ]);
