import { isAttachable, maxAttached } from '#core/attached.ts';
import type { AttachedItem } from '#core/site.ts';

type Kind = 'Sticker' | 'Charm';

/** A field of the wear from 0, new, to 1; other scales are not known. */
const wearOf = (wear: unknown): number | undefined =>
  typeof wear === 'number' && wear >= 0 && wear <= 1 ? wear : undefined;

/**
 * An attached item by the name that a page's data has for it. With its prefix the name is exact; without it the prefix is
 * put in front. A text that is no name leaves an item without a name.
 */
export function attachedItem(name: unknown, kind: Kind, wear?: unknown): AttachedItem {
  const scratched = wearOf(wear);
  const rest = scratched === undefined ? {} : { wear: scratched };
  if (typeof name !== 'string' || name.trim() === '') return rest;
  return isAttachable(name) ? { item: name, ...rest } : { item: `${kind} | ${name}`, assembled: true, ...rest };
}

/** The attached items of a list; `read` gets each entry that is not empty. `undefined` without a list or without an entry. */
export function attachedIn(
  list: unknown,
  read: (entry: unknown) => AttachedItem,
): { readonly attached: readonly AttachedItem[] } | undefined {
  if (!Array.isArray(list)) return undefined;
  const entries: readonly unknown[] = list.filter((entry) => entry !== null && entry !== undefined);
  return entries.length > 0 ? { attached: entries.slice(0, maxAttached).map(read) } : undefined;
}
