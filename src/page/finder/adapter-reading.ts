import type { Reading } from '#core/site.ts';
import type { FinderDeps } from '#page/finder/deps.ts';

/**
 * What the adapter's readers make of a card whose words name an item, if they name the same: two that know nothing of each
 * other agree. `undefined` where none does, and where two readers differ in anything else.
 */
export function agreedReading(
  card: Element,
  { item, phase }: Reading,
  { readByAdapter = () => [] }: Pick<FinderDeps, 'readByAdapter'>,
): Reading | undefined {
  const agreed = readByAdapter(card).flatMap((each) =>
    typeof each === 'object' && each.item === item && (phase === undefined || each.phase === phase) ? [each] : [],
  );
  const [first, ...others] = agreed.map((each) => JSON.stringify(each));
  return others.every((other) => other === first) ? agreed[0] : undefined;
}

/** The reading with the listing that the adapter's readers tell; without one they tell no more than the item. */
export function withListing(card: Element, found: Reading, deps: Pick<FinderDeps, 'readByAdapter'>): Reading {
  const agreed = agreedReading(card, found, deps);
  if (!agreed) return found;
  return agreed.listing || (agreed.kind ?? 'ask') !== 'ask' ? agreed : { ...agreed, byName: true };
}
