import type { ColumnRole } from '#core/tables/column-roles.ts';
import { readTable } from '#core/tables/read-table.ts';

export const redline = 'AK-47 | Redline (Field-Tested)';
export const nothingUnread = { unread: [] };

export function read(text: string, chosen?: Readonly<Record<string, ColumnRole>>) {
  const { items, unread } = readTable(text, { amounts: { rated: ['USD', 'EUR'], unnamed: 'USD' }, chosen });
  return {
    items: items.map(({ readings, paid }) => [readings.at(-1)?.name, readings.at(-1)?.count, paid?.cents ?? null]),
    unread: unread.map(({ line, problem }) => [line, problem]),
  };
}
