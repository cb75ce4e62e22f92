import { type QuoteCache, quoteKey } from '#content/quotes/quote-cache.ts';
import { wholeMinutesAge } from '#core/age.ts';
import { type AttachedSum, sumAttached } from '#core/attached.ts';
import { toCashRatio } from '#core/cash-ratio.ts';
import { isDeal } from '#core/deals.ts';
import { difference, noDifferenceReason } from '#core/difference.ts';
import { exchange } from '#core/exchange.ts';
import { isRefusal } from '#core/fault.ts';
import { costCents, feesOf, netCents } from '#core/fees.ts';
import { comparedReferences, type MarketId, type ReferenceMarket } from '#core/markets.ts';
import { percentLiquidity, type Quote } from '#core/quote.ts';
import { type DatedRates, dollar, type KnownRates } from '#core/rates.ts';
import type { AttachedItem, Reading } from '#core/site.ts';
import type { FaultReport, TableView, View } from '#protocol/messages.ts';
import type { NetComparison, OverlayModel, OverlayRow } from '#ui/overlay-model.ts';

/** Inputs of a model besides the card's own reading and quote. */
export interface ModelContext {
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  readonly rates: DatedRates | null;
  readonly view: View;
  /** The page's own currency, for a card without a listing. */
  readonly currency?: string | undefined;
  /** Quotes by key, for what is attached to the item. */
  readonly quotes?: QuoteCache['quotes'] | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

const blank = {
  rows: [],
  listingCents: undefined,
  liquidity: undefined,
  noDifferenceReason: undefined,
  missing: undefined,
  shown: dollar,
  used: [],
  deal: false,
  ageMs: undefined,
} as const;

/**
 * The model of one card's overlay. `quote` is `null` for an item that the table does not have. `undefined` while there is
 * neither a table nor a fault: then nothing is drawn.
 */
export function toOverlayModel(reading: Reading, quote: Quote | null, context: ModelContext): OverlayModel | undefined {
  const { table, fault } = context;
  if (!table)
    return fault
      ? { ...blank, state: isRefusal(fault.kind) ? 'unavailable' : 'offline', fault: fault.kind }
      : undefined;
  // A name that the table lacks was no name.
  if (!quote) return reading.byName ? undefined : { ...blank, state: 'unknown', fault: undefined };
  return toPricedModel(reading, quote, context, table);
}

const toKnownRates = ({ rates, view }: Pick<ModelContext, 'rates' | 'view'>): KnownRates => ({
  dated: rates,
  own: view.rates,
  coinUsd: view.pageCoinUsd,
});

function toPricedModel(reading: Reading, quote: Quote, context: ModelContext, table: TableView): OverlayModel {
  const { fault, view, now } = context;
  const { sample, asOf } = table;
  const ageMs = wholeMinutesAge(asOf, now);
  const stale = ageMs > view.staleAfterMs;
  const { listingCents, shown, used, missing } = exchange(
    reading.listing,
    { ...view.currency, page: context.currency },
    toKnownRates(context),
    now,
  );
  const noDifference = noDifferenceReason({ reading, quote, stale, sample, listingCents });
  const showsWeek = view.overlay.change && !stale && !sample && !quote.inflated;
  const isComparable = noDifference === undefined;
  const toRow = (market: ReferenceMarket) => {
    const cents = quote[market];
    const hasBoth = isComparable && cents !== undefined && listingCents !== undefined;
    const gross = hasBoth ? difference(listingCents, cents) : undefined;
    const net = view.overlay.net && hasBoth ? compareNet(market, listingCents, cents, view) : undefined;
    const diff = view.overlay.net ? net && difference(net.cost, net.net) : gross;
    const week = showsWeek && cents !== undefined ? quote.week?.[market] : undefined;
    return { gross, row: { market, cents, diff, ...(net && { net }), ...(week && { week }) } };
  };
  const rows = comparedReferences(view.markets).map((market) => toRow(market).row);
  const cash = isComparable ? toCash(reading, rows, listingCents, view) : undefined;
  const liquidity = percentLiquidity(quote);
  const attached = toAttachedSum(reading, context, isComparable ? { quote, listingCents } : undefined);
  return {
    state: stale ? 'stale' : 'ready',
    rows,
    listingCents,
    liquidity,
    ...(view.overlay.net && isComparable && netState(rows)),
    ...(cash && { cash }),
    // The market that deals refer to need not be shown. Deals compare prices, also where differences are net.
    deal: isDeal(
      { listingCents, liquidity, diffs: [{ market: view.deals.reference, diff: toRow(view.deals.reference).gross }] },
      view.deals,
    ),
    noDifferenceReason: noDifference,
    missing: noDifference === 'no-rate' ? reading.listing?.currency : missing,
    shown,
    // The rate of the listing's currency counts only where the listing is compared.
    used: used.filter((rate) => rate.code === shown.code || noDifference === undefined),
    ageMs,
    fault: stale ? fault?.kind : undefined,
    ...(attached && { attached }),
  };
}

/** What is attached, in the first market shown. `compared` is absent on any doubt about the item's own comparison. */
function toAttachedSum(
  { attached = [] }: Reading,
  { view, quotes }: ModelContext,
  compared: { readonly quote: Quote; readonly listingCents: number | undefined } | undefined,
): AttachedSum | undefined {
  const [market] = comparedReferences(view.markets);
  if (view.overlay.attached === 'off' || !market) return undefined;
  const quoteOf = ({ item = '', assembled }: AttachedItem) => quotes?.get(quoteKey({ item, assembled }));
  const wantsSp = view.overlay.attached === 'sp' && compared;
  const bare = wantsSp ? { listingCents: compared.listingCents, bareCents: compared.quote[market] } : undefined;
  return sumAttached(attached, market, quoteOf, bare);
}

/** What the listing costs on its site, and what selling for a market's price leaves; `undefined`: fees are unknown. */
function compareNet(market: MarketId, listing: number, cents: number, view: View): NetComparison | undefined {
  const fees = feesOf(view.fees, market);
  const net = fees && netCents(cents, fees);
  if (net === undefined) return undefined;
  const ownFees = feesOf(view.fees, view.site);
  return { cost: ownFees ? costCents(listing, ownFees) : listing, net };
}

function netState(rows: readonly OverlayRow[]): Pick<OverlayModel, 'net'> {
  if (rows.some(({ net }) => net)) return { net: 'net' };
  return rows.some(({ cents }) => cents !== undefined) ? { net: 'unknown' } : {};
}

/** What Steam balance becomes on the shown market that gives most, only for a listing on Steam's market. */
function toCash(
  { kind }: Reading,
  rows: readonly OverlayRow[],
  listingCents: number | undefined,
  { overlay, site, fees }: View,
): OverlayModel['cash'] {
  if (!overlay.cash || site !== 'steam' || kind === 'none' || listingCents === undefined) return undefined;
  const ratios = rows.flatMap(({ market, cents }) => {
    const charged = feesOf(fees, market);
    const ratio = charged && cents !== undefined ? toCashRatio(listingCents, cents, charged) : undefined;
    return ratio === undefined ? [] : [{ market, ratio }];
  });
  return ratios.toSorted((one, other) => other.ratio - one.ratio)[0];
}

/** The same prices after an update of the extension: marked as old, without differences. */
export const toRetiredModel = ({ net: _, cash: __, ...model }: OverlayModel): OverlayModel => ({
  ...model,
  state: model.state === 'ready' ? 'stale' : model.state,
  rows: model.rows.map(({ market, cents }) => ({ market, cents, diff: undefined })),
  deal: false,
  ...(model.attached && { attached: { ...model.attached, sp: undefined } }),
  // That prices are made up matters more than that they stay as they are.
  noDifferenceReason: model.noDifferenceReason === 'sample' ? 'sample' : 'retired',
});
