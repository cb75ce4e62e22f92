import { originPattern } from '#core/hostnames.ts';
import type { SitePages, SiteSummary } from '#core/page-scripts.ts';
import { customHostOf, type SwitchedSite } from '#core/site-switch.ts';

declare global {
  interface ImportMetaEnv {
    /** Written by wxt.config.ts from the adapters, which the worker does not load. Absent outside of a build. */
    readonly SITES?: readonly SiteSummary[];
  }
}

/** Every marketplace in short. */
export const siteList: readonly SiteSummary[] = import.meta.env.SITES ?? [];

/** A marketplace by its id. Any other id names a site that is not known here. */
export const siteOf = (id: string): SwitchedSite => siteList.find((site) => site.id === id) ?? { id };

const pagesOf = ({ id, matches }: SiteSummary): SitePages => ({ id, patterns: matches });

/** The pages to which the browser grants access at the installation. */
export const requiredPages = (): readonly SitePages[] => siteList.filter(({ optional }) => !optional).map(pagesOf);

/** The patterns for which the user must have granted access before a site's scripts run; none for a required site. */
export function grantedPatterns(id: string): readonly string[] {
  const host = customHostOf(id);
  if (host !== undefined) return [originPattern(host)];
  const site = siteList.find((site) => site.id === id);
  return site?.optional ? site.matches : [];
}
