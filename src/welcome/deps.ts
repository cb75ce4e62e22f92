import type { SitePages } from '#core/settings/page-scripts.ts';
import type { RelaySettings } from '#core/settings/relay-address.ts';
import type { Site } from '#core/site.ts';
import type { Answers, Requests } from '#protocol/messages.ts';
import type { SettingsAccess, SettingsProps } from '#ui/pages/live-settings.ts';
import type { AccessDeps, ListedSite } from '#ui/pages/site-access.ts';

export type WelcomeRequest = 'quotes' | 'refresh' | 'test-relay' | 'try-samples';

/** The welcome page's dependencies. `onPush` takes a signal; the other functions with a listener return its removal. */
export interface WelcomeDeps extends SettingsAccess, AccessDeps {
  /** Rejects when the worker does not answer. */
  readonly ask: <K extends WelcomeRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly sites: readonly (ListedSite & Pick<Site, 'pages'>)[];
  /** A site without an adapter that the popup sent the user here for. */
  readonly host: string | undefined;
  readonly missingAccess: () => Promise<readonly SitePages[]>;
  /** Asks the user for access to pages; must come first in the handler of a click. */
  readonly requestAccess: (patterns: readonly string[]) => Promise<boolean>;
  /** Whether the browser's theme is dark; the `auto` theme follows it. */
  readonly isDark: () => boolean;
  readonly onDark: (listener: () => void) => () => void;
  /** Scrolls to an element; the focus stays. */
  readonly reveal: (element: Element) => void;
  readonly isVisible: () => boolean;
  readonly onVisible: (listener: () => void) => () => void;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly now: () => number;
}

export interface RelayStepProps extends SettingsProps {
  readonly deps: WelcomeDeps;
  readonly goOn: () => void;
}

export interface RelayWayProps extends Pick<RelayStepProps, 'deps' | 'settings' | 'goOn'> {
  /** Saves a relay that works, and loads its prices. The answer is whether it was saved. */
  readonly use: (relay: RelaySettings) => Promise<boolean>;
}
