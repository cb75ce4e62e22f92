import { parse } from 'csv-parse/browser/esm/sync';
import { isPlausibleName } from '#core/names.ts';
import { parseJson } from '#core/parse-json.ts';
import { readCells } from '#core/tables/cells.ts';
import { columnsOfTable } from '#core/tables/column-roles.ts';
import { readFreeLine } from '#core/tables/free-line.ts';
import { rowsOfJson } from '#core/tables/json-rows.ts';
import {
  type CellRow,
  type ItemLine,
  maxCharacters,
  maxLines,
  type ReadOptions,
  type ReadTable,
  type TableProblem,
  type UnreadLine,
} from '#core/tables/table-lines.ts';
import { withoutGuard } from '#core/tables/write-table.ts';

/** Heads of the comparison's copy, which has a line for each market: together they are one item. */
export const comparisonHeads = ['item', 'market', 'price', 'coins', 'difference_percent'] as const;

/**
 * Reads what people have of items: names, one a line, each with a count before or after it; CSV, TSV or columns by
 * semicolons, with a header or in the order name, count, price paid for each; and JSON of inventories. All that Skinlens
 * writes (`write-table.ts`) it reads back as the same items and counts. Amounts are US dollars. Never throws.
 */
export function readTable(pasted: string, options: ReadOptions = {}): ReadTable {
  const text = pasted
    .slice(0, maxCharacters)
    .replace(/^\ufeff/, '')
    .trim();
  const isLong = pasted.length > maxCharacters;
  if (/^[[{]/.test(text)) {
    const rows = rowsOfJson(parseJson(text));
    return rows ? cut(readRows(rows, options, ','), isLong) : empty('json');
  }
  const [first = ''] = text.split(/[\r\n]/, 1);
  const stated = /^sep=(.)$/.exec(first)?.[1];
  const body = stated === undefined ? text : text.slice(first.length);
  const [head = ''] = body.trim().split(/[\r\n]/, 1);
  const delimiter = stated ?? ['\t', ';'].find((sign) => head.includes(sign)) ?? ',';
  const rows = splitRows(body, delimiter);
  if (rows?.[0] && columnsOfTable(rows[0].cells, options.chosen))
    return cut(readRows(rows, options, delimiter), isLong);
  if (!rows && /^"/m.test(body)) return empty('quotes');
  const lines = body.split(/\r\n|\r|\n/, maxLines + 2);
  const offset = stated === undefined ? 1 : 0;
  const read = lines.flatMap((line, at) => readFreeLine(line, at + offset) ?? []);
  return cut({ ...sorted(read), columns: [] }, isLong);
}

const empty = (problem: TableProblem): ReadTable => ({ items: [], unread: [], columns: [], isCut: false, problem });

type Read = Pick<ReadTable, 'items' | 'unread' | 'columns'>;

function cut({ items, unread, columns }: Read, isLong: boolean): ReadTable {
  const isCut = isLong || items.length + unread.length > maxLines;
  return { items: items.slice(0, maxLines), unread: unread.slice(0, maxLines), columns, isCut, problem: undefined };
}

const sorted = (lines: readonly (ItemLine | UnreadLine)[]): Pick<ReadTable, 'items' | 'unread'> => ({
  items: lines.filter((line) => 'readings' in line),
  unread: lines.filter((line) => 'problem' in line),
});

function splitRows(text: string, delimiter: string): readonly CellRow[] | undefined {
  const rows: CellRow[] = [];
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // One more than allowed tells that there is more.
      to: maxLines + 2,
      on_record: (cells: string[], { lines }) => {
        rows.push({ cells: cells.map(withoutGuard), line: lines });
        return null;
      },
    });
    return rows;
  } catch {
    return undefined;
  }
}

/** Reads rows under a header. */
function readRows([head, ...rows]: readonly CellRow[], options: ReadOptions, delimiter: string): Read {
  const heads = head?.cells ?? [];
  const columns = columnsOfTable(heads, options.chosen) ?? [];
  const lines = readCells(rows, columns, { ...options, delimiter });
  const { items, unread } = sorted(lines.map((line) => ('problem' in line ? line : withPlausibleName(line))));
  const isComparison = comparisonHeads.every((name, at) => heads[at] === name);
  return isComparison ? { items: items.slice(0, 1), unread, columns: [] } : { items, unread, columns };
}

const withPlausibleName = (line: ItemLine): ItemLine | UnreadLine =>
  line.readings.every(({ name }) => isPlausibleName(name))
    ? line
    : { text: line.text, line: line.line, problem: 'name' };
