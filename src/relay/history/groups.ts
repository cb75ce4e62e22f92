import { hash } from 'node:crypto';
import { leastGroup, maxPrefixBits, prefixOfHash } from '#protocol/history-groups.ts';
import type { HistoryState } from '#relay/history/schema.ts';

interface Groups {
  /** Names that are in a group. */
  count: number;
  /** Item numbers by all bits of a prefix. */
  readonly byPrefix: Map<string, number[]>;
}

/** Hashing all names takes some 100 ms, and names are only added. */
const known = new WeakMap<HistoryState, Groups>();

/** The items of a group, and the most bits of a prefix for which no group has fewer than `leastGroup`. */
export function groupsOf(state: HistoryState) {
  const groups = known.get(state) ?? { count: 0, byPrefix: new Map() };
  known.set(state, groups);
  for (; groups.count < state.items.length; groups.count++) {
    const prefix = prefixOfHash(hash('sha256', state.items[groups.count] ?? '', 'buffer'));
    groups.byPrefix.set(prefix, [...(groups.byPrefix.get(prefix) ?? []), groups.count]);
  }
  const itemsOf = (prefix: string): number[] =>
    [...groups.byPrefix].flatMap(([all, items]) => (all.startsWith(prefix) ? items : []));
  return { bits: mostBits(groups), itemsOf };
}

function mostBits({ byPrefix }: Groups): number {
  for (let bits = maxPrefixBits; bits > 0; bits--) {
    const sizes = new Map<string, number>();
    for (const [prefix, items] of byPrefix)
      sizes.set(prefix.slice(0, bits), (sizes.get(prefix.slice(0, bits)) ?? 0) + items.length);
    // An empty group tells that a name is not recorded.
    if (sizes.size === 2 ** bits && Math.min(...sizes.values()) >= leastGroup) return bits;
  }
  return 0;
}
