import type { FaultKind } from '#core/asks/fault.ts';
import type { AttachedSum } from '#core/items/attached.ts';
import type { WearPlace } from '#core/items/item-kinds.ts';
import type { Money } from '#core/money/money.ts';
import type { Rate } from '#core/money/rates.ts';
import type { Purchase } from '#core/owned/portfolio.ts';
import type { CashRatios, Comparison, NoDifferenceReason } from '#core/prices/comparison.ts';
import type { PriceLimit } from '#core/prices/deals.ts';
import type { Exit, NoExitReason, Profit } from '#core/prices/exit-value.ts';
import type { ReferenceMarket } from '#core/prices/markets.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { WeekChange } from '#core/prices/quote.ts';
import type { SeenElsewhere } from '#core/prices/seen-listings.ts';
import type { AskedListing } from '#core/prices/told-listing.ts';
import type { Lock, PageFacts } from '#core/site.ts';

/** Values of `data-state` on the host element. */
type OverlayState = 'ready' | 'stale' | 'unknown' | 'offline' | 'unavailable';

export interface OverlayRow {
  readonly market: ReferenceMarket;
  /** USD cents; `undefined` when the market has no price. */
  readonly cents: number | undefined;
  /** Why this price is compared with nothing, where others are. */
  readonly doubt?: 'stale' | 'clock' | 'inflated' | undefined;
  /** Of an old price, ms, in whole minutes. */
  readonly ageMs?: number | undefined;
  /** Of the listing to the price, per cent, rounded to one decimal; only where it, or with `net` what it leaves, is shown. */
  readonly diff: number | undefined;
  /** Past the user's own limit of deals. */
  readonly isGood?: true | undefined;
  /** What the listing leaves on the market, when the user wants net differences. */
  readonly net?: NetComparison | undefined;
  /** Why it is not known what the listing leaves there, when the user wants net differences. */
  readonly noNet?: NoExitReason | undefined;
  /** How the price changed over 7 days; only when the user wants to see it and it is known. */
  readonly week?: WeekChange | undefined;
}

export interface OverlayExit extends Omit<Exit, 'asOf'> {
  /** Of the price there, ms, in whole minutes. */
  readonly ageMs: number;
  /** What the listing leaves; absent without a listing, and on Steam, where it is paid with balance. */
  readonly profit?: Profit | undefined;
  /** What 1.00 of Steam balance becomes by buying the listing. */
  readonly ratio?: number | undefined;
  /** Profit or ratio are above the user's threshold. */
  readonly isGood: boolean;
}

export interface NetComparison extends Profit {
  /** What arrives after selling on the market and cashing out there. */
  readonly net: number;
  /** Above the user's threshold. */
  readonly isGood: boolean;
}

export interface OwnStanding {
  /** How much less the lowest ask of the listing's market is, in its currency; of 0, nobody is known to ask less. */
  readonly less: Money;
  /** Of that ask, ms, in whole minutes. */
  readonly ageMs: number;
}

/** Content of one overlay; plain data, so that equal models can be recognised. */
export interface OverlayModel {
  readonly state: OverlayState;
  readonly sample?: boolean | undefined;
  readonly rows: readonly OverlayRow[];
  /** What the markets of the rows ask: the panel draws the same offers. */
  readonly offers: readonly Offer[];
  /** The card has a line for what a sale leaves: the fees of a market at which the user sells are known. */
  readonly head?: boolean | undefined;
  /** The listing's price in USD cents; `undefined` when it was not read or its currency has no rate. */
  readonly listingCents?: number | undefined;
  /** 0 to 100; `undefined` when unknown or on another scale. */
  readonly liquidity?: number | undefined;
  /** The listing in per cent of what Steam asks, in place of the liquidity. */
  readonly ofSteam?: number | undefined;
  /** Differences are net of fees; `unknown`: they would be, but no fees of the shown markets are known. */
  readonly net?: 'net' | 'unknown' | undefined;
  /** What is left when the listing is sold again; a reason where the user would see it and it cannot be told. */
  readonly exit?: OverlayExit | NoExitReason | undefined;
  readonly noDifferenceReason?: NoDifferenceReason | undefined;
  /** A currency whose missing rate keeps something from being shown. */
  readonly missing?: string | undefined;
  readonly shown: Rate;
  /** Currency and rate of what is typed on the site; absent where it or its rate is unknown. */
  readonly typed?: Rate | undefined;
  /** Rates by which the shown prices were converted. */
  readonly used: readonly Rate[];
  readonly deal: boolean;
  /** The user's own sale, and how it stands where that is in no doubt: it is judged as a seller's, and is no deal. */
  readonly own?: true | OwnStanding | undefined;
  readonly locked?: Lock | undefined;
  /** The listing looks cheap, and its wear value is in the worst tenth of its wear. */
  readonly worn?: true | undefined;
  /** Another listing that the user has just seen asks less and is less worn. */
  readonly beaten?: boolean | undefined;
  /** Age of the prices, ms, in whole minutes. */
  readonly ageMs?: number | undefined;
  /** What is attached to the item; absent where nothing is, or where the user does not want it. */
  readonly attached?: AttachedSum | undefined;
  /** Why there are no prices or no newer ones. */
  readonly fault?: FaultKind | undefined;
}

export interface OverlayAppearance {
  readonly theme: 'light' | 'dark';
  readonly density: 'normal' | 'compact' | 'hover';
  readonly difference: 'percent' | 'money' | 'both';
  /** A card before shows the same prices: only what differs is shown. */
  readonly repeated?: true | undefined;
}

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
