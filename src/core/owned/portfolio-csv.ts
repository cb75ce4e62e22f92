import type { Money } from '#core/money/money.ts';
import { type Holding, holdingSchema, maxHoldings, type Sale, saleSchema } from '#core/owned/portfolio.ts';
import type { ValuedHolding } from '#core/owned/valuation.ts';
import { readTable } from '#core/tables/read-table.ts';
import type {
  ItemLine,
  LineReading,
  ReadOptions,
  ReadTable,
  TableProblem,
  UnreadLine,
} from '#core/tables/table-lines.ts';
import { type Cell, quantity, toCsv } from '#core/tables/write-table.ts';

export const maxPortfolioBytes = 4_194_304;

export type PortfolioRefusal = 'too-large' | 'too-many-lines' | 'too-many-items' | 'empty-csv' | TableProblem;

export type ParsedPortfolio = Pick<ReadTable, 'items' | 'unread' | 'columns' | 'of'>;

/** Reads a portfolio from any table that `readTable` reads: one entry a line, with what was paid for each. */
export function parsePortfolioCsv(
  text: string,
  options: ReadOptions,
): ParsedPortfolio | { readonly refused: PortfolioRefusal } {
  if (text.length > maxPortfolioBytes) return { refused: 'too-large' };
  const { items, unread, columns, of, isCut, problem } = readTable(text, options);
  if (problem) return { refused: problem };
  if (isCut) return { refused: 'too-many-lines' };
  if (items.length + unread.length === 0) return { refused: 'empty-csv' };
  if (items.length > maxHoldings) return { refused: 'too-many-items' };
  return { items, unread, columns, of };
}

/** The entry or the sale of a line. @param meant what it means; without it, the reading that takes the count from the line */
export function entryOf(
  line: ItemLine,
  meant: LineReading | undefined = line.readings.at(-1),
): Holding | Sale | UnreadLine {
  const { name, count } = meant ?? {};
  const problem = holdingSchema.shape.name.safeParse(name).success ? 'count' : 'name';
  const { text, paid, bought, sale } = line;
  const entry = { name, count, paid, ...bought, ...sale };
  return (sale ? saleSchema : holdingSchema).safeParse(entry).data ?? { text, line: line.line, problem };
}

/** Encodings of spreadsheets that are not Unicode, that of western Europe first. */
const otherEncodings = ['windows-1252', 'gbk', 'windows-1251', 'shift_jis', 'euc-kr'];

/** One text by the byte order mark or the bytes, else one for each encoding: the one whose names are known is right. */
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

const usd = (cents: number | undefined): Cell => (cents === undefined ? undefined : { cents, currency: 'USD' });

const amountCells = (amount: Money | null | undefined) => [amount ?? undefined, amount?.currency];

const heads =
  `item count paid_each paid_currency received_each received_currency received_at market price_usd value_usd net_usd
  profit_usd doubt prices_as_of own_paid own_paid_currency bought_site bought_time bought_wear locked_until`.split(
    /\s+/,
  );

const timeCell = (ms: number | undefined): Cell => (ms === undefined ? undefined : new Date(ms).toISOString());

const ownCells = ({ name, count, paid }: Holding) => [name, quantity(count), ...amountCells(paid)];

const boughtCells = ({ paidThen, site, boughtAt, wearValue, lockedUntil }: Holding) => [
  ...[...amountCells(paidThen), site, timeCell(boughtAt), quantity(wearValue), timeCell(lockedUntil)],
];

/** The portfolio as a CSV file that `parsePortfolioCsv` reads again: entries, then sales. Amounts have a point. */
export const portfolioCsv = (items: readonly ValuedHolding[], sales: readonly Sale[], asOf: number | undefined) =>
  toCsv([
    heads,
    ...items.map((holding) => {
      const { market, cents, value, net, profit, doubt } = holding;
      const worth = [market, usd(cents), usd(value), usd(net), usd(profit), doubt, timeCell(asOf)];
      return [...ownCells(holding), undefined, undefined, undefined, ...worth, ...boughtCells(holding)];
    }),
    ...sales.map((sale) => {
      const worth = Array<undefined>(7).fill(undefined);
      return [...ownCells(sale), ...amountCells(sale.received), timeCell(sale.soldAt), ...worth, ...boughtCells(sale)];
    }),
  ]);
