import { type Notice, showNotice } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { loadSettings } from '#browser/settings.ts';
import { localStorage, openStore } from '#browser/storage.ts';
import { openAs, searchUrl, viewUrl, watchListUrl } from '#browser/tabs.ts';
import { runAfter } from '#core/asks/timeout.ts';
import { feesOf } from '#core/money/fees.ts';
import { type Rate, rateOf, shownRate } from '#core/money/rates.ts';
import { type AlertWords, alertSentence, rowSentence } from '#core/owned/alert-sentence.ts';
import type { Crossing } from '#core/owned/watch-crossing.ts';
import { saleState } from '#core/owned/watch-prices.ts';
import { ageMs } from '#core/prices/age.ts';
import { exitNow, marketsOfSale } from '#core/prices/exit-value.ts';
import { exitRules, staleAfterMs } from '#core/prices/stale-after.ts';
import { limitsOf } from '#core/rows/column-values.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { LoadedPrices } from '#data/catalogue/loaded-table.ts';
import type { MarketDetails, MarketOffers } from '#data/details/market-details.ts';
import { createEnteredService } from '#data/entered.ts';
import type { StoredExits } from '#data/exits/compute-exits.ts';
import type { StoredRates } from '#data/refresh/small-feeds.ts';
import { createRelayWatchList, type RelayWatchListDeps, type SaleTerms } from '#data/relay-watch-list.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import { createViewAlerts, type ViewAlertsDeps, type ViewNews } from '#data/view-alerts.ts';
import { createWatchListService } from '#data/watch-list-service.ts';
import type { WatchedPricesDeps, WatchMoney, WatchSettings } from '#data/watched-prices.ts';
import { formatDuration, formatWithCents } from '#worker/amounts.ts';
import { type ItemOpener, openItem } from '#worker/item-link.ts';

export interface AlertDeps extends ItemOpener {
  readonly show: (notice: Notice) => Promise<unknown>;
  readonly watchPage: () => string;
  readonly viewPage: (view: string) => Promise<string>;
  readonly message: typeof message;
  readonly now: () => number;
}

/** Lines of one notification; browsers show four or five. */
const maxLines = 5;
/** Prefix of the id of a notification about one item. The name follows, so that a click needs no stored state. */
const oneItem = 'watch:';
const severalItems = 'watch';
/** Of one about new rows of a view. */
const oneView = 'view:';

export function createAlerts(deps: AlertDeps) {
  const { show, message, open, watchPage, viewPage } = deps;
  return {
    notify: async (crossings: readonly Crossing[], shown: Rate): Promise<void> => {
      const words = wordsOf(shown, deps);
      const lines = crossings.map((crossing) => ({ name: crossing.name, text: alertSentence(crossing, words) }));
      const [first, ...more] = lines;
      if (first && more.length === 0) await show({ id: oneItem + first.name, title: first.name, message: first.text });
      else if (first) await show({ id: severalItems, title: message('watchNoticeTitle'), message: listText(lines) });
    },
    notifyOfView: ({ view, rows, more }: ViewNews, shown: Rate) => {
      const words = wordsOf(shown, deps);
      const lines = rows.map((row) => ({
        name: row.name,
        text: `${rowSentence(row, words)} · ${words.age(row.asOf)}`,
      }));
      return show({ id: oneView + view, title: message('watchNoticeView', view), message: listText(lines, more) });
    },
    click: async (id: string): Promise<void> => {
      if (id.startsWith(oneItem)) await openItem(deps, id.slice(oneItem.length), 'newForegroundTab');
      else
        await open(id.startsWith(oneView) ? await viewPage(id.slice(oneView.length)) : watchPage(), 'newForegroundTab');
    },
  };
}

function listText(lines: readonly { readonly name: string; readonly text: string }[], more = 0): string {
  const shown = lines.slice(0, maxLines).map(({ name, text }) => `${name}: ${text}`);
  const hidden = lines.length - shown.length + more;
  return [...shown, ...(hidden > 0 ? [`+ ${hidden}`] : [])].join('\n');
}

const wordsOf = (shown: Rate, { message, now }: Pick<AlertDeps, 'message' | 'now'>): AlertWords => ({
  shown,
  amount: formatWithCents,
  percent: formatPercent,
  age: (asOf) => formatDuration(ageMs(asOf, now())),
  saleLeaves: (amount, market) => message('watchNoticeExit', amount, market),
  median: message('watchNoticeMedian'),
  anyPhase: message('overlayAnyPhase'),
});

const formatPercent = (percent: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    percent / 100,
  );

interface AlertListDeps
  extends Pick<RelayWatchListDeps, 'fetch' | 'now' | 'relay'>,
    Pick<WatchedPricesDeps, 'quotesWithoutUse'> {
  readonly store: KeyValueStore;
  readonly columns: () => KeyValueStore;
  readonly loadedPrices: () => Promise<LoadedPrices>;
  readonly exits: Pick<StoredExits, 'of'>;
  readonly rates: Pick<StoredRates, 'read'>;
  readonly details: Pick<MarketDetails, 'findMany'>;
  readonly offers: Pick<MarketOffers, 'ofItem'>;
}

async function readMoney({ loadedPrices, exits, rates }: AlertListDeps, now: number): Promise<WatchMoney> {
  const [settings, { table }, stored] = await Promise.all([loadSettings(), loadedPrices(), rates.read()]);
  const found = settings.fees.confirmed ? await exits.of(table?.table) : undefined;
  const rules = exitRules(settings, now);
  const dated = stored?.told ?? null;
  return {
    exitOf: (name) => {
      const price = found?.find(name);
      const exit = typeof price === 'object' ? exitNow(price, rules) : 'no-price';
      return typeof exit === 'string' ? undefined : exit;
    },
    saleOf: (offer) => saleState(offer, rules),
    rateOf: (currency) => rateOf(currency, { dated, own: settings.rates, coinUsd: null }, now),
    shown: shownRate(settings, dated, now),
  };
}

async function readChoice(): Promise<WatchSettings> {
  const settings = await loadSettings();
  const { markets: compared, coinUsd } = settings;
  return { compared, coinUsd, selling: marketsOfSale(settings), staleAfterMs: staleAfterMs(settings) };
}

/** What the relay must know of the user's sales. */
function saleTerms(settings: Settings): SaleTerms | undefined {
  const known = marketsOfSale(settings).map((market) => [market, feesOf(settings.fees, market)]);
  if (known.length === 0) return undefined;
  return { fees: Object.fromEntries(known), minCount: settings.exit.minCount, coinUsd: settings.coinUsd ?? undefined };
}

const openViewAlerts = (deps: AlertListDeps, notify: ViewAlertsDeps['notify']) =>
  createViewAlerts({
    views: localStorage,
    // Not in `storage.local`, which tells each page of a change with all that changed.
    memory: openStore('view-alerts'),
    columns: deps.columns(),
    table: async () => (await deps.loadedPrices()).table,
    settings: loadSettings,
    shown: async () => (await readMoney(deps, deps.now())).shown,
    notify,
    now: deps.now,
  });

async function readSentSettings() {
  const settings = await loadSettings();
  const { watchRelay: isOn, markets, coinUsd } = settings;
  const { profitCents: _, ...limits } = limitsOf(settings);
  return {
    isOn,
    markets,
    coinUsd: coinUsd ?? undefined,
    staleMinutes: settings.freshness.staleMinutes,
    sale: saleTerms(settings),
    limits,
  };
}

export function openWatchList(deps: AlertListDeps) {
  const { quotesWithoutUse, details, offers, fetch, now, relay } = deps;
  const alerts = createAlerts({
    show: showNotice,
    offers: offers.ofItem,
    open: openAs,
    searchPage: searchUrl,
    watchPage: watchListUrl,
    viewPage: async (view) => viewUrl((await viewAlerts.addressOf(view)) ?? ''),
    message,
    now,
  });
  const viewAlerts = openViewAlerts(deps, alerts.notifyOfView);
  const watchList = createWatchListService({
    list: localStorage,
    quotesWithoutUse,
    details: details.findMany,
    settings: readChoice,
    money: () => readMoney(deps, now()),
    now,
    notify: alerts.notify,
  });
  const relayWatchList = createRelayWatchList({
    fetch,
    now,
    relay,
    // Not in `storage.local`: Firefox lets content scripts read that, and this holds tokens.
    store: openStore('relay-watch'),
    lasting: localStorage,
    settings: readSentSettings,
    items: async () => (await watchList.stored()).items,
    views: viewAlerts.telling,
    newDeviceId: () => crypto.randomUUID(),
    after: runAfter,
  });
  return {
    watchList,
    entered: createEnteredService({ store: localStorage, watchList }),
    viewAlerts,
    relayWatchList,
    alerts,
    /** Whether something must be told without use. Never rejects. */
    hasAlert: async () => (await watchList.hasAlert()) || viewAlerts.hasAlert(),
    neededMarkets: async () => [...(await watchList.neededMarkets()), ...(await viewAlerts.neededMarkets())],
    /** Checks the current prices, and tells the relay what became of the alerts. Never rejects. */
    // Views do not wait for the relay, which may be away.
    checkWatchList: () => void Promise.all([watchList.check().then(relayWatchList.sync), viewAlerts.check()]),
  };
}
