import { parse } from 'csv-parse/browser/esm/sync';
import { isObject } from '#core/guards.ts';
import { isPlausibleName, maxNameLength } from '#core/names.ts';
import { type LineReading, maxLines, type PastedLine } from '#explore/bulk/pasted-line.ts';

/** Characters that are read, at most: Steam's JSON of a full inventory has some MB. */
const maxCharacters = 20_000_000;
const maxCount = 1_000_000;
/** Counter-Strike 2 on Steam. */
const gameId = 730;

export interface ParsedList {
  readonly lines: readonly PastedLine[];
  /** There was more than is read. */
  readonly cut: boolean;
  /** JSON of another shape than Steam's. */
  readonly unreadable: boolean;
}

/**
 * Reads a pasted list: names, one a line, each with a count before or after it or in a column, or the JSON of Steam's
 * inventory (https://steamcommunity.com/inventory/<id>/730/2). Never throws.
 */
export function parseList(pasted: string): ParsedList {
  const text = pasted.slice(0, maxCharacters).trim();
  if (/^[[{]/.test(text)) {
    const lines = readInventory(text);
    const cut = pasted.length > maxCharacters || (lines ?? []).length > maxLines;
    return { lines: (lines ?? []).slice(0, maxLines), cut, unreadable: lines === undefined };
  }
  const all = text.split(/\r\n|\r|\n/, maxLines + 1);
  const lines = all.slice(0, maxLines).flatMap((line) => readLine(line) ?? []);
  return { lines, cut: all.length > maxLines || pasted.length > maxCharacters, unreadable: false };
}

/** A count, as written before or after a name: "3x", "x3", "3 ×". */
const before = /^(\d{1,7})\s*[x×*]\s+(?=\S)/i;
const after = /\s+[x×*]\s*(\d{1,7})$/i;

/**
 * What a line may mean, the plainest first: a name can hold a comma ("Music Kit | Darude, Moments CSGO"). `undefined` for
 * an empty line.
 */
function readLine(line: string): PastedLine | undefined {
  const text = line.replace(/^\ufeff/, '').trim();
  if (text === '') return undefined;
  const separator = ['\t', ';', ','].find((sign) => text.includes(sign));
  const readings = [{ name: text, count: 1 }, readCount(text)];
  if (separator !== undefined) readings.push(...readColumns(text, separator));
  const named = readings.filter(({ name }) => name !== '' && name.length <= maxNameLength);
  const count = readings.at(-1)?.count ?? 1;
  return { text: text.slice(0, maxNameLength), count, readings: named };
}

const countIn = (digits: string | undefined): number => Math.min(Number(digits ?? 1), maxCount);

/** A name with its count before or after it. */
function readCount(text: string): LineReading {
  const lead = before.exec(text)?.[1];
  const trail = lead === undefined ? after.exec(text)?.[1] : undefined;
  return { name: text.replace(lead === undefined ? after : before, '').trim(), count: countIn(lead ?? trail) };
}

const wholeNumber = /^\d{1,7}$/;

/** A name in the first column that is no number, with the count of the first column that is one. */
function readColumns(text: string, separator: string): readonly LineReading[] {
  const cells = splitCells(text, separator).filter((cell) => cell !== '');
  const name = cells.find((cell) => !wholeNumber.test(cell));
  const digits = cells.find((cell) => wholeNumber.test(cell));
  const last = text.slice(text.lastIndexOf(separator) + 1).trim();
  const whole = text.slice(0, text.lastIndexOf(separator)).trim();
  return [
    ...(wholeNumber.test(last) ? [{ name: whole, count: countIn(last) }] : []),
    ...(name === undefined ? [] : [digits === undefined ? readCount(name) : { name, count: countIn(digits) }]),
  ];
}

/** The cells of a line, with quotation marks as in RFC 4180; none for a line whose marks have no end. */
function splitCells(line: string, separator: string): readonly string[] {
  try {
    const [cells = []] = parse(line, { delimiter: separator, relax_quotes: true, trim: true });
    return cells;
  } catch {
    return [];
  }
}

/** The items of Steam's JSON, each once with its count; `undefined` for another shape. */
function readInventory(text: string): readonly PastedLine[] | undefined {
  const body = parseJson(text);
  if (!isObject(body) || !Array.isArray(body['assets']) || !Array.isArray(body['descriptions'])) return undefined;
  const names = new Map(
    body['descriptions'].flatMap((one: unknown) => {
      const name = isObject(one) ? one['market_hash_name'] : undefined;
      const isOurs = isObject(one) && (one['appid'] === undefined || one['appid'] === gameId);
      return isOurs && typeof name === 'string' && isPlausibleName(name) ? [[keyOf(one), name] as const] : [];
    }),
  );
  const counts = new Map<string, number>();
  for (const asset of body['assets']) {
    const name = isObject(asset) ? names.get(keyOf(asset)) : undefined;
    const amount = isObject(asset) ? Number(asset['amount'] ?? 1) : 0;
    if (name !== undefined && amount > 0) counts.set(name, Math.min((counts.get(name) ?? 0) + amount, maxCount));
  }
  return [...counts].map(([name, count]) => ({ text: name, count, readings: [{ name, count }] }));
}

const keyOf = (one: Record<string, unknown>): string => `${one['classid']}_${one['instanceid']}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
