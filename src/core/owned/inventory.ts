import { hasPhases } from '#core/items/phases.ts';
import { arrivingCents, type ConfirmedFees, feesOf } from '#core/money/fees.ts';
import type { DatedRates } from '#core/money/rates.ts';
import { type ExitPrice, type ExitRules, exitNow } from '#core/prices/exit-value.ts';
import { balanceMarket, byReference, type MarketId } from '#core/prices/markets.ts';
import { type PartialSum, sumOf } from '#core/prices/partial-sum.ts';
import { type AgeRules, type MarketOffers, soundOffer } from '#core/prices/price-at.ts';
import { type Quote, type QuoteTimes, quoteAt } from '#core/prices/quote.ts';
import type { OwnedKind, Reading } from '#core/site.ts';

/** An item of a page, with its price by the table. */
export interface QuotedItem {
  readonly reading: Pick<Reading, 'item' | 'phase' | 'count'>;
  /** `null` for an item that the table lacks, `undefined` while its price is not known yet. */
  readonly quote: Quote | null | undefined;
}

/** Equal items of an inventory, or of one side of a trade offer. */
export interface InventoryEntry {
  readonly item: string;
  readonly phase?: string | undefined;
  readonly count: number;
  /**
   * `flagged`: the references' prices are all flagged or old, and count for nothing. `any-phase`: no price is that of its phase.
   * `unknown`: the table does not have the item.
   */
  readonly state: 'priced' | 'flagged' | 'any-phase' | 'unknown';
  /** USD cents; empty for any phase, and where the item is not known. */
  readonly cents: { readonly [market in MarketId]?: number | undefined };
  /** Where one is sold best, as on cards. */
  readonly exit?: readonly ExitPrice[] | undefined;
}

/** What was read of an inventory, or of what the user has put up for sale. */
export interface Totals {
  readonly of: OwnedKind;
  /** Every item that was read, equal ones together, with the prices of the references. */
  readonly entries: readonly InventoryEntry[];
  /** For the conversion of the sums. */
  readonly rates: DatedRates | null;
}

/** Equal items together, in their order, with the prices of the references. */
export function entriesOf(items: readonly QuotedItem[], times: QuoteTimes): readonly InventoryEntry[] {
  const entries = new Map<string, InventoryEntry>();
  for (const { reading, quote } of items) {
    const key = JSON.stringify([reading.item, reading.phase]);
    const before = entries.get(key)?.count ?? 0;
    entries.set(key, { ...toEntry(reading, quote, times), count: before + (reading.count ?? 1) });
  }
  return [...entries.values()];
}

function toEntry(
  { item, phase }: QuotedItem['reading'],
  quote: QuotedItem['quote'],
  times: QuoteTimes,
): Omit<InventoryEntry, 'count'> {
  const named = { item, ...(phase && { phase }) };
  if (!quote) return { ...named, state: 'unknown', cents: {} };
  if (phase !== undefined || hasPhases(item)) return { ...named, state: 'any-phase', cents: {} };
  const cents = byReference((market) => {
    const price = quoteAt(quote, market, times);
    return price.doubt ? undefined : price.cents;
  });
  const isPriced = Object.values(cents).some((price) => price !== undefined);
  const { exit } = quote;
  return {
    ...{ ...named, cents, state: isPriced ? 'priced' : 'flagged' },
    ...(typeof exit === 'object' && { exit }),
  };
}

/** By exact name, what the markets that are no references tell of items. */
export type OffersByName = ReadonlyMap<string, MarketOffers>;

/** The entries with the prices of markets that are no references, where those are in no doubt. */
export const withOffers = (
  entries: readonly InventoryEntry[],
  offers: OffersByName,
  times: AgeRules,
): readonly InventoryEntry[] =>
  entries.map((entry) => {
    if (entry.state === 'any-phase' || entry.state === 'unknown') return entry;
    const sound = Object.entries(offers.get(entry.item) ?? {}).flatMap(([market, offer]) => {
      const found = soundOffer(offer, times);
      return found ? [[market, found.cents] as const] : [];
    });
    return { ...entry, cents: { ...entry.cents, ...Object.fromEntries(sound) } };
  });

export interface MarketSum extends PartialSum {
  readonly market: MarketId;
  /** What arrives after selling and cashing out, USD cents; absent without confirmed fees of the market. */
  readonly net?: number | undefined;
}

/** What the items with a price on a market bring there. */
export function sumOn(entries: readonly InventoryEntry[], market: MarketId, fees: ConfirmedFees): MarketSum {
  const charged = feesOf(fees, market);
  const sum = sumOf(entries, ({ cents, count }) => multiple(cents[market], count));
  if (!charged?.selling || (market !== balanceMarket && !charged.cashingOut)) return { market, ...sum };
  // Nothing arrives for an item that the fees consume.
  const net = sumOf(entries, ({ cents, count }) => (arrivingCents(market, cents[market] ?? 0, charged) ?? 0) * count);
  return { market, ...sum, net: net.cents };
}

const multiple = (cents: number | undefined, count: number): number | undefined =>
  cents === undefined ? undefined : cents * count;

/** What arrives when each item is sold where that pays best, and how many items can be. */
export const exitTotal = (entries: readonly InventoryEntry[], rules: ExitRules): PartialSum =>
  sumOf(entries, ({ exit, count }) => exit && soldAt(exit, count, rules));

/** What equal items leave when all are sold at their exit, USD cents; `undefined` where the exit counts no more. */
export function soldAt(exit: readonly ExitPrice[], count: number, rules: ExitRules): number | undefined {
  const sold = exitNow(exit, rules);
  return typeof sold === 'string' ? undefined : sold.netCents * count;
}

/** How many items were read, and of how many the price on one of the markets counts. */
export interface ItemCounts {
  readonly items: number;
  readonly priced: number;
  /** Of the others, those without an exact or a reliable price. */
  readonly doubtful: number;
}

export function countItems(entries: readonly InventoryEntry[], on: readonly MarketId[]): ItemCounts {
  const count = (isCounted: (entry: InventoryEntry) => boolean) =>
    sumOf(entries, (entry) => (isCounted(entry) ? 0 : undefined)).items;
  const isPriced = ({ cents }: InventoryEntry) => on.some((market) => cents[market] !== undefined);
  return {
    items: count(() => true),
    priced: count(isPriced),
    doubtful: count((entry) => !isPriced(entry) && (entry.state === 'any-phase' || entry.state === 'flagged')),
  };
}
