import type { NoDifferenceReason } from '#core/difference.ts';
import type { FaultKind } from '#core/fault.ts';
import type { ReferenceMarket } from '#core/markets.ts';
import type { Rate } from '#core/rates.ts';

/** What the host element says of itself in `data-state`. */
type OverlayState = 'ready' | 'stale' | 'unknown' | 'offline' | 'unavailable';

export interface OverlayRow {
  readonly market: ReferenceMarket;
  /** USD cents; `undefined` when the market has no price. */
  readonly cents: number | undefined;
  /** Per cent with one decimal, only where it is honest. */
  readonly diff: number | undefined;
}

/** All that one overlay shows; plain data, so that an equal model need not be drawn again. */
export interface OverlayModel {
  readonly state: OverlayState;
  readonly rows: readonly OverlayRow[];
  /** The listing in USD cents; `undefined` when it was not read or has no rate. */
  readonly listingCents: number | undefined;
  /** 0 to 100; `undefined` when not known or on another scale. */
  readonly liquidity: number | undefined;
  /** `retired`: the extension was updated under the page, nobody keeps these prices fresh any more. */
  readonly noDifferenceReason: NoDifferenceReason | 'retired' | undefined;
  /** The currency without a rate, for want of which something is not shown. */
  readonly missing: string | undefined;
  /** What prices are shown in. */
  readonly shown: Rate;
  /** Rates that took part in what is shown. */
  readonly used: readonly Rate[];
  /** The listing is a deal by the user's measure. */
  readonly deal: boolean;
  /** Age of the prices, ms, in whole minutes. */
  readonly ageMs: number | undefined;
  /** Why there are no prices or no newer ones. */
  readonly fault: FaultKind | undefined;
}

/** How an overlay is to look. */
export interface OverlayAppearance {
  readonly theme: 'light' | 'dark';
  readonly density: 'normal' | 'compact' | 'hover';
  readonly difference: 'percent' | 'money' | 'both';
}
