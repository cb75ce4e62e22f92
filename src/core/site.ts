import type { Money } from '#core/money.ts';

/** What is asked for: an offer to buy at once, or the present bid of an auction. */
export type ListingKind = 'ask' | 'bid';

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
}

/** Where in a card the overlay goes: behind an element, or as the last child of one. */
export type Mount = { readonly after: string } | { readonly append: string };

/** One kind of page of a marketplace. */
export interface Page {
  /** Tested against the address's path. */
  readonly path: RegExp;
  /** Selector of the item cards. */
  readonly card: string;
  /** Looked up in the card; `:scope` is the card itself. */
  readonly mount: Mount;
  /**
   * Reads one card from its own DOM, without side effects.
   * Answers `undefined` for what is not a readable CS2 item; a throw counts as unread, too.
   */
  readonly read: (card: Element) => Reading | undefined;
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
}

/** Gives an adapter its type. */
export const defineSite = (site: Site): Site => site;
