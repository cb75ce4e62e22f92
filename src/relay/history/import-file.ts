import { parse } from 'csv-parse/sync';
import { type ImportedPrice, type ImportProblem, readImportedPrice } from '#relay/history/import.ts';

/** A row that was not imported. `row` counts from 1, without a header. */
export interface BadRow {
  readonly row: number;
  readonly problem: ImportProblem;
}

export interface ImportFile {
  readonly prices: readonly ImportedPrice[];
  readonly badCount: number;
  readonly bad: readonly BadRow[];
}

export type ImportRefusal = 'rows' | 'json' | 'csv' | 'columns';

export class ImportFileError extends TypeError {
  readonly refusal: ImportRefusal;
  /** The limit of rows, or the missing columns. */
  readonly detail: string;

  constructor(refusal: ImportRefusal, message: string, detail = '') {
    super(message);
    this.refusal = refusal;
    this.detail = detail;
  }
}

const maxNamed = 20;

/** Rows of one import; a year of all items on one market has 14 million, which takes several files. */
const maxRows = 5_000_000;

/**
 * Reads older prices: CSV with a header (`name,market,time,cents` in any order; commas, semicolons or tabs), a JSON array, or
 * JSON lines.
 * @param now ms since 1970
 * @throws ImportFileError whose message says why the text cannot be read at all
 */
export function readImportFile(text: string, now: number): ImportFile {
  const rows = readRows(text.replace(/^\uFEFF/, ''));
  if (rows.length > maxRows) throw new ImportFileError('rows', `it has more than ${maxRows} rows`, String(maxRows));
  const prices: ImportedPrice[] = [];
  const bad: BadRow[] = [];
  let badCount = 0;
  for (const [at, row] of rows.entries()) {
    const read = readImportedPrice(row, now);
    if (typeof read !== 'string') {
      prices.push(read);
      continue;
    }
    badCount++;
    if (bad.length < maxNamed) bad.push({ row: at + 1, problem: read });
  }
  return { prices, badCount, bad };
}

function readRows(text: string): readonly unknown[] {
  const start = text.trimStart()[0];
  if (start === '[') return parseJsonArray(text);
  if (start === '{') return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJsonLine(line)]));
  return parseCsv(text);
}

function parseJsonArray(text: string): readonly unknown[] {
  try {
    const rows: unknown = JSON.parse(text);
    if (Array.isArray(rows)) return rows;
  } catch {
    // Said below: an error of `JSON.parse` quotes the text.
  }
  throw new ImportFileError('json', 'it is no JSON');
}

/** A broken line is a bad row. */
function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const columns = ['name', 'market', 'time', 'cents'];

function parseCsv(text: string): readonly unknown[] {
  const [head = ''] = text.split('\n', 1);
  const delimiter = delimiterOf(head);
  const names = head.split(delimiter).map((name) => name.replaceAll('"', '').trim().toLowerCase());
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const list = missing.join(', ');
    throw new ImportFileError('columns', `its first line does not name ${list}`, list);
  }
  try {
    return parse(text, {
      columns: names,
      from: 2,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch {
    throw new ImportFileError('csv', 'it is no CSV');
  }
}

function delimiterOf(line: string): string {
  const counts = [',', ';', '\t'].map((delimiter) => [line.split(delimiter).length, delimiter] as const);
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1];
}
