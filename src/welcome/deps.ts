import { requestAccess } from '#browser/access.ts';
import { accessDeps, pageDeps } from '#browser/own-page.ts';
import { runAfter } from '#core/asks/timeout.ts';
import { isHostname } from '#core/settings/hostnames.ts';
import type { Site } from '#core/site.ts';
import { sites } from '#sites/index.ts';
import type { ListedSite } from '#ui/pages/site-access.ts';

/** The host name in the page's address: the popup writes it, and anybody who opens the page may write another. */
function newHost(): string | undefined {
  const host = new URLSearchParams(location.search).get('host') ?? '';
  return isHostname(host) ? host : undefined;
}

export function welcomeDeps() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const listenTo = (target: EventTarget, kind: string) => (listener: () => void) => {
    target.addEventListener(kind, listener);
    return () => target.removeEventListener(kind, listener);
  };
  return {
    ...pageDeps,
    ...accessDeps,
    sites: sites as readonly (ListedSite & Pick<Site, 'pages'>)[],
    /** A site without an adapter that the popup sent the user here for. */
    host: newHost(),
    requestAccess,
    isDark: () => dark.matches,
    onDark: listenTo(dark, 'change'),
    reveal: (element: Element) => {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      element.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
    },
    isVisible: () => document.visibilityState === 'visible',
    onVisible: listenTo(document, 'visibilitychange'),
    after: runAfter,
  };
}

export type WelcomeDeps = ReturnType<typeof welcomeDeps>;
