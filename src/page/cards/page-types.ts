import type { PageType } from '#core/site.ts';

export const pageTypesAt = <P extends Pick<PageType, 'path'>>(
  { pages }: { readonly pages: readonly P[] },
  path: string,
): P[] => pages.filter((page) => page.path.test(path));

/** All that the extension draws into a page. */
const ownTags = 'skinlens-prices, skinlens-wait, skinlens-panel, skinlens-offer, skinlens-inventory';

/** Firefox runs new scripts in open tabs after an update, and nothing else would close an old panel or renew an old sum. */
export function removeLeftovers(document: Document): void {
  for (const element of document.querySelectorAll(ownTags)) element.remove();
}
