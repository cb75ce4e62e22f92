import type { Reservation } from '#core/difference.ts';
import type { FaultKind } from '#core/fault.ts';
import type { MarketId } from '#core/markets.ts';

/** What the host element says of itself in `data-state`. */
export type OverlayState = 'ready' | 'stale' | 'unknown' | 'offline' | 'unavailable';

export interface OverlayRow {
  readonly market: MarketId;
  /** USD cents; `undefined` when the market has no price. */
  readonly cents: number | undefined;
  /** Per cent with one decimal, only where it is honest. */
  readonly diff: number | undefined;
}

/** All that one overlay shows; plain data, so that an equal model need not be drawn again. */
export interface OverlayModel {
  readonly state: OverlayState;
  readonly rows: readonly OverlayRow[];
  /** 0 to 100; `undefined` when not known or on another scale. */
  readonly liquidity: number | undefined;
  /** `retired`: the extension was updated under the page, nobody keeps these prices fresh any more. */
  readonly reservation: Reservation | 'retired' | undefined;
  /** Age of the prices, ms, in whole minutes. */
  readonly ageMs: number | undefined;
  /** Why there are no prices or no newer ones. */
  readonly fault: FaultKind | undefined;
}
