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

/** Both sides of an offer in one reference. */
export interface OfferRow {
  readonly market: ReferenceMarket;
  /** USD cents of the items with a price. */
  readonly give: number;
  readonly get: number;
  /** What is got minus what is given, USD cents; absent when anything on either side has no price, and on any doubt. */
  readonly difference?: number | undefined;
  /** Names of items without a price, each once. */
  readonly missing: readonly string[];
}

export interface OfferSums {
  readonly rows: readonly OfferRow[];
  /** What cannot be read, is not from CS2, or stands for a number of items that is not known. */
  readonly unread: number;
}

/** Adds up an offer. `comparable`: the prices are neither old nor samples, so a difference may be shown. */
export function sumOffer(
  { give, get }: TradeOffer,
  markets: readonly ReferenceMarket[],
  comparable: boolean,
): OfferSums {
  const all = [...give, ...get];
  const unread = all.filter((item) => !isCounted(item)).length;
  const rows = markets.map((market) => {
    const missing = all.filter((item) => isCounted(item) && centsOf(item, market) === undefined);
    const [giveCents, getCents] = [totalOf(give, market), totalOf(get, market)];
    const isComplete = comparable && unread === 0 && missing.length === 0;
    const names = new Set(missing.flatMap(({ reading }) => reading?.item ?? []));
    return {
      market,
      give: giveCents,
      get: getCents,
      missing: [...names],
      ...(isComplete && { difference: getCents - giveCents }),
    };
  });
  return { rows, unread };
}

/** A folder of items whose number is not told has no sum. */
const isCounted = ({ reading }: OfferedItem): boolean => reading !== undefined && reading.count !== 0;

/** The price of one item; none where it is an outlier or that of any phase. */
function centsOf({ reading, quote }: OfferedItem, market: ReferenceMarket): number | undefined {
  if (!reading || !quote || quote.inflated || reading.phase !== undefined || hasPhases(reading.item)) return undefined;
  return quote[market];
}

const totalOf = (items: readonly OfferedItem[], market: ReferenceMarket): number =>
  items.reduce((sum, item) => sum + (centsOf(item, market) ?? 0) * (item.reading?.count ?? 1), 0);
