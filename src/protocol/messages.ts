import type { Detail } from '#core/detail.ts';
import type { FaultKind } from '#core/fault.ts';
import type { MarketId, ReferenceMarket } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { DatedRates } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import type { WatchAnswers, WatchRequests } from '#protocol/watch-list-messages.ts';

/**
 * What travels between our own scripts, as plain JSON (Chromium serialises to JSON, Firefox clones).
 * Requests are parsed by the worker, because content scripts live in hostile pages; answers come from the worker,
 * whom everybody trusts, so their shape is a type and costs a page no schema library. The schemas: `requests.ts`.
 */

/** Files that a page loads when somebody points at an overlay, or opens the popup. */
export const onDemandScripts = ['panel', 'report'] as const;
type LateScript = (typeof onDemandScripts)[number];

/** What each request carries. */
export interface Requests extends WatchRequests {
  /** Prices of up to 500 items, in the order of the names. */
  quotes: { names: string[] };
  /** What the chosen markets say of one item. */
  details: { name: string };
  /** What of the settings a page of one site needs to know. */
  view: { site: string };
  /** How many deals the page shows now, for the counter on the toolbar. */
  deals: { count: number };
  /** Firefox: run one of the files that a page loads when somebody asks for more, there. */
  script: { name: LateScript };
  /** How the table stands. */
  status: Record<string, never>;
  /** Look at the relay now. */
  refresh: Record<string, never>;
  /** Try an address and a token without keeping them. */
  'test-relay': { url: string; token: string };
  /** What a coin may be worth by the prices that are held. */
  'coin-rate': Record<string, never>;
  /** Whom the worker asked for anything since the browser started. */
  contacts: Record<string, never>;
  /** Names that fit what was typed, best first, with their prices; an empty query only makes search ready. */
  search: { query: string; limit: number };
}

export type RequestKind = keyof Requests;

/** What went wrong, as the popup words it. */
export interface FaultReport {
  readonly kind: FaultKind;
  /** The HTTP status, where there was one. */
  readonly status: number | null;
  /** The technical line, for a bug report; in English. */
  readonly detail: string;
  /** When, ms since the epoch. */
  readonly at: number;
  /** Until when the relay asked to be left alone, ms since the epoch. */
  readonly retryAt: number | null;
}

/** The table as a page needs it: which version, and how old its prices are. */
export interface TableView {
  /** Changes whenever any price may have changed. */
  readonly version: string;
  /** The time of the data, ms since the epoch. */
  readonly asOf: number;
}

export interface QuotesAnswer {
  /** `null`: no table yet; then `fault` says why, or it is still being fetched. */
  readonly table: TableView | null;
  readonly fault: FaultReport | null;
  /** One per name, in order; `null`: not in the table. Empty without a table. */
  readonly quotes: readonly (Quote | null)[];
}

/** Prices, and the exchange rates to compare them with. */
export interface PageQuotes extends QuotesAnswer {
  /** `null`: the relay has none, or none yet. */
  readonly rates: DatedRates | null;
}

export interface DetailsAnswer {
  readonly markets: readonly MarketDetail[];
}

export interface MarketDetail {
  readonly market: MarketId;
  readonly detail?: Detail | undefined;
  /** The time of the market's data, ms since the epoch; absent when none is held. */
  readonly asOf?: number | undefined;
}

/** Settings that a page is told as they are; the relay and its token are never among them. */
type Viewed = 'markets' | 'theme' | 'currency' | 'rates' | 'coinUsd' | 'overlay' | 'fees' | 'deals';

/** What of the settings a page knows. */
export interface View extends Readonly<Pick<Settings, Viewed>> {
  readonly on: boolean;
  /** Prices older than this carry no verdict, ms. */
  readonly staleAfterMs: number;
}

export interface Status {
  readonly table: (TableView & { readonly items: number; readonly badRows: number }) | null;
  /** The last look at the relay: when, and whether it brought something new. */
  readonly lastCheck: { readonly at: number; readonly outcome: 'new' | 'unchanged' | 'failed' } | null;
  readonly fault: FaultReport | null;
  /** When the worker looks again, ms since the epoch; `null`: only when somebody looks at prices. */
  readonly nextCheckAt: number | null;
  /** A look is under way. */
  readonly checking: boolean;
  /** Why prices cannot be kept on disk; `null` when they can. */
  readonly storageProblem: string | null;
}

export type RefreshAnswer =
  | { readonly outcome: 'new' | 'unchanged'; readonly status: Status }
  | { readonly outcome: 'failed'; readonly fault: FaultReport; readonly status: Status };

export type RelayTest =
  /** It answered with prices. */
  | { readonly outcome: 'fine'; readonly items: number; readonly badRows: number }
  /** The address itself cannot be used; nothing was sent. */
  | { readonly outcome: 'bad-address'; readonly problem: 'not-a-url' | 'scheme' | 'credentials' }
  | { readonly outcome: 'fault'; readonly fault: FaultReport };

/** What a coin may be worth: a suggestion, which only the user can make the rate. */
export interface CoinRate {
  /** US dollars a coin. */
  readonly usd: number;
  /** On how many items it rests. */
  readonly items: number;
  /** The time of the older of the data, ms since the epoch. */
  readonly asOf: number;
}

/** One origin that the worker asked for something. */
export interface RequestLogEntry {
  readonly origin: string;
  readonly count: number;
  /** When it was last asked, ms since the epoch. */
  readonly lastAt: number;
}

/** Why nothing can be searched: no names are kept yet (they come with the next prices), or the storage refuses them. */
export type SearchUnavailable = 'none' | 'storage';

export type SearchAnswer =
  /** `quotes` are in the order of the names. */
  | ({ readonly state: 'found'; readonly names: readonly string[] } & PageQuotes)
  | { readonly state: 'unavailable'; readonly reason: SearchUnavailable };

/** What each request is answered with. */
export interface Answers extends WatchAnswers {
  quotes: PageQuotes;
  details: DetailsAnswer;
  view: View;
  search: SearchAnswer;
  deals: null;
  script: null;
  status: Status;
  refresh: RefreshAnswer;
  'test-relay': RelayTest;
  /** `null`: the data are not held, or say too little. */
  'coin-rate': CoinRate | null;
  contacts: readonly RequestLogEntry[];
}

/** What the worker tells open pages: ask again. */
export type Push = { readonly push: 'prices-changed' } | { readonly push: 'view-changed' };

/** What the popup asks the page in front of it. */
export interface PageReportRequest {
  readonly ask: 'page-report';
}

/** How the runner fares on the page in front of the user. */
export interface PageReport {
  /** Site id. */
  readonly site: string;
  readonly on: boolean;
  /** Cards on the page, how many of them could be read, and how many carry at least one price. */
  readonly seen: number;
  readonly read: number;
  readonly priced: number;
  /** Five cards or more and under half can be read: nothing is drawn. */
  readonly drifted: boolean;
  /** What the counts are made of; absent while nothing runs on the page. */
  readonly findings?: PageFindings | undefined;
}

/** What a page's report names. Texts of the page come as one line without control characters, cut short. */
export interface PageFindings {
  /** The path patterns of the adapter's page kinds that the page is of; none: no page with items. */
  readonly kinds: readonly string[];
  /** It is of a kind that has cards, and none was found for 10 s. */
  readonly empty: boolean;
  /** Cards that show nothing, 50 at most. */
  readonly unread: readonly UnreadCard[];
  /** Market hash names that the table does not have, 50 at most. */
  readonly unknown: readonly string[];
  /** What the page's own answers and state told: rows known, and answers that could not be read; `null`: not asked. */
  readonly tap: { readonly rows: number; readonly unread: number } | null;
  /** The time of the prices, ms since the epoch; `null` without a table. */
  readonly asOf: number | null;
  /** Of an inventory: what is loaded of it. */
  readonly totals: Totals | null;
}

/**
 * Why a card shows nothing: its reader threw; it holds neither name nor key; no key; a key of which the page told
 * nothing; the page told of it what does not fit, or what is no item; or it was read, but has no place for an overlay.
 */
export type UnreadReason = 'threw' | 'no-name' | 'no-key' | 'no-row' | 'contradicted' | 'no-place';

export interface UnreadCard {
  /** The first 80 characters of its text. */
  readonly text: string;
  readonly why: UnreadReason;
  /** What was thrown, or the key; for a bug report. */
  readonly detail: string;
}

/** What the items of an inventory are worth by each reference. */
export interface Totals {
  /** Items that were read. */
  readonly items: number;
  /** Those that a sum counts; `doubtful` have no exact or no sound price; the table does not have the rest. */
  readonly priced: number;
  readonly doubtful: number;
  /** USD cents, and of how many items; in the markets' own order. */
  readonly sums: readonly { readonly market: ReferenceMarket; readonly cents: number; readonly items: number }[];
  /** What the sums can be converted with. */
  readonly rates: DatedRates | null;
}
