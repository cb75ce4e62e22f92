import type { Money } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import type { Row } from '#core/site.ts';

/**
 * Between the page's world and the content script: DOM events whose detail is a string, for only primitives pass
 * between worlds in both browsers. The page can hear and forge them all; whatever comes from there is parsed here.
 */
export * as pageEvents from '#protocol/page-event-names.ts';

/** Longest answer that is copied, UTF-16 units. */
export const maxAnswerLength = 8 * 1024 * 1024;
/** Most rows that one answer or state may bring. */
export const maxRows = 5000;
const maxText = 500;

/** An answer on its way. */
export interface TappedAnswer {
  readonly url: string;
  readonly body: unknown;
}

/** An answer as one string (address, line feed, body), which no page script can change on its way. */
export const writeAnswer = (url: string, text: string): string => `${url.replaceAll('\n', '')}\n${text}`;

/** Reads an answer's event; `undefined` for what is none. Never throws. */
export function readAnswer(detail: unknown): TappedAnswer | undefined {
  if (typeof detail !== 'string' || detail.length > maxAnswerLength + 4096) return undefined;
  const cut = detail.indexOf('\n');
  const url = detail.slice(0, Math.max(cut, 0));
  const body = parse(detail.slice(cut + 1));
  return cut > 0 && url.length <= 4096 && body !== undefined ? { url, body } : undefined;
}

/** Reads a state event: the rows in it that are rows. Never throws. */
export function readState(detail: unknown): readonly Row[] {
  const rows = typeof detail === 'string' && detail.length <= maxAnswerLength ? parse(detail) : undefined;
  return Array.isArray(rows) ? readRows(rows) : [];
}

/** Keeps of some values those that are rows, and of a row what fits; at most 5,000. Never throws. */
export const readRows = (rows: readonly unknown[]): readonly Row[] =>
  rows.slice(0, maxRows).flatMap((row) => readRow(row) ?? []);

function readRow(value: unknown): Row | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, item, phase, listing, kind, currency, otherGame }: Record<string, unknown> = { ...value };
  if (!isText(key)) return undefined;
  return {
    key,
    item: isText(item) && isPlausibleName(item) ? item : undefined,
    phase: isText(phase) ? phase : undefined,
    listing: readMoney(listing),
    kind: kind === 'bid' || kind === 'ask' ? kind : undefined,
    currency: isCurrency(currency) ? currency : undefined,
    otherGame: otherGame === true || undefined,
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxText;

function readMoney(value: unknown): Money | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { amount, currency }: Record<string, unknown> = { ...value };
  return isAmount(amount) && isCurrency(currency) ? { amount, currency } : undefined;
}

/** A decimal string of something that costs more than nothing. */
const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/.test(value) && /[1-9]/.test(value);

const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3,4}$/.test(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
