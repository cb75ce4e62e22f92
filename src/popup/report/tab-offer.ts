import { coversHost, hostnameOf } from '#core/hostnames.ts';
import type { SitePages } from '#core/page-scripts.ts';
import type { Settings } from '#core/settings.ts';
import { customSiteId } from '#core/site-switch.ts';
import { type ListedSite, pagesOfHost, pagesOfSite } from '#ui/site-access.ts';

/** What the user can do in a tab in which no script of ours runs. */
export type TabOffer =
  /** A site that Skinlens knows, or that the user added, and may not read. */
  | { readonly kind: 'allow'; readonly pages: SitePages; readonly name: string }
  /** A site without an adapter. */
  | { readonly kind: 'add'; readonly pages: SitePages; readonly name: string }
  /** Skinlens may read the site, and the page is older than the permission. */
  | { readonly kind: 'reload'; readonly name: string };

/** The offer for a tab's address; `undefined` for a page that no extension may read, or whose address is not known. */
export function offerFor(
  address: string | undefined,
  sites: readonly ListedSite[],
  settings: Settings,
  isMissing: (id: string) => boolean,
): TabOffer | undefined {
  const host = address === undefined ? undefined : hostnameOf(address);
  if (host === undefined) return undefined;
  const site = sites.find(({ matches }) => coversHost(matches, host));
  if (site)
    return site.optional && isMissing(site.id)
      ? { kind: 'allow', pages: pagesOfSite(site), name: site.name }
      : { kind: 'reload', name: site.name };
  const pages = pagesOfHost(host);
  if (!Object.hasOwn(settings.customSites, host)) return { kind: 'add', pages, name: host };
  return isMissing(customSiteId(host)) ? { kind: 'allow', pages, name: host } : { kind: 'reload', name: host };
}
