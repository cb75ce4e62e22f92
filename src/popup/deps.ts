import type { Settings } from '#core/settings.ts';
import type { Site } from '#core/site.ts';
import type { PriceSeries } from '#core/watch-history.ts';
import type { Product } from '#popup/report/report-text.ts';
import type { Shell } from '#popup/shell.ts';
import type { Answers, PageReport, Requests, Status } from '#protocol/messages.ts';
import type { WatchRequests } from '#protocol/watch-list-messages.ts';

export type ChangeSettings = (change: (settings: Settings) => Settings) => Promise<unknown>;

/** What the popup asks the worker. */
export type PopupRequest =
  | keyof WatchRequests
  | 'status'
  | 'refresh'
  | 'test-relay'
  | 'coin-rate'
  | 'request-log'
  | 'search'
  | 'details';

/** All that the popup needs of the world around it. */
export interface PopupDeps {
  /** Asks the worker; rejects when it is gone or silent. */
  readonly ask: <K extends PopupRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  /** How the table stood by the worker's last word, without waking the worker. */
  readonly lastStatus: () => Promise<Status | undefined>;
  /** How the page in the active tab fares; `undefined` when none of ours runs there. */
  readonly pageReport: () => Promise<PageReport | undefined>;
  /** Calls back whenever the worker has something new, until the signal. */
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly loadSettings: () => Promise<Settings>;
  readonly changeSettings: ChangeSettings;
  /** Answers with what stops it. */
  readonly onSettings: (listener: (settings: Settings) => void) => () => void;
  /** Of the extension and its browser, for a report. */
  readonly product: Product;
  /** Puts a text on the clipboard; rejects when the browser does not let it. */
  readonly copy: (text: string) => Promise<unknown>;
  /** What the browser does for the settings. */
  readonly shell: Shell;
  readonly sites: readonly Pick<Site, 'id' | 'name'>[];
  /** What the search field holds when the popup opens. */
  readonly query: string;
  /** The watch list is open when the popup opens. */
  readonly watchOpen: boolean;
  /** Whether the browser shows our notifications; and the question to the user, which has to come with a click. */
  readonly notifications: { readonly allowed: () => Promise<boolean>; readonly allow: () => Promise<boolean> };
  /** Draws a small chart into an element; answers with what takes it away. */
  readonly drawSeries: (place: HTMLElement, series: PriceSeries) => () => void;
  /** Opens addresses in tabs of their own. */
  readonly openTabs: (urls: readonly string[]) => Promise<void>;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Runs something every so many ms; answers with what stops it. */
  readonly every: (ms: number, run: () => void) => () => void;
}
