import * as z from 'zod/mini';
import type { MessageSender } from '#browser/messages.ts';
import type { readRequestLog } from '#browser/session.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { maxNameLength, maxQueryLength } from '#core/items/names.ts';
import { boughtSchema, portfolioSchema, purchaseSchema } from '#core/owned/portfolio.ts';
import { alertSchema } from '#core/owned/watch-list.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { askedListing, toldListing } from '#core/prices/told-listing.ts';
import type { RelayTest } from '#core/settings/relay-address.ts';
import { enteredSchema } from '#core/settings/settings-file.ts';
import type { MarketDetails, MarketOffers } from '#data/details/market-details.ts';
import type { EnteredService } from '#data/entered.ts';
import type { ItemHistory } from '#data/history/item-history.ts';
import type { PortfolioService } from '#data/portfolio-service.ts';
import type { suggestCoinRate } from '#data/rates/coin-rate.ts';
import type { PriceService } from '#data/refresh/price-service.ts';
import type { PastRates } from '#data/refresh/small-feeds.ts';
import type { RelayWatchList } from '#data/relay-watch-list.ts';
import type { ViewAlerts } from '#data/view-alerts.ts';
import type { WatchListService } from '#data/watch-list-service.ts';
import { maxHistories, maxNames, maxResults } from '#protocol/limits.ts';
import { onDemandScripts, type RefreshAnswer, type Status } from '#protocol/messages.ts';
import { type AllowedSender, type MessagesOf, messageFor } from '#worker/message.ts';
import type { SearchPrices } from '#worker/omnibox.ts';
import type { SeenMemory } from '#worker/seen-memory.ts';

export interface MessageDeps {
  readonly prices: Pick<PriceService, 'firstCheck' | 'status' | 'refresh' | 'refreshIfDue' | 'trySamples'>;
  readonly details: Pick<MarketDetails, 'waiting' | 'refreshDueMarkets'>;
  /** The newest release, where it is newer than this one. */
  readonly newer: () => Promise<string | undefined>;
  readonly offers: MarketOffers;
  readonly search: SearchPrices;
  readonly history: ItemHistory;
  readonly watchList: WatchListService;
  readonly relayWatchList: RelayWatchList;
  readonly viewAlerts: Pick<ViewAlerts, 'check' | 'list'>;
  readonly portfolio: PortfolioService;
  readonly pastRates: Pick<PastRates, 'find'>;
  readonly entered: EnteredService;
  readonly coinRate: () => ReturnType<typeof suggestCoinRate>;
  readonly requestLog: typeof readRequestLog;
  readonly testRelay: (relay: { readonly url: string; readonly token: string }) => Promise<RelayTest>;
  readonly showDeals: (tab: number, count: number) => Promise<void>;
  readonly seen: Pick<SeenMemory, 'tell' | 'find'>;
  readonly openExplore: (name: string, part?: 'alert') => Promise<void>;
  readonly runInTab: (tab: number, file: string) => Promise<void>;
}

const message = messageFor<MessageDeps>();

const entry = <T, A>(
  from: AllowedSender,
  request: z.ZodMiniType<T>,
  handle: (request: T, deps: MessageDeps, sender: MessageSender) => Promise<A>,
) => message(from, (value) => request.safeParse(value).data, handle);

const nothing = z.record(z.string(), z.never());
const name = z.string().check(z.minLength(1), z.maxLength(maxNameLength));
const countUpTo = (most: number, least = 0) => z.int().check(z.gte(least), z.lte(most));

/** Ends with some work, and answers nothing. */
const done = async (work: unknown): Promise<null> => {
  await work;
  return null;
};

const withWaiting = async (status: Status, { details, newer }: MessageDeps): Promise<Status> => ({
  ...status,
  waiting: await details.waiting(),
  newer: await newer(),
});

/** What is watched has changed: the relay is told, and other prices may be due. */
function followWatched({ relayWatchList, prices, details }: MessageDeps): void {
  void relayWatchList.sync();
  void prices.refreshIfDue();
  void details.refreshDueMarkets();
}

/** Content scripts run in hostile pages: each request is parsed. Answers have types only, for pages without zod. */
export const messages = {
  details: entry('anyone', z.object({ name }), ({ name }, { offers }) => offers.ofItem(name)),
  /** What the chosen markets that are no references ask for items, in the order of their exact names. */
  offers: entry('anyone', z.object({ names: z.array(name).check(z.maxLength(maxNames)) }), ({ names }, { offers }) =>
    offers.ofItems(names),
  ),
  /** Ends with the check for the first prices, and fails when the worker ends before. */
  'first-check': entry('anyone', nothing, (_, { prices }) => done(prices.firstCheck())),
  history: entry('anyone', z.object({ name, days: z.literal([90, 365]) }), ({ name, days }, { history }) =>
    history.find(name, days),
  ),
  /** What a page shows now: its number of deals, and its listings. Answers those that another one beats. */
  drawn: entry(
    'anyone',
    z.object({
      deals: countUpTo(99_999),
      address: z.string().check(z.maxLength(4096)),
      /** As JSON. */
      listings: z.array(z.string().check(z.maxLength(8192))).check(z.maxLength(maxNames)),
    }),
    async ({ deals, address, listings }, { showDeals, seen }, sender) => {
      if (sender.tab !== undefined) void showDeals(sender.tab, deals);
      const told = listings.map((text) => [text, toldListing.safeParse(parseJson(text)).data] as const);
      return seen.tell(told, address, sender);
    },
  ),
  /** What the user has seen elsewhere that a listing of an open panel is compared with. */
  seen: entry('anyone', askedListing, (listing, { seen }, sender) => seen.find(listing, sender)),
  /** Only a click of the user may cause it. A page can do no more: what is watched is for the extension's own pages. */
  explore: entry(
    'anyone',
    z.object({ name, part: z.optional(z.literal('alert')) }),
    ({ name, part }, { openExplore }) => done(openExplore(name, part)),
  ),
  /**
   * Only a click of the user may cause it. A page can forge what its listing says, and takes back no entry but one that was
   * bought at a moment that it knows.
   */
  bought: entry('anyone', purchaseSchema, (request, { portfolio }) => portfolio.buy(request)),
  'bought-back': entry('anyone', boughtSchema, (request, { portfolio }) => done(portfolio.takeBack(request))),
  /** Runs an on-demand file in the tab that asks, where a page cannot import it. */
  script: entry('anyone', z.object({ name: z.enum(onDemandScripts) }), ({ name }, { runInTab }, { tab }) =>
    done(tab !== undefined && runInTab(tab, `/${name}.js`)),
  ),
  status: entry('own-pages', nothing, async (_, deps) => withWaiting(await deps.prices.status(), deps)),
  refresh: entry('own-pages', nothing, async (_, deps): Promise<RefreshAnswer> => {
    const answer = await deps.prices.refresh();
    return { ...answer, status: await withWaiting(answer.status, deps) };
  }),
  'try-samples': entry('own-pages', nothing, (_, { prices }) => done(prices.trySamples())),
  'test-relay': entry('own-pages', z.object({ url: z.string(), token: z.string() }), (relay, { testRelay }) =>
    testRelay(relay),
  ),
  /** Estimates the value of a coin from the stored prices; `null`: without data, or with too few items. */
  'coin-rate': entry('own-pages', nothing, (_, { coinRate }) => coinRate()),
  'request-log': entry('own-pages', nothing, (_, { requestLog }) => requestLog()),
  /** Items by name, best match first, with prices. An empty query only loads the index. */
  search: entry(
    'own-pages',
    z.object({ query: z.string().check(z.maxLength(maxQueryLength)), limit: countUpTo(maxResults, 1) }),
    (request, { search }) => search(request),
  ),
  watch: entry('own-pages', nothing, (_, { watchList }) => watchList.list()),
  'watch-star': entry('own-pages', z.object({ name, on: z.boolean() }), async ({ name, on }, deps) => {
    const answer = await deps.watchList.star(name, on);
    void deps.watchList.check();
    followWatched(deps);
    return answer;
  }),
  'watch-alert': entry(
    'own-pages',
    z.object({ name, alert: z.nullable(alertSchema) }),
    async ({ name, alert }, deps) => {
      const answer = await deps.watchList.setAlert(name, alert);
      followWatched(deps);
      return answer;
    },
  ),
  'watch-history': entry('own-pages', z.object({ name }), ({ name }, { history }) => history.findLowest(name)),
  'watch-relay': entry('own-pages', nothing, (_, { relayWatchList }) => relayWatchList.sync()),
  /** The saved views that tell of new rows, after a check: one may just have been switched on. */
  'view-alerts': entry('own-pages', nothing, async (_, deps) => {
    await deps.viewAlerts.check();
    followWatched(deps);
    return deps.viewAlerts.list();
  }),
  entered: entry('own-pages', nothing, (_, { entered }) => entered.read()),
  /** Replaces what a backup has of it. */
  'entered-set': entry('own-pages', enteredSchema, async (request, deps): Promise<null> => {
    await deps.entered.write(request);
    void deps.watchList.check();
    followWatched(deps);
    return null;
  }),
  portfolio: entry('own-pages', nothing, (_, { portfolio }) => portfolio.list()),
  'portfolio-set': entry('own-pages', portfolioSchema, (request, { portfolio }) => portfolio.set(request)),
  /** The rates of past days, asked for once a day; empty where the relay knows none. */
  'past-rates': entry('own-pages', nothing, (_, { pastRates }) => pastRates.find()),
  'portfolio-past': entry(
    'own-pages',
    z.object({
      market: z.enum(referenceMarkets),
      names: z.array(name).check(z.minLength(1), z.maxLength(maxHistories)),
    }),
    (request, { history }) => history.findPortfolio(request),
  ),
};

declare module '#protocol/messages.ts' {
  interface MessageTypes extends MessagesOf<typeof messages> {}
}
