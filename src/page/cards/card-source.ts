import { besidePrints } from '#core/prices/listing-dispute.ts';
import { hasSameListing, mergeShared, readsSameItem } from '#core/prices/merge-rows.ts';
import type { CardReading, Mount, PageType, Reading, Row, Rows, Site } from '#core/site.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import { saysSold } from '#sites/reading/sold-words.ts';

export type CardKind = Omit<PageType, 'path' | 'card' | 'offer'>;

/** Where the cards of a page come from: the adapter of its site, or the finder (src/page/finder). */
export interface CardSource extends Pick<Site, 'attributes' | 'readingContext'> {
  readonly find: () => ReadonlyMap<Element, CardKind>;
  readonly expectsCards: () => boolean;
  /** Too many unreadable cards mean that the site has changed. */
  readonly mayDrift: boolean;
  /** Asks the page's framework for its state; the rows come to `addRows`. */
  readonly readState?: (() => void) | undefined;
  /** Longest slice in which cards are read and drawn, ms; default: that of the time slicer. */
  readonly sliceMs?: number | undefined;
}

/** Limit of cards on one page, against hostile pages; no real page has as many. Further cards get no overlay. */
const maxCards = 20_000;

export function adapterSource(adapter: Site, document: Document, readState?: () => void): CardSource {
  const { attributes, readingContext } = adapter;
  const kinds = () => pageTypesAt(adapter, document.location.pathname);
  return {
    attributes,
    readingContext,
    readState,
    mayDrift: true,
    expectsCards: () => kinds().length > 0,
    find: () => {
      const found = new Map<Element, CardKind>();
      for (const kind of kinds())
        for (const element of document.querySelectorAll(kind.card))
          if (found.size < maxCards && !found.has(element)) found.set(element, kind);
      return found;
    },
  };
}

/** `undefined` when the reader throws. What the card's prints contradict is no listing, and what nobody can buy now has none. */
export function readSafely({ read, kind }: Pick<CardKind, 'read' | 'kind'>, element: Element, rows: Rows): CardReading {
  try {
    const reading = read(element, rows);
    if (typeof reading !== 'object') return reading;
    const own = reading.own ?? (kind === 'listings' || undefined);
    const isSold = reading.sold ?? (reading.listing && saysSold(element));
    if (isSold) return { ...reading, own, sold: true, listing: undefined, printed: undefined, kind: 'none' };
    const { listing, printed } = reading;
    return { ...reading, own, ...(printed && { printed: undefined, ...besidePrints(listing, printed) }) };
  } catch {
    return undefined;
  }
}

/** What an overlay goes into or after; `null` where the site has renamed it, or has not drawn it yet. */
export function mountPoint(card: Element, mount: Mount | undefined): Element | null {
  if (!mount) return card;
  const selector = 'append' in mount ? mount.append : mount.after;
  return card.querySelector(selector);
}

/** Limit of rows kept for one page, for ids and for shared keys each. */
const maxRowsKept = 20_000;

export class KnownRows implements Rows {
  /** The oldest are dropped first. */
  readonly #byId = new Map<string, Row>();
  /** None is dropped: a key that has stood for two items must not be learnt anew. Beyond the limit no key is learnt. */
  readonly #shared = new Map<string, Row>();

  get = (key: string): Row | undefined => this.#shared.get(key) ?? this.#byId.get(key);

  get size(): number {
    return this.#byId.size + this.#shared.size;
  }

  /** Whether a row has just this listing: of this item, or of none that is named. */
  lists({ item, kind = 'ask', listing }: Reading): boolean {
    const isIt = (row: Row) =>
      (row.item ?? item) === item && (row.kind ?? 'ask') === kind && hasSameListing(row, { listing });
    return this.#all().some(isIt);
  }

  of = (item: string): readonly Row[] => this.#all().filter((row) => row.item === item);

  #all = (): readonly Row[] => [...this.#byId.values(), ...this.#shared.values()];

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.shared) this.#addShared(row);
      else this.#addId(row);
    }
    for (const key of this.#byId.keys()) {
      if (this.#byId.size <= maxRowsKept) break;
      this.#byId.delete(key);
    }
  }

  #addId(row: Row): void {
    const before = this.#byId.get(row.key);
    this.#byId.delete(row.key);
    // The list of all offers does not tell the user's own from others'.
    this.#byId.set(row.key, before?.own && readsSameItem(before, row) ? { ...row, own: true } : row);
  }

  #addShared(row: Row): void {
    const { key } = row;
    const known = this.#shared.get(key);
    if (!known && this.#shared.size >= maxRowsKept) return;
    this.#shared.set(key, mergeShared(known, row));
  }
}
