import '#platform/polyfill.ts';
import '#ui/tokens.css';
import '#ui/pages.css';
import '#popup/popup.css';
import { render } from 'preact';
import * as z from 'zod/mini';
import { ask, onPush, pageReport } from '#platform/messaging.ts';
import { changeSettings, loadSettings, onSettings } from '#platform/settings.ts';
import type { PopupDeps } from '#popup/deps.ts';
import { withPatience } from '#popup/patience.ts';
import { Popup } from '#popup/popup.tsx';
import { sites } from '#sites/index.ts';

/** Longer than the worker gives any look at the relay (20 s), ms. */
const patienceMs = 30_000;

const deps: PopupDeps = {
  ask: (kind, request) => withPatience(ask(kind, request), patienceMs),
  pageReport,
  onPush,
  loadSettings,
  changeSettings,
  onSettings,
  sites,
  now: Date.now,
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/** Draws the popup into an element of the popup's page. */
export function mountPopup(root: Element): void {
  // The extension's CSP forbids eval, which zod would try for speed.
  z.config({ jitless: true });
  render(<Popup deps={deps} />, root);
}
