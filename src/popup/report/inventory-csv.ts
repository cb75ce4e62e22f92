import { type ConfirmedFees, feesOf, netCents } from '#core/fees.ts';
import type { InventoryEntry } from '#core/inventory.ts';
import type { MarketId } from '#core/markets.ts';
import { toCsv } from '#core/tables/write-table.ts';

/** The items as CSV, one line each, whose heads are the same in every language, as in the other files. */
export function inventoryCsv(
  entries: readonly InventoryEntry[],
  compared: readonly MarketId[],
  fees: ConfirmedFees,
  ageMs: number,
): string {
  const head = ['item', 'phase', 'count', ...compared.flatMap((market) => [`${market}_usd`, `${market}_net_usd`])];
  const age = Math.floor(ageMs / 60_000);
  const lines = entries.map(({ item, phase, count, cents, state }) => {
    const prices = compared.flatMap((market) => {
      const [price, ofMarket] = [cents[market], feesOf(fees, market)];
      return price === undefined
        ? [undefined, undefined]
        : [dollars(price), ofMarket && dollars(netCents(price, ofMarket) ?? 0)];
    });
    const isPriced = compared.some((market) => cents[market] !== undefined);
    return [item, phase, count, ...prices, ...(isPriced ? [undefined, age] : [noteOf(state), undefined]), 'Skinlens'];
  });
  return toCsv([[...head, 'note', 'age_minutes', 'source'], ...lines]);
}

const noteOf = (state: InventoryEntry['state']): string =>
  state === 'any-phase' || state === 'flagged' ? 'price in doubt' : 'no price';

const dollars = (cents: number): number => Math.round(cents) / 100;
