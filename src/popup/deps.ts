import type { GrantedPermissions } from '#browser/access.ts';
import type { Shortcut } from '#browser/own-page.ts';
import type { PriceSeries } from '#core/prices/item-past.ts';
import type { SitePages } from '#core/settings/page-scripts.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Product } from '#popup/report/report-text.ts';
import type { Answers, PageReport, RequestKind, Requests, Status } from '#protocol/messages.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';
import type { AccessDeps, ListedSite } from '#ui/pages/site-access.ts';

export type ChangeSettings = (change: (settings: Settings) => Settings) => Promise<Settings>;

export type PopupTab = 'now' | 'watch' | 'settings';

/** The requests that the popup sends to the worker: all but those of other pages. */
export type PopupRequest = Exclude<
  RequestKind,
  'quotes' | 'first-check' | 'settings' | 'deals' | 'explore' | 'script' | 'try-samples'
>;

export interface Shell extends AccessDeps {
  readonly inTab: boolean;
  readonly save: (name: string, text: string) => void;
  readonly openExplore: () => Promise<void>;
  readonly openPortfolio: () => Promise<void>;
  readonly shortcuts: () => Promise<readonly Shortcut[]>;
  readonly changeShortcuts: () => Promise<void>;
  readonly permissions: () => Promise<GrantedPermissions>;
  /** Gives access to pages back. Rejects where the browser cannot take it back. */
  readonly removeAccess: (patterns: readonly string[]) => Promise<void>;
  readonly missingAccess: () => Promise<readonly SitePages[]>;
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The popup's dependencies: the worker, the browser and the clock. Functions that start something return its stop. */
export interface PopupDeps {
  /** Rejects when the worker does not answer. */
  readonly ask: <K extends PopupRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  /** The last status that the worker stored; does not wake the worker. */
  readonly lastStatus: () => Promise<Status | undefined>;
  /** The report of the page in the active tab; `undefined` when no content script runs there. `show`: a card to scroll to. */
  readonly pageReport: (show?: string) => Promise<PageReport | undefined>;
  /** The address of the active tab; `undefined` where the browser hides it. */
  readonly activeTabUrl: () => Promise<string | undefined>;
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly loadSettings: () => Promise<Settings>;
  readonly changeSettings: ChangeSettings;
  readonly onSettings: (listener: (settings: Settings) => void) => () => void;
  readonly product: Product;
  /** Writes to the clipboard; rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<unknown>;
  readonly shell: Shell;
  readonly sites: readonly ListedSite[];
  readonly query: string;
  readonly openAt: PopupTab;
  /** `allow` asks the user; the browser requires a click for that. */
  readonly notifications: { readonly allowed: () => Promise<boolean>; readonly allow: () => Promise<boolean> };
  readonly drawSeries: (place: HTMLElement, series: PriceSeries) => () => void;
  readonly loadChart: () => Promise<DrawChart>;
  readonly openTabs: (urls: readonly string[]) => Promise<void>;
  readonly now: () => number;
  readonly every: (ms: number, run: () => void) => () => void;
}
