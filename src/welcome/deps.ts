import type { Site } from '#core/site.ts';
import type { MissingAccess } from '#platform/permissions.ts';
import type { Answers, Requests } from '#protocol/messages.ts';
import type { SettingsAccess } from '#ui/live-settings.ts';

/** What the welcome page asks the worker. */
export type WelcomeRequest = 'quotes' | 'refresh' | 'test-relay';

/** All that the welcome page needs of the world around it. */
export interface WelcomeDeps extends SettingsAccess {
  /** Asks the worker; rejects when it is gone or silent. */
  readonly ask: <K extends WelcomeRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  /** Calls back whenever the worker has something new, until the signal. */
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly sites: readonly Pick<Site, 'id' | 'name' | 'pages'>[];
  /** The marketplaces that the browser keeps from the extension. */
  readonly missing: () => Promise<readonly MissingAccess[]>;
  /** Asks the user for pages; has to be called first thing in the handler of a click. */
  readonly requestAccess: (patterns: readonly string[]) => Promise<boolean>;
  /** Hears that the user allowed or took back anything; answers with what stops it. */
  readonly onAccess: (listener: () => void) => () => void;
  /** Whether the browser is in the dark; what `auto` means. */
  readonly isDark: () => boolean;
  /** Hears that this has changed; answers with what stops it. */
  readonly onDark: (listener: () => void) => () => void;
  /** Ms since the epoch. */
  readonly now: () => number;
}
