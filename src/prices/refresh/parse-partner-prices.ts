import { Fault } from '#core/fault.ts';
import { maxNameLength } from '#core/names.ts';
import { addRow, createRows, type Rows } from '#prices/table/row-buffer.ts';
import { maxPriceCents, type PartnerRow, partnerRow } from '#protocol/price-api.ts';

export interface Partner {
  readonly rows: Rows;
  /** Rows that did not fit and were left out. */
  readonly bad: number;
}

/** More bad rows than this share mean that the answer is not what it should be. */
const tolerated = 0.05;

/**
 * Reads the body of `/api/get-partner-prices` (src/protocol/price-api.md), row by row.
 * @throws Fault `malformed` for another envelope, no items at all, or over 5 % bad rows.
 */
export function parsePartner(body: unknown): Partner {
  if (!isMap(body)) throw new Fault('malformed', 'the answer is not a map of items');
  const names = Object.keys(body);
  const rows = createRows(names.length);
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const row = name.length > 0 && name.length <= maxNameLength ? readRow(body[name]) : undefined;
    if (row) addRow(rows, name, row);
  }
  const seen = names.length;
  const bad = seen - rows.names.length;
  if (seen === 0) throw new Fault('malformed', 'the answer holds no items');
  if (bad > seen * tolerated) throw new Fault('malformed', `${bad} of ${seen} items are not price rows`);
  return { rows, bad };
}

const isMap = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/** The schema is the judge; a row as plain as nearly all are is let through without it, which saves two thirds. */
function readRow(row: unknown): PartnerRow | undefined {
  if (isPlainRow(row)) return row;
  const parsed = partnerRow.safeParse(row);
  return parsed.success ? parsed.data : undefined;
}

/** Whether a row surely fits the schema. Says no to many that fit as well. */
export function isPlainRow(row: unknown): row is PartnerRow {
  if (!isMap(row)) return false;
  const { price_buff, price_uu, price_csfloat, liquidity, is_inflated } = row;
  return (
    isPlainCents(price_buff) &&
    isPlainCents(price_uu) &&
    isPlainCents(price_csfloat) &&
    (liquidity === undefined || (typeof liquidity === 'number' && Number.isFinite(liquidity))) &&
    (is_inflated === undefined || typeof is_inflated === 'boolean')
  );
}

const isPlainCents = (cents: unknown): boolean =>
  cents === undefined || (typeof cents === 'number' && Number.isInteger(cents) && cents >= 0 && cents <= maxPriceCents);
