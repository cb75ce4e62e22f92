import { Fault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import { maxNameLength } from '#core/items/names.ts';
import { addRow, createRowBuffer, type RowBuffer } from '#data/catalogue/row-buffer.ts';
import { areMostlyBad, isPartnerRow } from '#protocol/row-check.ts';

/**
 * Parses the body of `/api/get-partner-prices` (src/protocol/price-api.md) row by row.
 * @throws Fault `malformed` for another envelope, no items, or bad rows beyond their share (src/protocol/row-check.ts).
 */
export function parsePartnerPrices(body: unknown): { rows: RowBuffer; bad: number } {
  if (!isObject(body)) throw new Fault('malformed', 'the answer is not a map of items');
  const names = Object.keys(body);
  const rows = createRowBuffer(names.length);
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const row = body[name];
    if (name.length > 0 && name.length <= maxNameLength && isPartnerRow(row)) addRow(rows, name, row);
  }
  const good = rows.names.length;
  const bad = names.length - good;
  if (names.length === 0) throw new Fault('malformed', 'the answer holds no items');
  if (areMostlyBad({ rows: names.length, good, bad }))
    throw new Fault('malformed', `${bad} of ${names.length} items are not price rows`);
  return { rows, bad };
}
