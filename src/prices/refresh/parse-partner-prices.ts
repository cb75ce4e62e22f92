import { Fault } from '#core/fault.ts';
import { isObject } from '#core/guards.ts';
import { maxNameLength } from '#core/names.ts';
import { addRow, createRowBuffer, type RowBuffer } from '#prices/table/row-buffer.ts';
import { maxPriceCents, type PartnerRow } from '#protocol/price-api.ts';

export interface ParsedPartnerPrices {
  readonly rows: RowBuffer;
  /** Number of rows left out. */
  readonly bad: number;
}

/** Largest share of bad rows. */
const maxBadShare = 0.05;

/**
 * Parses the body of `/api/get-partner-prices` (src/protocol/price-api.md) row by row.
 * @throws Fault `malformed` for another envelope, no items, or over 5 % bad rows.
 */
export function parsePartnerPrices(body: unknown): ParsedPartnerPrices {
  if (!isObject(body)) throw new Fault('malformed', 'the answer is not a map of items');
  const names = Object.keys(body);
  const rows = createRowBuffer(names.length);
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const row = body[name];
    if (name.length > 0 && name.length <= maxNameLength && isPartnerRow(row)) addRow(rows, name, row);
  }
  const bad = names.length - rows.names.length;
  if (names.length === 0) throw new Fault('malformed', 'the answer holds no items');
  if (bad > names.length * maxBadShare)
    throw new Fault('malformed', `${bad} of ${names.length} items are not price rows`);
  return { rows, bad };
}

/** Written out: the schema `partnerRow` takes 55 ms for 24,000 rows in a worker that has just started, this takes 9 ms. */
export function isPartnerRow(row: unknown): row is PartnerRow {
  if (!isObject(row)) return false;
  const { price_buff, price_uu, price_csfloat, liquidity, is_inflated } = row;
  return (
    isPrice(price_buff) &&
    isPrice(price_uu) &&
    isPrice(price_csfloat) &&
    (liquidity === undefined || liquidity === null || Number.isFinite(liquidity)) &&
    (is_inflated === undefined || is_inflated === null || typeof is_inflated === 'boolean')
  );
}

/** USD cents, or no price. */
const isPrice = (cents: unknown): boolean =>
  cents === undefined ||
  cents === null ||
  (typeof cents === 'number' && Number.isInteger(cents) && cents >= 0 && cents <= maxPriceCents);
