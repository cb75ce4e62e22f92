import { parse } from 'csv-parse/browser/esm/sync';
import { isObject } from '#core/asks/guards.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { isPlausibleName } from '#core/items/names.ts';
import { isNumeric } from '#core/tables/amounts.ts';
import { columnsOfTable, maxColumns, unknownColumns } from '#core/tables/column-roles.ts';
import { readFreeLine, splitCells } from '#core/tables/free-line.ts';
import {
  type CellRow,
  type ItemLine,
  maxCharacters,
  maxLines,
  type ReadOptions,
  type ReadTable,
  readCells,
  type TableProblem,
  type UnreadLine,
} from '#core/tables/table-lines.ts';
import { numberText, withoutGuard } from '#core/tables/write-table.ts';

/** Lines in which the heads are looked for: a title may stand above them. */
const headLines = 5;
/** Characters of a line that are read, at most: all columns of Explore are some 2,000. */
const maxLineLength = 10_000;

/**
 * Reads what people have of items: names, one a line, each with a count before or after it; CSV, TSV or columns by
 * semicolons, with a header or in the order name, count, price paid for each; and JSON of inventories. All that Skinlens
 * writes (`write-table.ts`) it reads back as the same items and counts. Never throws.
 */
export function readTable(pasted: string, options: ReadOptions = {}): ReadTable {
  const text = pasted
    .slice(0, maxCharacters)
    .replace(/^\ufeff/, '')
    // Spreadsheets of several languages write thousands so: "1 234,50 ₽".
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
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
  const read = body.flatMap((line, at) => readFreeLine(line, at + offset, options.amounts) ?? []);
  return cut({ ...sorted(read), columns: [] }, isLong);
}

const unnamed = (text: string, line: number): UnreadLine[] =>
  text.trim() === '' ? [] : [{ text: text.slice(0, 200), line, problem: 'name' }];

/** A list whose first quotation mark never closes: its lines cannot be told apart. */
function hasOpenQuote(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('"')) && splitRows(lines, ',', 1) === undefined;
}

/** The heads of a table among its first lines, and the sign between its columns; `undefined` for a list without heads. */
function findHeads(
  lines: readonly string[],
  stated: string | undefined,
  chosen: ReadOptions['chosen'],
): { at: number; delimiter: string; isKnown: boolean } | undefined {
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

function readRows(heads: readonly string[], rows: readonly CellRow[], options: ReadOptions, delimiter: string): Read {
  const columns = columnsOfTable(heads, rows, options.chosen) ?? [];
  const lines = readCells(rows, columns, { ...options, delimiter });
  const { items, unread } = sorted(lines.map((line) => ('problem' in line ? line : withPlausibleName(line))));
  return { items, unread, columns };
}

const withPlausibleName = (line: ItemLine): ItemLine | UnreadLine =>
  line.readings.every(({ name }) => isPlausibleName(name))
    ? line
    : { text: line.text, line: line.line, problem: 'name' };

/**
 * The items of a JSON text as the rows of a table, its heads first: Steam's inventory
 * (https://steamcommunity.com/inventory/<id>/730/2), a list of names, a list of objects one of whose members is a name, or an
 * object with such a list. `undefined` for any other shape. `of`: the items that there are, where the text says that it is a
 * part.
 */
function rowsOfJson(
  body: unknown,
): { readonly rows: readonly CellRow[]; readonly of?: number | undefined } | undefined {
  if (isObject(body) && Array.isArray(body['assets']) && Array.isArray(body['descriptions']))
    return { rows: steamRows(body['assets'], body['descriptions']), of: wholeOf(body, body['assets'].length) };
  // One more than is read tells that there is more.
  const list = [body, ...(isObject(body) ? Object.values(body) : [])].find(Array.isArray)?.slice(0, maxLines + 1);
  if (!list || list.length === 0) return undefined;
  if (list.every((each) => typeof each === 'string'))
    return { rows: numbered([['name'], ...list.map((name) => [name])]) };
  const objects = list.filter(isObject);
  const heads = [...new Set(objects.flatMap((each) => Object.keys(each)))].slice(0, maxColumns);
  if (objects.length !== list.length || !columnsOfTable(heads)) return undefined;
  return { rows: numbered([heads, ...objects.map((each) => heads.map((head) => cellOf(each[head])))]) };
}

/** The items of an inventory of which this is one page. */
function wholeOf(body: Record<string, unknown>, items: number): number | undefined {
  const total = Number(body['total_inventory_count']);
  return Number.isInteger(total) && total > items ? total : body['more_items'] ? items + 1 : undefined;
}

function cellOf(value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' || value === true ? String(value) : '';
}

const numbered = (rows: readonly (readonly string[])[]): readonly CellRow[] =>
  rows.map((cells, at) => ({ cells, line: at + 1 }));

const keyOf = (one: Record<string, unknown>): string => `${one['classid']}_${one['instanceid']}`;

/** Each item once with its count. A description may say the game as a number or as a text. */
function steamRows(assets: readonly unknown[], descriptions: readonly unknown[]): readonly CellRow[] {
  const counts = new Map<string, number>();
  for (const asset of assets.filter(isObject))
    counts.set(keyOf(asset), (counts.get(keyOf(asset)) ?? 0) + Number(asset['amount'] ?? 1));
  const items = new Map<string, { readonly game: string; count: number }>();
  for (const one of descriptions.filter(isObject)) {
    const [name, count] = [one['market_hash_name'], counts.get(keyOf(one)) ?? 0];
    if (typeof name !== 'string' || !(count > 0)) continue;
    const item = items.get(name) ?? { game: cellOf(one['appid']), count: 0 };
    items.set(name, { ...item, count: item.count + count });
  }
  const rows = [...items].map(([name, { game, count }]) => [name, String(count), game]);
  return numbered([['name', 'count', 'game'], ...rows]);
}
