import type { InventoryEntry, Totals } from '#core/inventory.ts';
import { referenceMarkets } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import type { Quote } from '#core/quote.ts';
import type { OwnedKind, Reading } from '#core/site.ts';
import type { Card } from '#page/cards/cards.ts';
import { type QuoteCache, quoteKey } from '#page/quotes/quote-cache.ts';

interface OwnedItem {
  readonly kind: OwnedKind;
  readonly reading: Reading;
  readonly quote: Quote | null;
  /** Number of equal items that the card represents. */
  readonly count: number;
}

/**
 * Adds up the loaded part of an inventory or of the user's listings, in USD cents; `null` on a page without them, without
 * a price table, and with sample prices.
 * Items that the table does not have, and items without an exact and reliable price, are counted but not added.
 */
export function inventoryTotals(cards: Iterable<Card>, cache: QuoteCache | undefined): Totals | null {
  const owned = cache?.table && !cache.table.sample ? ownedOf(cards, cache) : [];
  const [first] = owned;
  if (!cache || !first) return null;
  const reliable = owned.filter(({ quote, reading }) => quote && !isDoubtful(reading, quote));
  const doubtful = owned.filter(({ quote, reading }) => quote && isDoubtful(reading, quote));
  const sums = referenceMarkets.map((market) => {
    const priced = reliable.filter(({ quote }) => quote?.[market] !== undefined);
    const cents = priced.reduce((sum, { quote, count }) => sum + (quote?.[market] ?? 0) * count, 0);
    return { market, cents, items: countOf(priced) };
  });
  return {
    of: first.kind,
    items: countOf(owned),
    priced: countOf(reliable.filter(({ quote }) => referenceMarkets.some((market) => quote?.[market] !== undefined))),
    doubtful: countOf(doubtful),
    sums,
    entries: entriesOf(owned),
    rates: cache.rates,
  };
}

/** Equal items together, in the order of the page. */
function entriesOf(owned: readonly OwnedItem[]): readonly InventoryEntry[] {
  const entries = new Map<string, InventoryEntry>();
  for (const { reading, quote, count } of owned) {
    const key = JSON.stringify([reading.item, reading.phase]);
    const before = entries.get(key)?.count ?? 0;
    entries.set(key, { ...toEntry(reading, quote), count: before + count });
  }
  return [...entries.values()];
}

function toEntry(reading: Reading, quote: Quote | null): Omit<InventoryEntry, 'count'> {
  const { item, phase } = reading;
  const state = !quote ? 'unknown' : isDoubtful(reading, quote) ? 'doubtful' : 'priced';
  const { buff163, youpin, csfloat, exit } = (state === 'priced' && quote) || {};
  const cents = { buff163, youpin, csfloat };
  return { item, ...(phase && { phase }), state, cents, ...(exit && 'market' in exit && { exit }) };
}

/** A page can show one item twice; the two elements then have the same id. */
function ownedOf(cards: Iterable<Card>, { quotes }: QuoteCache): readonly OwnedItem[] {
  const owned = new Map<unknown, OwnedItem>();
  for (const {
    element,
    kind: { kind },
    reading,
  } of cards) {
    const quote = reading && quotes.get(quoteKey(reading));
    if (!kind || !reading || quote === undefined) continue;
    owned.set(element.id || element, { kind, reading, quote, count: reading.count ?? 1 });
  }
  return [...owned.values()];
}

const countOf = (owned: readonly OwnedItem[]): number => owned.reduce((sum, { count }) => sum + count, 0);

/** The price is an outlier, or that of any phase of an item that has phases. */
const isDoubtful = ({ item, phase }: Reading, { inflated }: Quote): boolean =>
  inflated || phase !== undefined || hasPhases(item);
