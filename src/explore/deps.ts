import type { RarityOf } from '#core/items/rarity.ts';
import type { DatedRates } from '#core/money/rates.ts';
import type { AskedDays, ItemPastAnswer } from '#core/prices/item-past.ts';
import type { SavedView } from '#core/rows/saved-views.ts';
import type { ItemSource } from '#explore/data/item-source.ts';
import type { Answers, Requests } from '#protocol/messages.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';
import type { SettingsAccess } from '#ui/pages/live-settings.ts';

/** The requests that the page sends to the background worker: about one item or the portfolio, never about the table. */
type ExploreRequest =
  | 'details'
  | 'watch'
  | 'watch-star'
  | 'watch-alert'
  | 'view-alerts'
  | 'search'
  | 'portfolio'
  | 'portfolio-set'
  | 'portfolio-past';

/** The page's dependencies: the stores, the browser and the clock. */
export interface ExploreDeps extends SettingsAccess {
  readonly source: ItemSource;
  readonly ask: <K extends ExploreRequest>(kind: K, request: Requests[K]) => Promise<Answers[K]>;
  readonly past: (name: string, days: AskedDays) => Promise<ItemPastAnswer>;
  /** Calls the listener when the worker has stored new prices, until the signal aborts. */
  readonly onPush: (listener: () => void, signal: AbortSignal) => void;
  readonly rates: () => Promise<DatedRates | null>;
  readonly rarities: () => Promise<RarityOf>;
  readonly readViews: () => Promise<readonly SavedView[]>;
  /** Rejects when the browser refuses. */
  readonly writeViews: (views: readonly SavedView[]) => Promise<void>;
  /** Writes to the clipboard; rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<unknown>;
  readonly save: (name: string, text: string) => void;
  /** Opens a marketplace's page in a new tab. */
  readonly openLink: (url: string) => void;
  readonly openSettings: () => void;
  readonly loadChart: () => Promise<DrawChart>;
  readonly askToNotify: () => Promise<boolean>;
  /** Ms since the epoch. */
  readonly now: () => number;
}
