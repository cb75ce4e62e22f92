import { isDeal } from '#core/deals.ts';
import { difference, noDifferenceReason } from '#core/difference.ts';
import { exchange } from '#core/exchange.ts';
import { isRefusal } from '#core/fault.ts';
import { type ReferenceMarket, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import { type DatedRates, dollar, type KnownRates } from '#core/rates.ts';
import type { Reading } from '#core/site.ts';
import type { FaultReport, TableView, View } from '#protocol/messages.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';

const minute = 60_000;

/** What is known besides the card: the table's view, the worker's fault, rates, the settings' view, the time. */
export interface Surroundings {
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  readonly rates: DatedRates | null;
  readonly view: View;
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
 * What the overlay of one card says. `quote` is `null` when the table does not have the item.
 * `undefined`: there is neither a table nor a fault yet, so nothing is drawn.
 */
export function modelOf(reading: Reading, quote: Quote | null, around: Surroundings): OverlayModel | undefined {
  const { table, fault } = around;
  if (!table)
    return fault
      ? { ...blank, state: isRefusal(fault.kind) ? 'unavailable' : 'offline', fault: fault.kind }
      : undefined;
  if (!quote) return { ...blank, state: 'unknown', fault: undefined };
  const ageMs = Math.max(0, Math.floor((around.now - table.asOf) / minute) * minute);
  return priced(reading, quote, around, ageMs);
}

/** Where the rates of a page come from. */
const rateBook = ({ rates, view }: Pick<Surroundings, 'rates' | 'view'>): KnownRates => ({
  dated: rates,
  own: view.rates,
  coinUsd: view.coinUsd,
});

function priced(reading: Reading, quote: Quote, around: Surroundings, ageMs: number): OverlayModel {
  const { fault, view } = around;
  const stale = ageMs > view.staleAfterMs;
  const { listingCents, shown, used, missing } = exchange(reading.listing, view.currency, rateBook(around), around.now);
  const doubt = noDifferenceReason({ reading, quote, stale, listingCents });
  const diffOf = (market: ReferenceMarket) => {
    const cents = quote[market];
    const honest = doubt === undefined && cents !== undefined && listingCents !== undefined;
    return { market, cents, diff: honest ? difference(listingCents, cents) : undefined };
  };
  const rows = shownMarkets(view).map(diffOf);
  const liquidity = quote.liquidity !== undefined && quote.liquidity <= 100 ? quote.liquidity : undefined;
  return {
    state: stale ? 'stale' : 'ready',
    rows,
    listingCents,
    liquidity,
    // The reference of deals counts even where it is not shown.
    deal: isDeal({ listingCents, liquidity, diffs: [diffOf(view.deals.reference)] }, view.deals),
    noDifferenceReason: doubt,
    missing: doubt === 'no-rate' ? reading.listing?.currency : missing,
    shown,
    // The listing's rate takes part only where its price is compared.
    used: used.filter((rate) => rate.code === shown.code || doubt === undefined),
    ageMs,
    fault: stale ? fault?.kind : undefined,
  };
}

const shownOf = new WeakMap<View, readonly ReferenceMarket[]>();

/** The reference markets of `choose`, made once a view: every card asks. */
function shownMarkets(view: View): readonly ReferenceMarket[] {
  const known = shownOf.get(view) ?? choose(view);
  shownOf.set(view, known);
  return known;
}

/** The reference markets that the user chose, in the user's order; all three when none of them is among those. */
function choose({ markets }: View): readonly ReferenceMarket[] {
  const chosen = referenceMarkets.filter((market) => markets.includes(market));
  if (chosen.length === 0) return referenceMarkets;
  return chosen.toSorted((one, other) => markets.indexOf(one) - markets.indexOf(other));
}

/** What stands in a card when the extension was updated under the page: the same prices, marked old, no verdict. */
export const retired = (model: OverlayModel): OverlayModel => ({
  ...model,
  state: model.state === 'ready' ? 'stale' : model.state,
  rows: model.rows.map((row) => ({ ...row, diff: undefined })),
  deal: false,
  noDifferenceReason: 'retired',
});
