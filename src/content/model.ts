import { difference, reservation } from '#core/difference.ts';
import { isRefusal } from '#core/fault.ts';
import { referenceMarkets } from '#core/markets.ts';
import { toCents } from '#core/money.ts';
import type { Quote } from '#core/quote.ts';
import type { Reading } from '#core/site.ts';
import type { FaultReport, TableView, View } from '#protocol/messages.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';

const minute = 60_000;

/** What is known besides the card: the table's view, the worker's fault, the settings' view, the time. */
export interface Surroundings {
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  readonly view: View;
  /** ms since the epoch. */
  readonly now: number;
}

const blank = { rows: [], liquidity: undefined, reservation: undefined, ageMs: undefined } as const;

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

function priced(reading: Reading, quote: Quote, { fault, view }: Surroundings, ageMs: number): OverlayModel {
  const stale = ageMs > view.staleAfterMs;
  const listingCents = reading.listing && toCents(reading.listing);
  const doubt = reservation({ reading, quote, stale, listingCents });
  const shown = referenceMarkets.filter((market) => view.markets.includes(market));
  const rows = shown.map((market) => {
    const cents = quote[market];
    const honest = doubt === undefined && cents !== undefined && listingCents !== undefined;
    return { market, cents, diff: honest ? difference(listingCents, cents) : undefined };
  });
  return {
    state: stale ? 'stale' : 'ready',
    rows: inOrder(rows, view),
    liquidity: quote.liquidity !== undefined && quote.liquidity <= 100 ? quote.liquidity : undefined,
    reservation: doubt,
    ageMs,
    fault: stale ? fault?.kind : undefined,
  };
}

const inOrder = (rows: OverlayModel['rows'], { markets }: View): OverlayModel['rows'] =>
  rows.toSorted((one, other) => markets.indexOf(one.market) - markets.indexOf(other.market));

/** What stands in a card when the extension was updated under the page: the same prices, marked old, no verdict. */
export const retired = (model: OverlayModel): OverlayModel => ({
  ...model,
  state: model.state === 'ready' ? 'stale' : model.state,
  rows: model.rows.map((row) => ({ ...row, diff: undefined })),
  reservation: 'retired',
});
