import { besidePrints } from '#core/prices/listing-dispute.ts';
import type { ListingReading, PageType, Reading } from '#core/site.ts';
import { type KnownRows, readSafely } from '#page/cards/card-source.ts';
import { printedListing } from '#sites/reading/listed-price.ts';

export interface AdapterAtPage {
  readonly types: readonly Pick<PageType, 'read' | 'readListing' | 'kind'>[];
  readonly rows: KnownRows;
}

/** Whether the page's data, or the reader that knows them, name a card's item as its words do. */
export const isConfirmed = (card: Element, found: Reading, adapter: AdapterAtPage | undefined): boolean =>
  adapter !== undefined && readingsOf(card, adapter).some((each) => namesSame(each, found));

/** Its `read` where that names the same item, else the print. `undefined` where `read` names another: one of the two is wrong. */
export function withListing(card: Element, found: Reading, adapter: AdapterAtPage | undefined): Reading | undefined {
  if (!adapter) return found;
  const readings = readingsOf(card, adapter);
  if (!readings.every((each) => namesSame(each, found))) return undefined;
  const [agreed] = readings;
  if (!areAlike(readings)) return found;
  if (agreed && (agreed.listing || (agreed.kind ?? 'ask') !== 'ask')) return agreed;
  const named = agreed ? { ...agreed, byName: true as const } : found;
  return named.disputed ? named : { ...named, ...listingPrinted(card, found, adapter) };
}

const areAlike = (all: readonly unknown[]): boolean => new Set(all.map((each) => JSON.stringify(each))).size < 2;

const readingsOf = (card: Element, { types, rows }: AdapterAtPage): readonly Reading[] =>
  types.flatMap((type) => {
    const reading = readSafely(type, card, rows);
    return typeof reading === 'object' ? [reading] : [];
  });

const namesSame = (one: Reading, { item, phase }: Reading): boolean =>
  one.item === item && (phase === undefined || one.phase === phase);

/** What all readers read that a card prints, unless rows of its item tell another listing. */
function listingPrinted(card: Element, { item }: Reading, { types, rows }: AdapterAtPage): Partial<Reading> {
  const prints = types.map(({ readListing }) => readPrint(readListing, card));
  const [print] = prints;
  if (!print || !areAlike(prints)) return {};
  const { listing, kind = 'ask', sold } = print;
  if (sold) return { sold, kind: 'none' };
  const told = rows.of(item);
  const alike = told.flatMap((row) => (!row.sold && (row.kind ?? 'ask') === kind && row.listing ? [row.listing] : []));
  if (told.length > 0 && alike.length === 0) return {};
  return { ...besidePrints(listing, alike), kind, own: types.some((type) => type.kind === 'listings') || undefined };
}

function readPrint(read: PageType['readListing'], card: Element): ListingReading | undefined {
  try {
    return read?.(card, printedListing);
  } catch {
    return undefined;
  }
}
