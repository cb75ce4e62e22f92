import type { SitePages } from '#core/settings/page-scripts.ts';
import type { RelaySettings } from '#core/settings/relay-address.ts';
import type { Site } from '#core/site.ts';
import type { Answers, Requests } from '#protocol/messages.ts';
import type { SettingsAccess, SettingsProps } from '#ui/pages/live-settings.ts';
import type { AccessDeps, ListedSite } from '#ui/pages/site-access.ts';

/** The requests that the welcome page sends to the worker. */
export type WelcomeRequest = 'quotes' | 'refresh' | 'test-relay';

/** The welcome page's dependencies. `onPush` takes a signal; the other functions with a listener return its removal. */
export interface WelcomeDeps extends SettingsAccess, AccessDeps {
  /** Rejects when the worker does not answer. */
  readonly ask: <K extends WelcomeRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  /** Calls the listener on each push of the worker, until the signal aborts. */
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly sites: readonly (ListedSite & Pick<Site, 'pages'>)[];
  /** A site without an adapter that the popup sent the user here for. */
  readonly host: string | undefined;
  /** The marketplaces of the manifest whose pages the browser does not let the extension read. */
  readonly missingAccess: () => Promise<readonly SitePages[]>;
  /** Asks the user for access to pages; must come first in the handler of a click. */
  readonly requestAccess: (patterns: readonly string[]) => Promise<boolean>;
  /** Whether the browser's theme is dark; the `auto` theme follows it. */
  readonly isDark: () => boolean;
  /** Calls the listener when the browser's theme changes. */
  readonly onDark: (listener: () => void) => () => void;
  /** Scrolls to an element; the focus stays. */
  readonly reveal: (element: Element) => void;
  /** Whether the page is in the foreground. */
  readonly isVisible: () => boolean;
  /** Calls the listener when the page goes to the background or comes back. */
  readonly onVisible: (listener: () => void) => () => void;
  /** Calls a function once after `ms`. Returns a function that cancels the call. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Ms since the epoch. */
  readonly now: () => number;
}

export interface RelayStepProps extends SettingsProps {
  readonly deps: WelcomeDeps;
  /** Shows the next step. */
  readonly goOn: () => void;
}

export interface RelayWayProps extends Pick<RelayStepProps, 'deps' | 'settings' | 'goOn'> {
  /** Saves a relay that works, and loads its prices. The answer is whether it was saved. */
  readonly use: (relay: RelaySettings) => Promise<boolean>;
}
