import type { WearPlace } from '#core/items/item-kinds.ts';
import type { Money } from '#core/money/money.ts';
import type { Purchase } from '#core/owned/portfolio.ts';
import type { CashRatios } from '#core/prices/cash-ratio.ts';
import type { Comparison } from '#core/prices/comparison.ts';
import type { PriceLimit } from '#core/prices/deals.ts';
import type { SeenElsewhere } from '#core/prices/seen-listings.ts';
import type { AskedListing } from '#core/prices/told-listing.ts';
import type { PageFacts } from '#core/site.ts';
import type { OverlayModel } from '#ui/overlay/overlay-model.ts';

/** What the page tells, in the page's own currency. */
export interface PanelFacts extends Omit<PageFacts, 'since'> {
  readonly ageMs?: number | undefined;
  /** What the bid leaves of Steam's balance. */
  readonly balance?: Money | undefined;
}

export interface PanelModel {
  readonly item: string;
  readonly phase: string | undefined;
  readonly listing: Money | undefined;
  readonly wear?: WearPlace | undefined;
  readonly facts?: PanelFacts | undefined;
  readonly comparison: Comparison;
  readonly overlay: OverlayModel;
  /** The user confirmed a fee table, so net prices are shown. */
  readonly withNet: boolean;
  /** What the item makes of Steam balance, where prices and fees are certain. */
  readonly cash?: CashRatios | undefined;
  /** Prices to type on this site, which a click copies. */
  readonly limits?: readonly PriceLimit[] | undefined;
  /** What goes into the portfolio when the user says to have bought the listing; absent where nothing can be bought. */
  readonly purchase?: Purchase | undefined;
  /** Listings that the user has just seen, compared with `of`, this one. */
  readonly seen?: ComparedSeen | undefined;
  /** Time of the comparison, ms since the epoch. */
  readonly at: number;
}

/** Of a listing that can be bought: `undoable` while the panel in which it was added to the portfolio is open. */
export type BoughtState = 'offered' | 'undoable' | 'kept';

export interface ComparedSeen extends SeenElsewhere {
  readonly of: AskedListing;
}
