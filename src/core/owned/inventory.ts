import { hasPhases } from '#core/items/names.ts';
import type { DatedRates } from '#core/money/rates.ts';
import { askOn, bestOf, exitTotal, type MarketSum, type Pieces, sumOn } from '#core/owned/valuation.ts';
import type { SumRules } from '#core/prices/exit-value.ts';
import { isReference, type MarketId } from '#core/prices/markets.ts';
import { type AgeRules, doubtOf, type Offer } from '#core/prices/offer.ts';
import { sumOf } from '#core/prices/partial-sum.ts';
import type { Quote } from '#core/prices/quote.ts';
import { type Lock, lockAt, type OwnedKind, type Reading } from '#core/site.ts';

export interface QuotedItem {
  readonly reading: Pick<Reading, 'item' | 'phase' | 'count' | 'locked'>;
  /** `null` for an item that the table lacks, `undefined` while its price is not known yet. */
  readonly quote: Quote | null | undefined;
}

interface Locked extends Lock {
  readonly count: number;
}

/** Equal items of an inventory, or of one side of a trade offer. */
export interface InventoryEntry extends Pieces {
  readonly item: string;
  readonly phase?: string | undefined;
  /** How many of them are known to be locked, and until when the last is, if that is told of all. */
  readonly locked?: Locked | undefined;
  /**
   * `flagged`: the references' prices are all flagged or old, and count for nothing. `any-phase`: no price is that of its phase.
   * `unknown`: the table does not have the item.
   */
  readonly state: 'priced' | 'flagged' | 'any-phase' | 'unknown';
  /** Those in no doubt; empty for any phase, and where the item is not known. */
  readonly offers: readonly Offer[];
}

export interface Totals {
  readonly of: OwnedKind;
  readonly entries: readonly InventoryEntry[];
  readonly rates: DatedRates | null;
}

/** Equal items together, in their order, with the prices of the references. */
export function entriesOf(items: readonly QuotedItem[], times: AgeRules): readonly InventoryEntry[] {
  const entries = new Map<string, InventoryEntry>();
  for (const { reading, quote } of items) {
    const key = JSON.stringify([reading.item, reading.phase]);
    const { count: before = 0, locked } = entries.get(key) ?? {};
    const count = reading.count ?? 1;
    const lock = lockAt(reading.locked, times.now);
    const both = lock ? lockedOf(locked, { ...lock, count }) : locked;
    entries.set(key, { ...toEntry(reading, quote, times), count: before + count, ...(both && { locked: both }) });
  }
  return [...entries.values()];
}

const lockedOf = (one: Locked | undefined, other: Locked): Locked => ({
  count: (one?.count ?? 0) + other.count,
  until: one ? one.until && other.until && Math.max(one.until, other.until) : other.until,
});

export interface LockedSum extends Locked {
  /** What sales of those that can be reckoned leave, each at its best, USD cents; absent without confirmed fees. */
  readonly cents?: number | undefined;
}

/** What of an inventory is locked, as far as the page tells. */
export function lockedSum(entries: readonly InventoryEntry[], rules: SumRules | undefined): LockedSum | undefined {
  const parts = entries.flatMap((entry) => (entry.locked ? [{ ...entry, count: entry.locked.count }] : []));
  const locked = parts.reduce<Locked | undefined>((sum, part) => part.locked && lockedOf(sum, part.locked), undefined);
  return locked && { ...locked, cents: rules && exitTotal(parts, rules).cents };
}

function toEntry(
  { item, phase }: QuotedItem['reading'],
  quote: QuotedItem['quote'],
  times: AgeRules,
): Omit<InventoryEntry, 'count'> {
  const named = { item, ...(phase && { phase }) };
  if (!quote) return { ...named, state: 'unknown', offers: [] };
  if (phase !== undefined || hasPhases(item)) return { ...named, state: 'any-phase', offers: [] };
  const offers = quote.offers.filter((offer) => !doubtOf(offer, times));
  return { ...named, offers, state: offers.length > 0 ? 'priced' : 'flagged' };
}

/** By exact name, what markets that are no references ask for items. */
export type OffersByName = ReadonlyMap<string, readonly Offer[]>;

/** The entries with the offers of more markets that are in no doubt. */
export const withOffers = (entries: readonly InventoryEntry[], offers: OffersByName, times: AgeRules) =>
  entries.map((entry) => {
    if (entry.state === 'any-phase' || entry.state === 'unknown') return entry;
    const more = offers.get(entry.item)?.filter((offer) => !isReference(offer.market) && !doubtOf(offer, times)) ?? [];
    return { ...entry, offers: [...entry.offers, ...more] };
  });

/** `doubtful`: of the items without a price, those whose price is not exact or not reliable. */
export function countItems(entries: readonly InventoryEntry[], on: readonly MarketId[]) {
  const count = (isCounted: (entry: InventoryEntry) => boolean) =>
    sumOf(entries, (entry) => (isCounted(entry) ? 0 : undefined)).items;
  const isPriced = (entry: InventoryEntry) => on.some((market) => askOn(entry, market) !== undefined);
  return {
    items: count(() => true),
    priced: count(isPriced),
    doubtful: count((entry) => !isPriced(entry) && (entry.state === 'any-phase' || entry.state === 'flagged')),
  };
}

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
