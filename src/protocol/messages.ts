import type { FaultReport } from '#core/asks/fault.ts';
import type { DatedRates, Rate } from '#core/money/rates.ts';
import type { Totals } from '#core/owned/inventory.ts';
import type { Profit } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import type { Quote } from '#core/prices/quote.ts';
import type { SiteNotice } from '#core/settings/notices.ts';
import type { PageSettings } from '#core/settings/settings.ts';
import type { AboutRelay } from '#protocol/relay-headers.ts';

/** For a page's first card, the panel and its chart, the popup, the finder, a trade offer. */
export const onDemandScripts = ['overlays', 'panel', 'chart', 'report', 'finder', 'sums'] as const;

/** A text where a machine wrote the exact name, else an object: an assembled name that comes near two known ones has no price. */
export type AskedName = string | { readonly assembled: string };

/**
 * Request and answer of each message, by its kind. The tables of the worker fill it, where a message has its one
 * declaration (src/worker/messages.ts, src/worker/early-messages.ts).
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the tables fill it
export interface MessageTypes {}

export type RequestKind = keyof MessageTypes;
export type Requests = { [K in RequestKind]: MessageTypes[K]['request'] };
export type Answers = { [K in RequestKind]: MessageTypes[K]['answer'] };

export interface TableView {
  /** Changes whenever a price may have changed. */
  readonly version: string;
  /** The time of the data, ms since the epoch. */
  readonly asOf: number;
  /** The prices are made up, because the relay has no key yet: they get no comparison and no alert. */
  readonly sample?: boolean | undefined;
}

export interface QuotesAnswer {
  /** `null`: no table. Then `fault` says why, or the first refresh is running. */
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  /** One per name, in order; `null`: not in the table, or near two names. Empty without a table. */
  readonly quotes: readonly (Quote | null)[];
  /** By position, of names that the table spells otherwise. A quote without an entry is that of the exact name. */
  readonly spellings?: Readonly<Record<number, string>> | undefined;
}

export interface PageQuotes extends QuotesAnswer {
  /** `null`: the relay has no exchange rates, or none were loaded yet. */
  readonly rates: DatedRates | null;
}

export interface SharedSettings extends PageSettings {
  /** The ids of the sites that are on and whose pages the extension may read, as far as they concern the page. */
  readonly sitesOn: readonly string[];
  /** What is switched off until an update, by site id. */
  readonly notices?: Readonly<Record<string, readonly SiteNotice[]>> | undefined;
}

/** Settings as one worker has read them; of two readings the one with the higher number is the newer. */
export interface VersionedSettings {
  readonly worker: string;
  readonly reading: number;
  readonly settings: SharedSettings;
}

export interface SettingsView extends PageSettings {
  /** The site's id; a market of the price API has the same one. */
  readonly site: string;
  /** US dollars for one coin of the site; `coinUsd` is the rate of the market with prices in coins. `null`: no rate. */
  readonly pageCoinUsd: number | null;
  readonly notices?: readonly SiteNotice[] | undefined;
}

export interface Status extends AboutRelay {
  readonly table: (TableView & { readonly items: number; readonly badRows: number }) | null;
  /** The last refresh. `at` in ms since the epoch. */
  readonly lastCheck: { readonly at: number; readonly outcome: 'new' | 'unchanged' | 'failed' } | null;
  readonly fault: FaultReport | null;
  /** The next refresh, ms since the epoch; `null`: not before the next use. */
  readonly nextCheckAt: number | null;
  readonly checking: boolean;
  /** Why prices cannot be stored; `null` without a problem. */
  readonly storageProblem: string | null;
  /** The newest release, where it is newer than this one. */
  readonly newer?: string | undefined;
  /** The chosen markets whose own data are not loaded yet, in their order. */
  readonly waiting?: readonly MarketId[] | undefined;
}

export interface RefreshAnswer {
  readonly outcome: 'new' | 'unchanged' | 'failed';
  readonly status: Status;
}

/** Why search does not work: no names are stored yet (the next refresh brings them), or the storage refuses them. */
export type SearchUnavailable = 'none' | 'storage';

export type SearchAnswer =
  /** `quotes` are in the order of `names`. */
  | ({ readonly state: 'found'; readonly names: readonly string[] } & PageQuotes)
  | { readonly state: 'unavailable'; readonly reason: SearchUnavailable };

/** From the worker to open pages: there are other prices (`details-changed`: of single markets), purchases or settings. */
export type Push =
  | { readonly push: 'prices-changed' | 'details-changed' | 'portfolio-changed' }
  | { readonly push: 'settings'; readonly versioned: VersionedSettings };

export interface PageReportRequest {
  readonly ask: 'page-report';
  /** The key of a card to scroll to. */
  readonly show?: string | undefined;
}

export interface PageReport {
  readonly site: string;
  readonly on: boolean;
  readonly seen: number;
  readonly read: number;
  readonly priced: number;
  /** Fewer than half of five or more cards can be read: nothing is drawn. */
  readonly drifted: boolean;
  /** Which reader is at work: the site's adapter, or the finder, which knows items by their names. */
  readonly reader: 'adapter' | 'names';
  /** Two copies of the extension are on the page, one of which stays away. */
  readonly otherCopy?: true | undefined;
  readonly notices?: readonly SiteNotice[] | undefined;
  /** Absent while the extension is off on the page. */
  readonly findings?: PageFindings | undefined;
}

/** Details of a report. Texts of the page are one line without control characters, truncated. */
export interface PageFindings {
  /** The path patterns of the page's kinds; empty: the page has no items. */
  readonly kinds: readonly string[];
  /** The page's kind has cards, and none was found for 10 s. */
  readonly empty: boolean;
  /** Cards without an overlay, 50 at most. */
  readonly unread: readonly UnreadCard[];
  /** Market hash names that are not in the table, 50 at most. */
  readonly unknown: readonly string[];
  /** Known rows and unreadable responses of the page's own data; `null`: the adapter reads none. */
  readonly tap: { readonly rows: number; readonly unread: number } | null;
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** The loaded part of an inventory; `null` elsewhere. */
  readonly totals: Totals | null;
  readonly deals: number;
  /** Cards whose profit is known, 50 at most, from the greatest per cent on. */
  readonly profits: readonly ProfitCard[];
}

export interface ProfitCard extends Profit {
  /** Finds the card again while it shows the item. */
  readonly key: string;
  readonly item: string;
  readonly market: MarketId;
  /** The currency of its overlay. */
  readonly shown: Rate;
  /** Above the user's threshold. */
  readonly isGood: boolean;
}

/**
 * Why a card has no overlay: its reader threw; it has neither name nor key; it has no key; its key has no row; its row
 * does not fit the card or is no item; or it has no place for an overlay.
 */
export type UnreadReason = 'threw' | 'no-name' | 'no-key' | 'no-row' | 'contradicted' | 'no-place';

export interface UnreadCard {
  /** The first 80 characters of its text. */
  readonly text: string;
  readonly why: UnreadReason;
  /** The error or the key, for a bug report. */
  readonly detail: string;
}
