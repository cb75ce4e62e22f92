import { Fault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import { maxNameLength } from '#core/items/names.ts';
import type { PartnerRow } from '#protocol/price-api.ts';
import { areMostlyBad, isPartnerRow } from '#protocol/row-check.ts';

/**
 * Parses the body of `/api/get-partner-prices` (src/protocol/price-api.md) row by row.
 * @throws Fault `malformed` for another envelope, no items, or bad rows beyond their share (src/protocol/row-check.ts).
 */
export function parsePartnerPrices(body: unknown): { rows: ReadonlyMap<string, PartnerRow>; bad: number } {
  if (!isObject(body)) throw new Fault('malformed', 'the answer is not a map of items');
  const names = Object.keys(body);
  const rows = new Map<string, PartnerRow>();
  for (const name of names) {
    const row = body[name];
    if (name.length > 0 && name.length <= maxNameLength && isPartnerRow(row)) rows.set(name, row);
  }
  const good = rows.size;
  const bad = names.length - good;
  if (names.length === 0) throw new Fault('malformed', 'the answer holds no items');
  if (areMostlyBad({ rows: names.length, good, bad }))
    throw new Fault('malformed', `${bad} of ${names.length} items are not price rows`);
  return { rows, bad };
}
