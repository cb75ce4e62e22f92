import { parse } from 'csv-parse/browser/esm/sync';
import { isPlausibleName } from '#core/names.ts';
import { parseJson } from '#core/parse-json.ts';
import { readCells } from '#core/tables/cells.ts';
import { columnsOfTable, isNumeric, maxColumns, unknownColumns } from '#core/tables/column-roles.ts';
import { readFreeLine, splitCells } from '#core/tables/free-line.ts';
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

/** Lines in which the heads are looked for: a title may stand above them. */
const headLines = 5;
/** Characters of a line that are read, at most: all columns of Explore are some 2,000. */
const maxLineLength = 10_000;

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
    const found = rowsOfJson(parseJson(text));
    if (!found) return empty('json');
    const [head, ...rows] = found.rows;
    return { ...cut(readRows(head?.cells ?? [], rows, options, ','), isLong), of: found.of };
  }
  const lines = text.split(/\r\n|\r|\n/, maxLines + headLines + 2).map((line) => line.slice(0, maxLineLength));
  const [, stated] = /^sep=(.)$/.exec(lines[0] ?? '') ?? [];
  const body = stated === undefined ? lines : lines.slice(1);
  const offset = lines.length - body.length + 1;
  const found = findHeads(body, stated, options.chosen);
  const rows = found && splitRows(body.slice(found.at), found.delimiter, found.at + offset);
  const [heads, ...below] = rows ?? [];
  if (found && heads) {
    const above = body.slice(0, found.at).flatMap((line, at) => unnamed(line, at + offset));
    const read = found.isKnown
      ? readRows(heads.cells, below, options, found.delimiter)
      : {
          items: [],
          columns: unknownColumns(heads.cells),
          unread: below.flatMap(({ cells, line }) => unnamed(cells.join(' '), line)),
        };
    return cut({ ...read, unread: [...above, ...read.unread] }, isLong);
  }
  if (hasOpenQuote(body)) return empty('quotes');
  const read = body.flatMap((line, at) => readFreeLine(line, at + offset) ?? []);
  return cut({ ...sorted(read), columns: [] }, isLong);
}

const unnamed = (text: string, line: number): UnreadLine[] =>
  text.trim() === '' ? [] : [{ text: text.slice(0, 200), line, problem: 'name' }];

/** A list whose first quotation mark never closes: its lines cannot be told apart. */
function hasOpenQuote(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('"')) && splitRows(lines, ',', 1) === undefined;
}

interface FoundHeads {
  /** Lines above. */
  readonly at: number;
  readonly delimiter: string;
  /** Whether one of the heads is that of names. */
  readonly isKnown: boolean;
}

/** The heads of a table among its first lines, and the sign between its columns; `undefined` for a list without heads. */
function findHeads(
  lines: readonly string[],
  stated: string | undefined,
  chosen: ReadOptions['chosen'],
): FoundHeads | undefined {
  const delimiters = stated === undefined ? ['\t', ';', ','] : [stated];
  for (const [at, line] of lines.slice(0, headLines).entries())
    for (const delimiter of delimiters) {
      const columns = columnsOfTable(splitCells(line, delimiter).slice(0, maxColumns), [], chosen);
      // A single word above a list is no title of it.
      const roles = columns?.filter(({ role }) => role) ?? [];
      if (roles.length > (at === 0 ? 0 : 1)) return { at, delimiter, isKnown: true };
    }
  const [first = '', ...others] = lines.slice(0, headLines);
  const delimiter = delimiters.find((sign) => first.includes(sign));
  const heads = delimiter === undefined ? [] : splitCells(first, delimiter);
  const isHead = heads.length > 1 && heads.every((cell) => !isNumeric(cell) && !/[|★™]/.test(cell));
  const hasNumbers = others.some((line) => splitCells(line, delimiter ?? ',').some(isNumeric));
  return delimiter !== undefined && isHead && hasNumbers ? { at: 0, delimiter, isKnown: false } : undefined;
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

/** @param first the number of the first line */
function splitRows(lines: readonly string[], delimiter: string, first: number): readonly CellRow[] | undefined {
  const rows: CellRow[] = [];
  try {
    parse(lines.join('\n'), {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // One more than allowed tells that there is more.
      to: maxLines + 2,
      on_record: (cells: string[], { lines: end }) => {
        rows.push({ cells: cells.slice(0, maxColumns).map(withoutGuard), line: end + first - 1 });
        return null;
      },
    });
    return rows;
  } catch {
    return undefined;
  }
}

/** Reads rows under a header. */
function readRows(heads: readonly string[], rows: readonly CellRow[], options: ReadOptions, delimiter: string): Read {
  const columns = columnsOfTable(heads, rows, options.chosen) ?? [];
  const lines = readCells(rows, columns, { ...options, delimiter });
  const { items, unread } = sorted(lines.map((line) => ('problem' in line ? line : withPlausibleName(line))));
  const isComparison = comparisonHeads.every((name, at) => heads[at] === name);
  return isComparison ? { items: items.slice(0, 1), unread, columns: [] } : { items, unread, columns };
}

const withPlausibleName = (line: ItemLine): ItemLine | UnreadLine =>
  line.readings.every(({ name }) => isPlausibleName(name))
    ? line
    : { text: line.text, line: line.line, problem: 'name' };
