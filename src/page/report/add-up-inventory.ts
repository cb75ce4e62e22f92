import { entriesOf, type QuotedItem, type Totals } from '#core/owned/inventory.ts';
import type { AgeRules } from '#core/prices/offer.ts';
import type { OwnedKind } from '#core/site.ts';
import type { Card } from '#page/cards/cards.ts';
import { type QuoteCache, quoteKey, spelledAsInTable } from '#page/quotes/quote-cache.ts';

interface OwnedItem extends QuotedItem {
  readonly kind: OwnedKind;
}

/** `null` on a page without them, without a price table, and with sample prices. */
export function inventoryTotals(cards: Iterable<Card>, cache: QuoteCache | undefined, times: AgeRules): Totals | null {
  const owned = cache?.table && !cache.table.sample ? ownedOf(cards, cache) : [];
  const [first] = owned;
  if (!cache?.table || !first) return null;
  return { of: first.kind, entries: entriesOf(owned, times), rates: cache.rates };
}

/** A page can show one item twice. */
function ownedOf(cards: Iterable<Card>, cache: QuoteCache): readonly OwnedItem[] {
  const owned = new Map<unknown, OwnedItem>();
  for (const { element, kind, reading } of cards) {
    const quote = reading && cache.quotes.get(quoteKey(reading));
    if (!kind.kind || !reading || quote === undefined) continue;
    const identity = element.getAttribute(kind.identity ?? 'id') || element;
    owned.set(identity, { kind: kind.kind, reading: spelledAsInTable(reading, cache), quote });
  }
  return [...owned.values()];
}
