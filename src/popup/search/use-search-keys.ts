import { useEffect, useRef } from 'preact/hooks';

interface SearchKeys {
  /** Index of the row that the keys act on. */
  readonly active: number;
  /** Number of rows. */
  readonly count: number;
  /** The rows do not answer the typed query yet. */
  readonly isBusy: boolean;
  readonly query: string;
  readonly move: (to: number) => void;
  readonly openTabs: () => Promise<void>;
  readonly clear: () => void;
}

/**
 * Handles the keys of the search field. They act only on the answer to the typed query: an Enter before it waits for it,
 * until the query changes, and the arrows do nothing.
 */
export function useSearchKeys(keys: SearchKeys): (event: KeyboardEvent) => void {
  const { isBusy, query } = keys;
  /** The query of an Enter that waits. */
  const entered = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (isBusy) return;
    if (entered.current === query) handlers['Enter']?.(keys);
    entered.current = undefined;
  }, [isBusy, query]);
  return (event) => {
    if (event.isComposing) return;
    if (isBusy && event.key === 'Enter') entered.current = query;
    if (handlers[event.key]?.(isBusy ? { ...keys, count: 0 } : keys)) event.preventDefault();
  };
}

/** A handler returns whether it handled the key. */
const handlers: Readonly<Record<string, (keys: SearchKeys) => boolean>> = {
  ArrowDown: ({ active, count, move }) => moveInCircle(count, active + 1, move),
  ArrowUp: ({ active, count, move }) => moveInCircle(count, active - 1, move),
  Enter: ({ count, openTabs }) => {
    if (count > 0) void openTabs();
    return true;
  },
  // In an empty field, Escape closes the popup as usual.
  Escape: ({ query, clear }) => {
    if (query) clear();
    return query !== '';
  },
};

function moveInCircle(count: number, to: number, move: SearchKeys['move']): boolean {
  if (count > 0) move((to + count) % count);
  return count > 0;
}
