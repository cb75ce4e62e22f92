import { isObject } from '#core/asks/guards.ts';
import { utcTime } from '#core/prices/age.ts';
import { type Detail, entryFields, type StoredField, storedFields } from '#core/prices/detail.ts';
import { coinMarket, isMarketId, type MarketId, partnerFields } from '#core/prices/markets.ts';
import { priceLimits } from '#core/prices/offer.ts';
import type { MarketEntry, PartnerRow } from '#protocol/price-api.ts';

/**
 * Tells the data endpoints' rows (src/protocol/price-api.md) from other JSON. The relay and the extension share the rules.
 * New markets and new fields pass. Guards are written out: schemas take six times as long on tens of thousands of rows.
 */

/** `empty`: the row breaks no rule and holds no price field. */
export type RowVerdict = 'good' | 'empty' | 'bad';

const maxBadShare = 0.05;

/** Whether a body is none of its endpoint: over 5 % bad rows, or rows and no good one. */
export const areMostlyBad = ({ rows, good, bad }: ReturnType<typeof countRows>): boolean =>
  rows > 0 && (good === 0 || bad > rows * maxBadShare);

/** So many bodies in succession with under half of the items are needed before one replaces the data. */
const lossesToAccept = 3;

/** A body with under half of the items is refused. @param earlier refused ones of this kind since the last success */
export const isSuddenLoss = (items: number, before: number, earlier: number): boolean =>
  items * 2 < before && earlier + 1 < lossesToAccept;

export function countRows(rows: Readonly<Record<string, unknown>>, check: (row: unknown) => RowVerdict) {
  const found = { good: 0, empty: 0, bad: 0 };
  for (const name of Object.keys(rows)) found[check(rows[name])]++;
  const { good, empty, bad } = found;
  return { rows: good + empty + bad, good, bad };
}

/** A row of `/api/get-partner-prices`: at least one known field, and all known fields valid. */
export function isPartnerRow(row: unknown): row is PartnerRow {
  if (!isObject(row)) return false;
  const { liquidity, is_inflated } = row;
  let isKnown = liquidity !== undefined || is_inflated !== undefined;
  for (const field of Object.values(partnerFields)) {
    const price = row[field];
    if (price !== undefined) isKnown = true;
    if (!isCentsOrNone(price)) return false;
  }
  return isKnown && isNumberOrNone(liquidity) && isFlagOrNone(is_inflated);
}

/** Bad when no more of its known entries are valid than not. @param markets those asked for: only their prices make it good */
export function checkItem(item: unknown, markets?: readonly string[]): RowVerdict {
  if (!isObject(item)) return 'bad';
  const found = { good: 0, empty: 0, bad: 0, unknown: 0 };
  for (const id of Object.keys(item)) found[checkMember(id, item[id], markets?.includes(id) ?? true)]++;
  const { good, empty, bad, unknown } = found;
  if ((bad > 0 && bad >= good) || (unknown > 0 && good + empty + bad === 0)) return 'bad';
  return good > 0 ? 'good' : 'empty';
}

/** A member of an item. The entry of a market that is new to this program may have any shape. */
function checkMember(id: string, value: unknown, isWanted: boolean): RowVerdict | 'unknown' {
  if (id === 'liquidity') return isNumberOrNone(value) ? 'empty' : 'bad';
  const isPriced = isObject(value) && (value['price'] !== undefined || value['coins'] !== undefined);
  const priced = isWanted ? 'good' : 'empty';
  if (!isMarketId(id)) return isPriced && isMarketEntry(value) ? priced : 'unknown';
  if (value === null) return 'empty';
  if (!isMarketEntry(value)) return 'bad';
  return isPriced ? priced : 'empty';
}

export function isMarketEntry(entry: unknown): entry is MarketEntry {
  if (!isObject(entry)) return false;
  if (!isCentsOrNone(entry['price']) || !isCoinsOrNone(entry['coins'])) return false;
  for (const { key, fits } of fieldChecks) if (!fits(entry[key])) return false;
  return true;
}

/** All but its link; `undefined` without a price. A value that its type can't have, such as a count of −1, is not known. */
export function readEntry(
  entry: MarketEntry | Readonly<Record<string, unknown>>,
  market: MarketId,
): Detail | undefined {
  const price = readers.cents(entry[market === coinMarket ? 'coins' : 'price']);
  if (price === undefined) return undefined;
  const told: Partial<Record<StoredField | 'price', number | boolean>> = { price, inflated: false };
  for (const id of storedFields) {
    const { key, type } = entryFields[id];
    const value = readers[type](entry[key]);
    if (value !== undefined) told[id] = value;
  }
  return told as Detail;
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

const readers = {
  cents: (value: unknown) => (isPositive(value) ? value : undefined),
  count: (value: unknown) => (isPositive(value) && Number.isInteger(value) ? value : undefined),
  flag: (value: unknown) => value === true,
  time: (value: unknown) => (typeof value === 'string' ? timeOf(value) : undefined),
};

let lastTime: { readonly text: string; readonly ms: number | undefined } = { text: '', ms: undefined };

/** Many entries in succession have one time. */
function timeOf(text: string): number | undefined {
  if (lastTime.text !== text) lastTime = { text, ms: readers.cents(utcTime(text)) };
  return lastTime.ms;
}

const isCoinsRow = (row: unknown): boolean =>
  isObject(row) && row['coins'] !== undefined && isCoinsOrNone(row['coins']);

export const rowChecks: Readonly<
  Record<'prices' | 'partner' | 'csgoroll', (row: unknown, markets?: readonly string[]) => RowVerdict>
> = {
  prices: checkItem,
  partner: (row) => (isPartnerRow(row) ? 'good' : 'bad'),
  csgoroll: (row) => (isCoinsRow(row) ? 'good' : 'bad'),
};

const isNone = (value: unknown): boolean => value === undefined || value === null;

const isCentsOrNone = (value: unknown): boolean =>
  isNone(value) ||
  (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= priceLimits.maxCents);

const isCoinsOrNone = (value: unknown): boolean =>
  isNone(value) || (typeof value === 'number' && Number.isFinite(value) && value >= 0);

const isNumberOrNone = (value: unknown): boolean => isNone(value) || Number.isFinite(value);

const isFlagOrNone = (value: unknown): boolean => isNone(value) || typeof value === 'boolean';

const isTextOrNone = (value: unknown): boolean => isNone(value) || typeof value === 'string';

const fits = {
  cents: isNumberOrNone,
  count: isNumberOrNone,
  flag: isFlagOrNone,
  time: isTextOrNone,
  link: isTextOrNone,
};
const fieldChecks = Object.values(entryFields).map(({ key, type }) => ({ key, fits: fits[type] }));
