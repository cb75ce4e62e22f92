import { Fault } from '#core/fault.ts';
import type { Quote } from '#core/quote.ts';
import { maxNameLength } from '#protocol/messages.ts';
import { maxCents, type PartnerRow, partnerRow } from '#protocol/price-api.ts';

export interface Partner {
  readonly rows: ReadonlyMap<string, Quote>;
  /** Rows that did not fit and were left out. */
  readonly bad: number;
}

/** More bad rows than this share mean that the answer is not what it should be. */
const tolerated = 0.05;

/**
 * Reads the body of `/api/get-partner-prices` (price-api.md), row by row.
 * @throws Fault `malformed` for another envelope, no items at all, or over 5 % bad rows.
 */
export function parsePartner(body: unknown): Partner {
  if (!isMap(body)) throw new Fault('malformed', 'the answer is not a map of items');
  const rows = new Map<string, Quote>();
  let bad = 0;
  let seen = 0;
  for (const name of Object.keys(body)) {
    seen++;
    const row = name.length > 0 && name.length <= maxNameLength ? readRow(body[name]) : undefined;
    if (row) rows.set(name, toQuote(row));
    else bad++;
  }
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
  cents === undefined || (typeof cents === 'number' && Number.isInteger(cents) && cents >= 0 && cents <= maxCents);

/** A price of 0 means none, as a missing one does; a liquidity that is not a plain number is not known. */
const toQuote = (row: PartnerRow): Quote => ({
  buff163: row.price_buff || undefined,
  youpin: row.price_uu || undefined,
  csfloat: row.price_csfloat || undefined,
  liquidity: row.liquidity ?? undefined,
  inflated: row.is_inflated ?? false,
});
