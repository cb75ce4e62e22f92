import type { Money } from '#core/money.ts';

/**
 * What is asked for: an offer to buy at once, or the present bid of an auction. `none`: nothing, as for an item in an
 * inventory or in a trade.
 */
export type ListingKind = 'ask' | 'bid' | 'none';

/** What an adapter read from one card. */
export interface Reading {
  /** The exact market hash name. */
  readonly item: string;
  /** The Doppler phase or gem, where the page tells it ("Phase 2", "Ruby"); never part of `item`. */
  readonly phase?: string | undefined;
  /** The price in front of the user; absent when it cannot be read without a guess. */
  readonly listing?: Money | undefined;
  /** Default `ask`. */
  readonly kind?: ListingKind | undefined;
  /** How many equal items the card stands for, where its page says so; default 1. */
  readonly count?: number | undefined;
}

/** What `read` answers for a card that shows an item of another game: the card is neither seen nor unread. */
export const otherGame = 'other-game';

/** What `read` answers; `undefined`: the card could not be read. */
export type CardReading = Reading | typeof otherGame | undefined;

/** Where in a card the overlay goes: behind an element, or as the last child of one. */
export type Mount = { readonly after: string } | { readonly append: string };

/**
 * What the page knows of itself: one row of an answer that it fetched, or of its framework's state. It comes from the
 * page, which can forge it, so it is only ever shown.
 */
export interface Row extends Omit<Reading, 'item'> {
  /** What a card says of itself as well, such as a listing's id. */
  readonly key: string;
  readonly item?: string | undefined;
  /** The currency that the page shows, on a row that tells only this. */
  readonly currency?: string | undefined;
  /** The row is of an item of another game, and tells nothing else. */
  readonly otherGame?: true | undefined;
}

/** The rows known so far, by key; a later row with the same key has replaced the earlier. */
export interface Rows {
  readonly get: (key: string) => Row | undefined;
}

/** JSON answers that the page fetches for itself. */
interface Feed {
  /** Tested against the answer's whole address. */
  readonly url: RegExp;
  /** Reads the body; a body of another shape throws. */
  readonly read: (body: unknown) => readonly Row[];
}

/**
 * What must be had from the page's own world, where the page sees and can change everything.
 * A named export of its own, so that only this much of an adapter runs there.
 */
export interface Tap {
  /** Addresses of the answers that are copied: those of the feeds. */
  readonly urls?: readonly RegExp[] | undefined;
  /** Reads the framework's state, for the cards that are on the page now. Pure but for getters of the page. */
  readonly state?: ((view: Window) => readonly Row[]) | undefined;
}

/** Gives a tap its type. */
export const defineTap = (tap: Tap): Tap => tap;

/** One kind of page of a marketplace. */
export interface Page {
  /** Tested against the address's path. */
  readonly path: RegExp;
  /** `inventory`: its cards are what one person owns, so that their prices have a sum. */
  readonly kind?: 'inventory' | undefined;
  /** Selector of the item cards. */
  readonly card: string;
  /** Looked up in the card; `:scope` is the card itself. */
  readonly mount: Mount;
  /**
   * Reads one card, without side effects: from its own DOM, or joined by a key to a row.
   * Answers `otherGame` where the page says so, and `undefined` in any doubt; a throw counts as unread, too.
   */
  readonly read: (card: Element, rows: Rows) => CardReading;
}

/** All that is particular to one marketplace: plain data and pure readers. */
export interface Site {
  /** The file's name. */
  readonly id: string;
  readonly name: string;
  /** Match patterns of the whole origin; routes are told apart by `pages`. */
  readonly matches: readonly string[];
  /** Attributes whose change means that a card now shows something else. */
  readonly attributes?: readonly string[] | undefined;
  readonly pages: readonly Page[];
  readonly feeds?: readonly Feed[] | undefined;
  /** Needed by `feeds` and for framework state; the same as the file's export `tap`. */
  readonly tap?: Tap | undefined;
}

/**
 * What a page needs to know of its site before it has a card; the rest of an adapter is a file that comes with the first
 * card (wxt.config.ts writes this out of the adapter).
 */
export interface Outline extends Pick<Site, 'id' | 'attributes'> {
  readonly pages: readonly Pick<Page, 'path' | 'card'>[];
  /** The site has a tap. */
  readonly tapped: boolean;
}

/** Gives an adapter its type. */
export const defineSite = (site: Site): Site => site;
