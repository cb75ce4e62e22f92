import {
  entriesOf,
  type InventoryEntry,
  type OffersByName,
  type QuotedItem,
  withOffers,
} from '#core/owned/inventory.ts';
import { askOn, bestOf, type MarketSum, sumOn } from '#core/owned/valuation.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { AgeRules } from '#core/prices/offer.ts';
import { sumOf } from '#core/prices/partial-sum.ts';

/** One item of a trade offer; `reading` is absent for what cannot be read or is no CS2 item. */
export type OfferedItem = { readonly [K in keyof QuotedItem]?: QuotedItem[K] | undefined };

type Sides<T> = Readonly<Record<'give' | 'get', readonly T[]>>;

export interface SidesSum {
  /** Of the items with an amount. */
  readonly give: number;
  readonly get: number;
  /** What is got minus what is given, by what sales leave after confirmed fees; absent on any doubt about any item. */
  readonly difference?: number | undefined;
  /** Names of items without an amount, each once. */
  readonly missing: readonly string[];
}

export interface OfferRow extends SidesSum {
  readonly market: MarketId;
  /** What the sales of a side leave there; absent where that is not known of each item with a price. */
  readonly giveNet?: number | undefined;
  readonly getNet?: number | undefined;
}

export interface OfferSums {
  readonly rows: readonly OfferRow[];
  /** When each item is sold where that leaves the most; absent without confirmed fees. */
  readonly exit?: SidesSum | undefined;
  /** What cannot be read, is not from CS2, or stands for a number of items that is not known. */
  readonly unread: number;
}

export interface OfferContext {
  readonly markets: readonly MarketId[];
  readonly offers: OffersByName;
  readonly times: AgeRules;
  /** The prices are neither old nor samples, so a difference may be shown. */
  readonly comparable: boolean;
  /** Without them nobody knows what a sale leaves. */
  readonly rules?: SumRules | undefined;
}

export function sumOffer(offer: Sides<OfferedItem>, context: OfferContext): OfferSums {
  const { markets, offers, times, comparable } = context;
  const rules = comparable ? context.rules : undefined;
  const unread = [...offer.give, ...offer.get].filter((item) => !isCounted(item)).length;
  const mayCompare = comparable && unread === 0;
  // Old prices are added up without a verdict.
  const shown = comparable ? times : { ...times, staleAfterMs: Number.POSITIVE_INFINITY };
  const side = (items: readonly OfferedItem[]) => withOffers(entriesOf(items.filter(isCounted), shown), offers, times);
  const sides = { give: side(offer.give), get: side(offer.get) };
  const rows = markets.map((market): OfferRow => {
    const [give, get] = [sumOn(sides.give, market, rules), sumOn(sides.get, market, rules)];
    const missing = lacking(sides, (entry) => askOn(entry, market));
    const [giveNet, getNet] = [wholeNet(give), wholeNet(get)];
    const sums = { give: give.cents, get: get.cents, missing };
    const left = giveNet === undefined || getNet === undefined ? undefined : getNet - giveNet;
    const { difference } = compared(sums, mayCompare);
    return { market, ...sums, difference: difference !== undefined && rules ? left : difference, giveNet, getNet };
  });
  if (!rules) return { rows, unread };
  const left = (entry: InventoryEntry) => bestOf(entry, rules);
  const [giveLeft, getLeft] = [sumOf(sides.give, left), sumOf(sides.get, left)];
  const exit = { give: giveLeft.cents, get: getLeft.cents, missing: lacking(sides, left) };
  return { rows, unread, exit: compared(exit, mayCompare) };
}

const wholeNet = ({ net, items }: MarketSum): number | undefined => (net?.items === items ? net?.cents : undefined);

/** A folder of items whose number is not told has no sum. */
const isCounted = (item: OfferedItem): item is QuotedItem => item.reading !== undefined && item.reading.count !== 0;

function lacking(
  { give, get }: Sides<InventoryEntry>,
  amountOf: (entry: InventoryEntry) => number | undefined,
): readonly string[] {
  return [...new Set([...give, ...get].flatMap((entry) => (amountOf(entry) === undefined ? entry.item : [])))];
}

const compared = (sums: SidesSum, mayCompare: boolean): SidesSum =>
  mayCompare && sums.missing.length === 0 ? { ...sums, difference: sums.get - sums.give } : sums;
