import '#platform/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#welcome/welcome.css';
import { render } from 'preact';
import * as z from 'zod/mini';
import { withTimeout } from '#core/timeout.ts';
import { ask, onPush } from '#platform/messaging.ts';
import { pageLanguage } from '#platform/page-language.ts';
import { missingAccess, onAccess, requestAccess } from '#platform/permissions.ts';
import { changeSettings, loadSettings, onSettings } from '#platform/settings.ts';
import { sites } from '#sites/index.ts';
import { setMessageSource, text, wordLanguage } from '#ui/text.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';
import { Welcome } from '#welcome/welcome.tsx';

/** Longer than the worker gives any look at the relay (20 s), ms. */
const patienceMs = 30_000;

const darkness = '(prefers-color-scheme: dark)';

const deps: WelcomeDeps = {
  ask: (kind, request) => withTimeout(ask(kind, request), patienceMs),
  onPush,
  loadSettings,
  changeSettings,
  onSettings,
  sites,
  missing: missingAccess,
  requestAccess,
  onAccess,
  isDark: () => matchMedia(darkness).matches,
  onDark: (listener) => {
    const dark = matchMedia(darkness);
    dark.addEventListener('change', listener);
    return () => dark.removeEventListener('change', listener);
  },
  now: Date.now,
};

/** Draws the welcome page into an element of its page. */
export async function mountWelcome(root: Element): Promise<void> {
  // The extension's CSP forbids eval, which zod would try for speed.
  z.config({ jitless: true });
  setMessageSource(await pageLanguage());
  document.documentElement.lang = wordLanguage();
  document.title = text('welcomeTitle');
  render(<Welcome deps={deps} />, root);
}
