import type { Absence } from '#content/report-absence.ts';
import type { Outline, Page, Site } from '#core/site.ts';
import type { PageReport } from '#protocol/messages.ts';

/** The report of a page on which no card was found yet, or on which nothing runs (without `absence`). */
export function bareReport(site: Site | Outline, { on, absence }: { on: boolean; absence?: Absence }): PageReport {
  const counts = { site: site.id, on, seen: 0, read: 0, priced: 0, drifted: false };
  if (!absence) return counts;
  const path = document.location.pathname;
  const kinds = kindsAt(site, path);
  const nothing = { unread: [], unknown: [], tap: null, asOf: null, totals: null };
  return { ...counts, findings: { kinds, bare: absence.isLong(path), ...nothing } };
}

/** The path patterns of the page kinds that an address is of. */
export const kindsAt = (
  { pages }: { readonly pages: readonly Pick<Page, 'path'>[] },
  path: string,
): readonly string[] => pages.flatMap((page) => (page.path.test(path) ? page.path.source : []));
