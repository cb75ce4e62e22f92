import type { ExitRules } from '#core/exit-value.ts';
import { soldAt } from '#core/inventory.ts';
import type { ReferenceMarket } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import type { Reading } from '#core/site.ts';

/** One item of a trade offer; `reading` is absent for what cannot be read or is no CS2 item. */
export interface OfferedItem {
  readonly reading?: Pick<Reading, 'item' | 'phase' | 'count'> | undefined;
  /** `null` for an item that the table lacks, `undefined` while its price is not known yet. */
  readonly quote?: Quote | null | undefined;
}

export interface TradeOffer {
  readonly give: readonly OfferedItem[];
  readonly get: readonly OfferedItem[];
}

/** The sums of both sides, USD cents. */
export interface SidesSum {
  /** Of the items with an amount. */
  readonly give: number;
  readonly get: number;
  /** What is got minus what is given; absent when anything on either side has no amount, and on any doubt. */
  readonly difference?: number | undefined;
  /** Names of items without an amount, each once. */
  readonly missing: readonly string[];
}

/** Both sides of an offer in one reference. */
interface OfferRow extends SidesSum {
  readonly market: ReferenceMarket;
}

export interface OfferSums {
  readonly rows: readonly OfferRow[];
  /** When each item is sold where that leaves the most; absent without confirmed fees. */
  readonly exit?: SidesSum | undefined;
  /** What cannot be read, is not from CS2, or stands for a number of items that is not known. */
  readonly unread: number;
}

/**
 * Adds up an offer.
 * @param comparable the prices are neither old nor samples, so a difference may be shown
 * @param exits without them nobody knows what a sale leaves
 */
export function sumOffer(
  offer: TradeOffer,
  markets: readonly ReferenceMarket[],
  comparable: boolean,
  exits?: ExitRules,
): OfferSums {
  const unread = [...offer.give, ...offer.get].filter((item) => !isCounted(item)).length;
  const mayCompare = comparable && unread === 0;
  const rows = markets.map((market) => ({ market, ...sumSides(offer, (item) => centsOf(item, market), mayCompare) }));
  const exit = exits && comparable ? sumSides(offer, (item) => exitOf(item, exits), mayCompare) : undefined;
  return { rows, unread, ...(exit && { exit }) };
}

/** Adds up both sides. `amountOf` tells the amount of all equal items together. */
function sumSides(
  { give, get }: TradeOffer,
  amountOf: (item: OfferedItem) => number | undefined,
  mayCompare: boolean,
): SidesSum {
  const totalOf = (items: readonly OfferedItem[]) => items.reduce((sum, item) => sum + (amountOf(item) ?? 0), 0);
  const missing = [...give, ...get].filter((item) => isCounted(item) && amountOf(item) === undefined);
  const names = new Set(missing.flatMap(({ reading }) => reading?.item ?? []));
  const sums = { give: totalOf(give), get: totalOf(get), missing: [...names] };
  return mayCompare && missing.length === 0 ? { ...sums, difference: sums.get - sums.give } : sums;
}

/** A folder of items whose number is not told has no sum. */
const isCounted = ({ reading }: OfferedItem): boolean => reading !== undefined && reading.count !== 0;

/** Neither an outlier nor the price of any phase. */
const isReliable = ({ reading, quote }: OfferedItem): boolean =>
  reading !== undefined && !!quote && !quote.inflated && reading.phase === undefined && !hasPhases(reading.item);

function centsOf(item: OfferedItem, market: ReferenceMarket): number | undefined {
  const cents = isReliable(item) ? item.quote?.[market] : undefined;
  return cents === undefined ? undefined : cents * (item.reading?.count ?? 1);
}

function exitOf(item: OfferedItem, rules: ExitRules): number | undefined {
  const exit = isReliable(item) ? item.quote?.exit : undefined;
  return exit && 'market' in exit ? soldAt(exit, item.reading?.count ?? 1, rules) : undefined;
}
