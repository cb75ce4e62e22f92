import type { PageType } from '#core/site.ts';

/** The kinds of pages that a path belongs to; none for a page without items. */
export const pageTypesAt = <P extends Pick<PageType, 'path'>>(
  { pages }: { readonly pages: readonly P[] },
  path: string,
): P[] => pages.filter((page) => page.path.test(path));

/** All that the extension draws into a page. */
const ownTags = 'skinlens-prices, skinlens-wait, skinlens-panel, skinlens-offer, skinlens-inventory';

/**
 * Removes what an older version of the extension left in a page. Firefox runs the new scripts in open tabs after an update, and
 * nothing else would close an old panel or renew an old sum.
 */
export function removeLeftovers(document: Document): void {
  for (const element of document.querySelectorAll(ownTags)) element.remove();
}
