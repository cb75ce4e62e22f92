import { useCallback, useState } from 'preact/hooks';
import { originPattern } from '#core/settings/hostnames.ts';
import { pagesOf, type SitePages } from '#core/settings/page-scripts.ts';
import type { Settings } from '#core/settings/settings.ts';
import { customHostOf, customSiteId, withSiteSwitched } from '#core/settings/site-switch.ts';
import type { Site } from '#core/site.ts';
import type { UpdateSettings } from '#ui/pages/live-settings.ts';
import { type OnPush, useAsked } from '#ui/pages/use-asked.ts';
import { type StatusMessage, text } from '#ui/words/text.ts';

export type ListedSite = Pick<Site, 'id' | 'name' | 'matches' | 'optional' | 'gambling' | 'coins'>;

export interface AccessDeps {
  readonly missingAccessTo: (pages: readonly SitePages[]) => Promise<readonly SitePages[]>;
  /** Call it first in the handler of a click. Absent in a popup of Firefox, which covers the browser's question. */
  readonly requestAccess: ((patterns: readonly string[]) => Promise<boolean>) | undefined;
  /** Opens the welcome page, which can ask. `host`: a site without an adapter that it offers. */
  readonly openWelcome: (host?: string) => Promise<void>;
  readonly onAccess: OnPush;
}

export type SiteAccess = ReturnType<typeof useSiteAccess>;

export const pagesOfHost = (host: string): SitePages => ({ id: customSiteId(host), patterns: [originPattern(host)] });

export function useSiteAccess(
  deps: AccessDeps,
  sites: readonly ListedSite[],
  settings: Settings,
  change: UpdateSettings,
) {
  const { requestAccess, openWelcome } = deps;
  const hosts = Object.keys(settings.customSites).map(pagesOfHost);
  const missing = useMissing(deps, [...sites.filter(({ optional }) => optional).map(pagesOf), ...hosts]);
  const [refusal, setRefusal] = useState<StatusMessage>();
  /** Asks for access to sites and switches them on. Call it in the handler of a click. */
  const allow = (chosen: readonly SitePages[]): void => {
    const [host] = chosen.flatMap(({ id }) => customHostOf(id) ?? []);
    if (!requestAccess) return void openWelcome(host);
    // The browser shows its question only while the click is being handled, so nothing is awaited before this call.
    const answer = requestAccess(chosen.flatMap(({ patterns }) => patterns));
    const refuse = () => setRefusal({ tone: 'bad', text: text('siteRefused') });
    const choose = (now: Settings) => chosen.reduce((all, { id }) => withSiteSwitched(all, id, true), now);
    answer.then((allowed) => {
      setRefusal(undefined);
      // The worker does the same after a grant, because the question may close a popup.
      if (allowed) void change(choose);
      else refuse();
    }, refuse);
  };
  return {
    isMissing: (id: string): boolean => missing.has(id),
    allow,
    refusal,
  };
}

/** The ids of the sites without access. Until the browser has answered, all of them. */
function useMissing({ missingAccessTo, onAccess }: AccessDeps, pages: readonly SitePages[]): ReadonlySet<string> {
  const key = JSON.stringify(pages);
  const question = useCallback(() => missingAccessTo(JSON.parse(key)), [missingAccessTo, key]);
  const { last = pages } = useAsked(question, onAccess);
  return new Set(last.map(({ id }) => id));
}
