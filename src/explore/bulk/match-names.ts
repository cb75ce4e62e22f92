import { looseKey } from '#core/names.ts';
import type { ItemLine } from '#core/tables/table-lines.ts';
import type { MatchedLines } from '#explore/bulk/matched-lines.ts';

/**
 * The rows of pasted names: the name itself, else the only one that differs in spaces, capitals or apostrophes alone.
 * @param isUnique whether the table knows exactly one name near a text: a name without a price may be another's twin
 * (src/core/names.md, "Twins")
 */
export function matchNames(
  names: readonly string[],
  lines: readonly ItemLine[],
  isUnique: (name: string) => boolean,
): MatchedLines {
  const exact = new Map(names.map((name, row) => [name, row]));
  let near: ReadonlyMap<string, number> | undefined;
  const nearRow = (name: string): number | undefined => {
    near ??= uniqueNear(names);
    const row = near.get(looseKey(name));
    return row !== undefined && isUnique(name) ? row : undefined;
  };
  const match = ({ readings }: ItemLine) => {
    for (const rowOf of [(name: string) => exact.get(name), nearRow])
      for (const { name, count } of readings) {
        const row = rowOf(name) ?? rowOf(sealed(name));
        if (row !== undefined) return { row, count };
      }
    return undefined;
  };
  const counts = new Map<number, number>();
  const unmatched: ItemLine[] = [];
  const meant: MatchedLines['found'][number][] = [];
  for (const line of lines) {
    const found = match(line);
    if (!found) unmatched.push(line);
    else {
      counts.set(found.row, (counts.get(found.row) ?? 0) + found.count);
      meant.push({ name: names[found.row] ?? '', count: found.count, line });
    }
  }
  return { rows: [...counts].map(([row, count]) => ({ row, count })), found: meant, unmatched };
}

/** People leave out the first word of "Sealed Graffiti | …", the only form that is traded. */
const sealed = (name: string): string => name.replace(/^(?=graffiti \|)/i, 'Sealed ');

/** The row of each spelling that one name alone has. */
function uniqueNear(names: readonly string[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const shared = new Set<string>();
  for (const [row, name] of names.entries()) {
    const key = looseKey(name);
    if (rows.has(key)) shared.add(key);
    rows.set(key, row);
  }
  for (const key of shared) rows.delete(key);
  return rows;
}
