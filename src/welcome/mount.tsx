import '#browser/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#ui/sites.css';
import '#welcome/welcome.css';
import '#welcome/relay-step.css';
import { missingAccess, missingAccessTo, onAccess, requestAccess } from '#browser/access.ts';
import { askWithTimeout, onPush } from '#browser/messages.ts';
import { pageLanguage } from '#browser/own-page.ts';
import { changeSettings, loadSettings, onSettings } from '#browser/settings.ts';
import { openWelcome } from '#browser/tabs.ts';
import { runAfter } from '#core/asks/timeout.ts';
import { isHostname } from '#core/settings/hostnames.ts';
import { sites } from '#sites/index.ts';
import { openPage } from '#ui/pages/render-view.ts';
import { text } from '#ui/words/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';
import { Welcome } from '#welcome/welcome.tsx';

/** The host name in the page's address: the popup writes it, and anybody who opens the page may write another. */
function newHost(): string | undefined {
  const host = new URLSearchParams(location.search).get('host') ?? '';
  return isHostname(host) ? host : undefined;
}

const darkQuery = '(prefers-color-scheme: dark)';

const deps: WelcomeDeps = {
  ask: askWithTimeout,
  onPush,
  loadSettings,
  changeSettings,
  onSettings,
  sites,
  host: newHost(),
  missingAccess,
  missingAccessTo,
  openWelcome,
  requestAccess,
  onAccess,
  isDark: () => matchMedia(darkQuery).matches,
  onDark: (listener) => {
    const dark = matchMedia(darkQuery);
    dark.addEventListener('change', listener);
    return () => dark.removeEventListener('change', listener);
  },
  reveal: (element) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisible: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  after: runAfter,
  now: Date.now,
};

export async function mountWelcome(root: Element): Promise<void> {
  openPage(root, await pageLanguage(), () => <Welcome deps={deps} />);
  document.title = text('welcomeTitle');
}
