import { isRefusal } from '#core/asks/fault.ts';
import { type AttachedSum, sumAttached } from '#core/items/attached.ts';
import { wearPlace } from '#core/items/item-kinds.ts';
import { hasPhases } from '#core/items/names.ts';
import { exactCents, feesOf } from '#core/money/fees.ts';
import { dollar, exchange } from '#core/money/rates.ts';
import { wholeMinutesAge } from '#core/prices/age.ts';
import { type ComparedListing, difference, type JudgedOffer, judgeOffer } from '#core/prices/comparison.ts';
import { type DealInput, isDeal, isFarBelow, isProfitable } from '#core/prices/deals.ts';
import { exitAt, exitNow, marketsOfSale, type NoExitReason, profitOf } from '#core/prices/exit-value.ts';
import { balanceMarket, comparedReferences, type MarketId, type ReferenceMarket } from '#core/prices/markets.ts';
import { ageDoubt, type DoubtRules, doubtOf, type Offer } from '#core/prices/offer.ts';
import { percentLiquidity, type Quote, quotedOffer } from '#core/prices/quote.ts';
import { ageRules, exitRules } from '#core/prices/stale-after.ts';
import { type AttachedItem, lockAt, type Reading } from '#core/site.ts';
import { type StandingContext, soundOn, toStanding } from '#page/overlays/to-standing.ts';
import { type QuoteCache, quoteKey } from '#page/quotes/quote-loader.ts';
import type { SettingsView, TableView } from '#protocol/messages.ts';
import type { NetComparison, OverlayModel, OverlayRow } from '#ui/overlay/overlay-model.ts';

export interface ModelContext extends StandingContext, Pick<QuoteCache, 'table' | 'fault' | 'rates'> {
  /** The page's own currency, for a card without a listing. */
  readonly currency?: string | undefined;
  /** Quotes by key, for what is attached to the item. */
  readonly quotes?: QuoteCache['quotes'] | undefined;
}

/** As high as its neighbours. */
const blank = (view: SettingsView) => ({
  rows: comparedReferences(view.markets).map((market) => ({ market, cents: undefined, diff: undefined })),
  head: hasHead(view),
  offers: [],
  shown: dollar,
  used: [],
  deal: false,
});

/** Whether cards have a line for what a sale leaves. */
export const hasHead = (view: SettingsView): boolean => marketsOfSale(view).length > 0;

/** `quote`: `null` for an item that the table lacks. `undefined` while there is neither a table nor a fault: nothing is drawn. */
export function toOverlayModel(reading: Reading, quote: Quote | null, context: ModelContext): OverlayModel | undefined {
  const { table, fault, view } = context;
  if (!table)
    return fault
      ? { ...blank(view), state: isRefusal(fault.kind) ? 'unavailable' : 'offline', fault: fault.kind }
      : undefined;
  // A name that the table lacks was no name.
  if (!quote) return reading.byName ? undefined : { ...blank(view), state: 'unknown', sample: table.sample };
  return toPricedModel(reading, quote, context, table);
}

interface JudgedReference extends JudgedOffer {
  readonly market: ReferenceMarket;
  readonly asOf: number;
}

const judgeBy =
  (quote: Quote, listing: ComparedListing, rules: DoubtRules, tableAsOf: number) =>
  <M extends MarketId>(market: M) => {
    const offer = quotedOffer(quote, market);
    return { ...judgeOffer(offer, listing, rules), market, asOf: offer.asOf ?? tableAsOf };
  };

const rowDoubts = ['stale', 'clock', 'inflated'] as const;
const rowDoubt = ({ reason }: JudgedReference) => rowDoubts.find((doubt) => doubt === reason);

/** @param compared the listing, USD cents; `undefined`: nothing is compared. @param isNet compared with what a sale leaves */
function toRow(
  price: JudgedReference,
  { week }: Quote,
  compared: number | undefined,
  isNet: boolean,
  { view, now }: ModelContext,
): OverlayRow {
  const { market, cents, asOf, age, flagged, reason } = price;
  const listing = reason ? undefined : compared;
  const isShown = cents !== undefined;
  const sold = isNet && isShown && listing !== undefined ? compareNet(price, listing, view, now) : undefined;
  const [net, noNet] = typeof sold === 'string' ? [undefined, sold] : [sold, undefined];
  return {
    market,
    cents,
    net,
    noNet,
    doubt: rowDoubt(price),
    diff: isNet && !net ? undefined : differenceTo(cents, listing),
    week: view.overlay.change && isShown && !age && !flagged && reason !== 'sample' ? week?.[market] : undefined,
    ageMs: age && isShown ? wholeMinutesAge(asOf, now) : undefined,
  };
}

const differenceTo = (cents: number | undefined, listing: number | undefined): number | undefined =>
  listing === undefined || cents === undefined ? undefined : difference(listing, cents);

function toPricedModel(reading: Reading, quote: Quote, context: ModelContext, table: TableView): OverlayModel {
  const { fault, view, now } = context;
  const { sample, asOf } = table;
  const { listingCents, shown, typed, used, missing } = exchange(
    reading.listing,
    { ...view.currency, page: context.currency },
    { dated: context.rates, own: view.rates, coinUsd: view.pageCoinUsd },
    now,
  );
  const judged = judgeBy(quote, { reading, listingCents }, { ...ageRules(view, now), sample }, asOf);
  const references = comparedReferences(view.markets).map(judged);
  const withPrice = references.filter(({ cents }) => cents !== undefined);
  const priced = withPrice.length > 0 ? withPrice : references;
  const stale = priced.every(({ age }) => age);
  const noDifference = (priced.find((price) => !rowDoubt(price)) ?? priced[0])?.reason;
  const isComparable = noDifference === undefined;
  const compared = isComparable ? listingCents : undefined;
  // An own sale costs nothing: it leaves no profit, and is no deal.
  const bought = reading.own ? undefined : compared;
  const isNet = view.overlay.net && !reading.own;
  const rows = references.map((price) => withLimit(toRow(price, quote, compared, isNet, context), bought, view));
  const steam = view.overlay.ofSteam && view.site !== balanceMarket ? soundOn(balanceMarket, judged) : undefined;
  // The card's age is that of its oldest price that is not old by itself.
  const oldest = [...priced.filter(({ age }) => stale || !age), ...(steam ? [steam] : [])].map((price) => price.asOf);
  const exit = sample ? undefined : toExit(reading, quote, context, bought);
  const liquidity = percentLiquidity(quote);
  // The market that deals refer to need not be shown.
  const referenceCents = bought && soundOn(view.deals.reference, judged)?.cents;
  return {
    state: stale ? 'stale' : 'ready',
    sample,
    rows,
    offers: rows.map(({ market }) => quotedOffer(quote, market)),
    listingCents,
    liquidity,
    ofSteam: steam?.cents && listingCents && Math.round((listingCents / steam.cents) * 100),
    net: isNet && isComparable ? netState(rows) : undefined,
    exit,
    head: hasHead(view),
    deal: isDeal({ listingCents, liquidity, referenceCents, profit: profitForDeal(exit, view) }, view.deals),
    own: reading.own && (toStanding(reading, listingCents, typed, judged, context) ?? true),
    locked: lockAt(reading.locked, now),
    worn: wearPlace(reading.item, reading.wearValue)?.isWorn && looksCheap(rows, exit) ? true : undefined,
    noDifferenceReason: noDifference,
    missing: noDifference === 'no-rate' ? reading.listing?.currency : missing,
    shown,
    // A page that prints another currency than its data may take either.
    typed: reading.printed ? undefined : typed,
    // The rate of the listing's currency counts only where the listing is compared.
    used: used.filter((rate) => rate.code === shown.code || isComparable),
    ageMs: wholeMinutesAge(Math.min(...oldest), now),
    fault: stale ? fault?.kind : undefined,
    attached: toAttachedSum(reading, quote, context, asOf, compared),
  };
}

const withLimit = (row: OverlayRow, bought: number | undefined, { deals }: SettingsView): OverlayRow => {
  const { net, diff, cents } = row;
  const isFar = diff !== undefined && bought !== undefined && cents !== undefined && isFarBelow(bought, cents, deals);
  return (net ? net.isGood : isFar) ? { ...row, isGood: true } : row;
};

/** Whether something of a card is green enough to be taken for a bargain. */
const looksCheap = (rows: readonly OverlayRow[], exit: OverlayModel['exit']): boolean =>
  (typeof exit === 'object' && exit.isGood) || rows.some(({ isGood }) => isGood);

/** What is attached, in the first market shown. `compared` is absent on any doubt about the item's own comparison. */
function toAttachedSum(
  { attached = [] }: Reading,
  quote: Quote,
  { view, quotes, now }: ModelContext,
  asOf: number,
  compared: number | undefined,
): AttachedSum | undefined {
  const [market] = comparedReferences(view.markets);
  if (view.overlay.attached === 'off' || !market) return undefined;
  const times = ageRules(view, now);
  // With an old table all is old, and the card says so.
  const rules = ageDoubt(asOf, times) ? { ...times, staleAfterMs: Number.POSITIVE_INFINITY } : times;
  const centsOf = (of: Quote | null | undefined) =>
    of?.offers.find((offer) => offer.market === market && !doubtOf(offer, rules))?.cents;
  const known = ({ item = '', assembled }: AttachedItem) => centsOf(quotes?.get(quoteKey({ item, assembled })));
  const bare = view.overlay.attached === 'sp' ? centsOf(quote) : undefined;
  const aboveBare = compared === undefined || bare === undefined ? undefined : compared - bare;
  return sumAttached(attached, market, known, aboveBare);
}

/** What the listing leaves when it is sold on a market by the rule of the exit, or why that is not known. */
function compareNet(offer: Offer, listing: number, view: SettingsView, now: number): NetComparison | NoExitReason {
  const exit = exitAt(offer, exitRules(view, now));
  return typeof exit === 'string' ? exit : { ...toProfit(exit.netCents, listing, view), net: exit.netCents };
}

/** What is left of a sale for a listing's cost. */
function toProfit(exit: number, listing: number, view: SettingsView): Omit<NetComparison, 'net'> {
  const profit = profitOf(exit, listing, feesOf(view.fees, view.site));
  return { ...profit, isGood: isProfitable(profit, view.deals) };
}

function netState(rows: readonly OverlayRow[]): OverlayModel['net'] {
  if (rows.some(({ net }) => net)) return 'net';
  const why = rows.flatMap(({ noNet }) => noNet ?? []);
  return why.length > 0 && why.every((one) => one === 'no-fees' || one === 'no-cash-out') ? 'unknown' : undefined;
}

/** None on Steam, where balance pays, and without confirmed fees of a market where the user sells: then prices are compared. */
function profitForDeal(exit: OverlayModel['exit'], { fees, site }: SettingsView): DealInput['profit'] {
  if (!fees.confirmed || site === balanceMarket || exit === 'no-fees') return undefined;
  return (typeof exit === 'object' ? exit.profit : undefined) ?? 'unknown';
}

/** What is left when the item is sold where that pays best, or why it cannot be told. */
function toExit(
  reading: Reading,
  { exit }: Quote,
  { view, now }: ModelContext,
  listingCents: number | undefined,
): OverlayModel['exit'] {
  const { kind, phase, item } = reading;
  const { fees, site, overlay } = view;
  if (!fees.confirmed || kind === 'bid' || phase !== undefined || hasPhases(item)) return undefined;
  if (!exit) return 'not-loaded';
  if (typeof exit === 'string') return exit;
  const sold = exitNow(exit, exitRules(view, now));
  if (typeof sold === 'string') return sold;
  const { asOf, ...rest } = sold;
  const shown = { ...rest, ageMs: wholeMinutesAge(asOf, now) };
  if (kind === 'none' || listingCents === undefined) return { ...shown, isGood: false };
  if (site === balanceMarket) {
    const ratio = overlay.cash && listingCents > 0 ? exactCents(sold.netCents / listingCents) : undefined;
    return { ...shown, ratio, isGood: ratio !== undefined && ratio >= view.exit.minRatio };
  }
  const { isGood, ...profit } = toProfit(sold.netCents, listingCents, view);
  return { ...shown, profit, isGood };
}
