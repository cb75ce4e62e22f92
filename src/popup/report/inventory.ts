import { type ExitRules, exitNow } from '#core/exit-value.ts';
import { type ConfirmedFees, feesOf, netCents } from '#core/fees.ts';
import type { ReferenceMarket } from '#core/markets.ts';
import { toCsv } from '#core/tables/write-table.ts';
import type { InventoryEntry, Totals } from '#protocol/inventory-messages.ts';

/** What arrives after all items with a price are sold on a market, USD cents; `undefined` without confirmed fees. */
export function netTotal({ entries }: Totals, market: ReferenceMarket, fees: ConfirmedFees): number | undefined {
  const ofMarket = feesOf(fees, market);
  if (!ofMarket) return undefined;
  // Nothing arrives for an item that the fees consume.
  return entries.reduce((sum, { cents, count }) => sum + (netCents(cents[market] ?? 0, ofMarket, count) ?? 0), 0);
}

/** What arrives when each item is sold where that pays best, USD cents, and how many items can be. */
export function exitTotal({ entries }: Totals, rules: ExitRules): { readonly cents: number; readonly items: number } {
  let [cents, items] = [0, 0];
  for (const { exit, count } of entries) {
    const sold = exit && exitNow(exit, rules);
    const net = typeof sold === 'object' ? netCents(sold.sells.cents, sold.fees, count) : undefined;
    if (net === undefined) continue;
    cents += net;
    items += count;
  }
  return { cents, items };
}

/** The items as CSV, one line each, whose heads are the same in every language, as in the other files. */
export function inventoryCsv(
  { entries }: Totals,
  compared: readonly ReferenceMarket[],
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

const noteOf = (state: InventoryEntry['state']): string => (state === 'doubtful' ? 'price in doubt' : 'no price');

const dollars = (cents: number): number => Math.round(cents) / 100;
