import { isObject } from '#core/guards.ts';
import { columnsOfTable, maxColumns } from '#core/tables/column-roles.ts';
import { type CellRow, maxLines } from '#core/tables/table-lines.ts';

/**
 * The items of a JSON text as the rows of a table, its heads first: Steam's inventory
 * (https://steamcommunity.com/inventory/<id>/730/2), a list of names, a list of objects one of whose members is a name, or an
 * object with such a list. `undefined` for any other shape. `of`: the items that there are, where the text says that it is a
 * part.
 */
export function rowsOfJson(
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

const cellOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || value === true ? String(value) : '';

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
