import type { Outline, PageType } from '#core/site.ts';

/** The kinds of pages that a path belongs to; none for a page without items. */
export const pageTypesAt = <P extends Pick<PageType, 'path'>>(
  { pages }: { readonly pages: readonly P[] },
  path: string,
): P[] => pages.filter((page) => page.path.test(path));

interface PageLocation {
  readonly path: string;
  readonly kinds: Outline['pages'];
}

/** The document's path and the kinds of pages that it belongs to. */
export function locate(site: Outline, { location: { pathname } }: Document): PageLocation {
  return { path: pathname, kinds: pageTypesAt(site, pathname) };
}
