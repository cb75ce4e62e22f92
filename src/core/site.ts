import type { Money } from '#core/money/money.ts';
import { dayMs } from '#core/prices/age.ts';

/** An offer to buy at once, or the current bid of an auction. `none`: not for sale, as in an inventory or a trade. */
export type ListingKind = 'ask' | 'bid' | 'none';

/** A sticker, patch or charm on an item. */
export interface AttachedItem {
  /** The exact market hash name of the loose item; absent where the page does not tell it. */
  readonly item?: string | undefined;
  /** How much of a sticker is scratched off, 0 to 1; absent where the page does not tell it. */
  readonly wear?: number | undefined;
  /** As in a reading. */
  readonly assembled?: true | undefined;
}

/** What a page tells beside the listing; the panel alone shows it. Times: ms since the epoch. */
export interface PageFacts {
  /** The highest order to buy the item here. */
  readonly bid?: Money | undefined;
  /** The least offer that the listing's seller lets buyers make. */
  readonly offersFrom?: Money | undefined;
  /** Of when the order is, or else the listing. */
  readonly since?: number | undefined;
}

/** The content of one card, as an adapter reads it. */
export interface Reading {
  /** The exact market hash name. */
  readonly item: string;
  /** The Doppler phase or gem, if the page shows it ("Phase 2", "Ruby"); never part of `item`. */
  readonly phase?: string | undefined;
  /** The shown price; absent when it cannot be read for certain. */
  readonly listing?: Money | undefined;
  /** The card's amounts for it, one of which must agree (core/prices/listing-dispute.ts). Once read, what only a rate can tell. */
  readonly printed?: readonly Money[] | undefined;
  /** The card prints another price than the page's data tell, so that there is no listing. */
  readonly disputed?: true | undefined;
  /** Default `ask`. */
  readonly kind?: ListingKind | undefined;
  /** Nobody can buy it now: sold, reserved, in a trade, in another's cart. So it has no listing, whatever is printed. */
  readonly sold?: true | undefined;
  /** The user's own: a sale is judged, and nothing is bought. */
  readonly own?: true | undefined;
  /** Number of equal items that the card represents; default 1. 0: several, and the page does not tell how many. */
  readonly count?: number | undefined;
  /**
   * The name is put together from pieces, or from a text that sites respell. Without it a machine wrote the exact name.
   * An assembled name that comes near two known names is unknown.
   */
  readonly assembled?: true | undefined;
  readonly attached?: readonly AttachedItem[] | undefined;
  /** The item's own wear value, between 0 and 1. */
  readonly wearValue?: number | undefined;
  /** The item cannot be traded or sold on: until a time, ms since the epoch, or until nobody tells when. */
  readonly locked?: number | true | undefined;
  readonly facts?: PageFacts | undefined;
  /** The finder (src/page/finder) names the item: with its listing, where an adapter tells that of the same item. */
  readonly byName?: true | undefined;
}

export type ListingReading = Pick<Reading, 'listing' | 'kind' | 'sold'>;

/**
 * Reads the listing that a card prints, apart from its item (src/sites/reading/listed-price.ts). `place` finds its price by
 * the site's own sign; where none is known, or the site has renamed it, the price is the only amount of the card. `known`
 * matches the site's own texts that tell another price.
 */
export type PrintReader = (
  card: Element,
  place: string | undefined,
  parse: (text: string) => Money | undefined,
  known?: RegExp,
) => ListingReading | undefined;

/** The result of `read` for a card of another game. */
export const otherGame = 'other-game';

/**
 * The result of `read` for what only looks like an item's card, where that is certain: an advertisement, a placeholder that
 * is still empty, or one card for several different items.
 */
export const notAnItem = 'not-an-item';

/** The result of `read`; `undefined`: the card cannot be read for certain. */
export type CardReading = Reading | typeof otherGame | typeof notAnItem | undefined;

/** The place of an overlay within a card: after an element, or as the last child of one. */
export type Mount = { readonly after: string } | { readonly append: string };

/** One item in the page's own data: an answer, or its framework's state. The page can forge rows, so they are only shown. */
export interface Row extends Omit<Reading, 'item'> {
  /** Joins the row to a card, such as a listing's id. */
  readonly key: string;
  /** Several items may have the key, as a rifle and its StatTrak™ twin share a picture. Without it the key is an id. */
  readonly shared?: true | undefined;
  readonly item?: string | undefined;
  /** The currency that the page shows, on a row that states nothing else. */
  readonly currency?: string | undefined;
  /** The item belongs to another game; the row states nothing else. */
  readonly otherGame?: true | undefined;
}

/**
 * The rows known so far, by key. A later row replaces an earlier one of the same id. A shared key that has ever stood for two
 * items has no item while the page lives.
 */
export interface Rows {
  readonly get: (key: string) => Row | undefined;
}

/** JSON answers that the page fetches. */
interface Feed {
  /** Tested against the answer's whole address. */
  readonly url: RegExp;
  /** Reads the body. @throws TypeError for a body of another shape. */
  readonly read: (body: unknown) => readonly Row[];
}

/** It runs in the page's own world, where the page can change everything. A named export: nothing else of the adapter runs there. */
export interface Tap {
  /** Addresses of the answers to copy: those of the feeds. */
  readonly urls?: readonly RegExp[] | undefined;
  /** Addresses of sockets (`wss:`) whose messages of Socket.IO are copied, while the content script listens: those of feeds. */
  readonly sockets?: readonly RegExp[] | undefined;
  /** Reads the framework's state for the cards on the page. Only getters of the page may have side effects. */
  readonly state?: ((view: Window) => readonly Row[]) | undefined;
}

export const defineTap = (tap: Tap): Tap => tap;

/** Selectors of the two sides of a trade offer. */
export interface OfferSides {
  /** What the user gives, and what the user gets. */
  readonly give: string;
  readonly get: string;
  /** Every item of a side, of any game: what is no card of the page has no price. */
  readonly item: string;
  /** The element before which the sums are shown. */
  readonly before: string;
}

export type OwnedKind = 'inventory' | 'listings';

/** One kind of page of a marketplace. */
export interface PageType {
  /** Tested against the path of the address. */
  readonly path: RegExp;
  /** All cards belong to one person, so their prices are added up: an inventory, or what the user has put up for sale. */
  readonly kind?: OwnedKind | undefined;
  /** Selector of the element before which an inventory's sums are shown; default: the list of its cards. */
  readonly sumsBefore?: string | undefined;
  /** The page draws the items in sight alone, and the same elements again for others: above an inventory is no sum. */
  readonly recycles?: true | undefined;
  /** The attribute that tells an item that the page shows twice, as among the chosen ones; default `id`. */
  readonly identity?: string | undefined;
  /** The page is a trade offer, whose two sides are added up. */
  readonly offer?: OfferSides | undefined;
  readonly card: string;
  /** Selectors within the card; `:scope` is the card itself. */
  /** Default: the card's last child. */
  readonly mount?: Mount | undefined;
  /**
   * Reads one card, without side effects, from its own DOM or from a row that is joined by a key. Returns `otherGame`
   * for an item of another game and `notAnItem` for no item at all; such a card counts neither as seen nor as unread.
   * Returns `undefined` in any doubt; a throw counts as `undefined`. The finder also has its own cards read, which need
   * not match `card` (src/page/finder/adapter-reading.ts).
   */
  readonly read: (card: Element, rows: Rows) => CardReading;
  /**
   * Reads what a card prints of its listing, apart from its item, by the site's own signs. It reads the finder's cards as well,
   * where the site has renamed everything, and relies on nothing that `card` ensures. `undefined` in any doubt: two amounts,
   * another price beside it, a number that may be a count. Only the finder asks, and hands in the reader of prints.
   */
  readonly readListing?: ((card: Element, read: PrintReader) => ListingReading | undefined) | undefined;
}

/** An adapter: everything particular to one marketplace, as plain data and pure readers. */
export interface Site {
  /** The file's name. */
  readonly id: string;
  readonly name: string;
  /** Match patterns of whole origins; `pages` selects the paths. */
  readonly matches: readonly string[];
  /** The browser grants access when the user chooses the site, and not at the installation. */
  readonly optional?: true | undefined;
  /** A gambling site with a market: off until the user chooses it. */
  readonly gambling?: true | undefined;
  /** Names that the site's texts write for other items, too: CSGORoll writes "Sticker | X | Event" of any finish, Steam a group's. */
  readonly unsureNames?: RegExp | undefined;
  /** Prices are in coins of its own (`COIN`), whose value only the user can tell. */
  readonly coins?: true | undefined;
  /** Attributes whose change means that a card shows something else. */
  readonly attributes?: readonly string[] | undefined;
  /** Selector of elements outside of a card on which its reading depends, such as a menu of currencies. */
  readonly readingContext?: string | undefined;
  readonly pages: readonly PageType[];
  /** Needs a tap that copies the answers. */
  readonly feeds?: readonly Feed[] | undefined;
  /** Of the file's export `tap`, from who loads the file (`withTap`), whether it reads the framework's state. */
  readonly tapped?: { readonly state: boolean } | undefined;
}

/** The adapter of a file that also exports this tap. */
export const withTap = (site: Site, tap: Tap | undefined): Site =>
  tap ? { ...site, tapped: { state: tap.state !== undefined } } : site;

/** What a page needs before it has a card; wxt.config.ts extracts it. The whole adapter is a file that loads with the first card. */
export interface Outline extends Pick<Site, 'id' | 'attributes'> {
  readonly pages: readonly Pick<PageType, 'path' | 'card'>[];
  readonly tapped: boolean;
}

/** Whether a text has the form of a marketplace's id, which is the name of a file. */
export const isSiteId = (id: string): boolean => /^[a-z0-9-]{1,64}$/.test(id);

export const defineSite = (site: Site): Site => site;

/** Until when an item cannot be traded, ms since the epoch; without a time nobody tells. */
export interface Lock {
  readonly until?: number | undefined;
}

/** Longer than any market or Steam locks an item: a time beyond it is none. */
const longestLockMs = 60 * dayMs;

/** `undefined` for what is not locked any more, and for what nobody tells: that is not free. */
export function lockAt(locked: number | true | undefined, now: number): Lock | undefined {
  if (typeof locked !== 'number') return locked && {};
  if (locked <= now) return undefined;
  return locked <= now + longestLockMs ? { until: locked } : {};
}
