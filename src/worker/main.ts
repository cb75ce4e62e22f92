import '#browser/polyfill.ts';

import { runInTab, siteList } from '#browser/access.ts';
import { colourBadges } from '#browser/browser-ui.ts';
import { setAlarm } from '#browser/events.ts';
import { ownVersion } from '#browser/language.ts';
import { push } from '#browser/messages.ts';
import { loggedFetch, readRequestLog, readSeen, saveSeen } from '#browser/session.ts';
import { changeSettings, loadSettings } from '#browser/settings.ts';
import { localStorage } from '#browser/storage.ts';
import { openExplore } from '#browser/tabs.ts';
import { Fault } from '#core/asks/fault.ts';
import { runAfter } from '#core/asks/timeout.ts';
import { loadedMarkets } from '#core/prices/markets.ts';
import { isSameRelay, parseRelayAddress } from '#core/settings/relay-address.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type LoadedPrices, type LoadedTable, quotesFrom } from '#data/catalogue/loaded-table.ts';
import type { StoredOwn } from '#data/details/detail-store.ts';
import { createMarketDetails, createMarketOffers } from '#data/details/market-details.ts';
import { createExits, type StoredExits } from '#data/exits/compute-exits.ts';
import { createItemHistory } from '#data/history/item-history.ts';
import { createPriceChanges, type StoredChanges } from '#data/history/stored-changes.ts';
import { createPortfolioService, type PortfolioDeps } from '#data/portfolio-service.ts';
import { suggestCoinRate } from '#data/rates/coin-rate.ts';
import { createPriceService, type PriceService } from '#data/refresh/price-service.ts';
import type { RelayTarget } from '#data/refresh/relay-client.ts';
import {
  createExchangeRates,
  createNotices,
  createPastRates,
  newerRelease,
  type StoredNotices,
  type StoredRates,
} from '#data/refresh/small-feeds.ts';
import { testRelay } from '#data/refresh/table-feed.ts';
import { createNameStore } from '#data/search/name-store.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import type { AskedName, PageQuotes, QuotesAnswer } from '#protocol/messages.ts';
import { openBadge } from '#worker/badge.ts';
import { createReplier } from '#worker/message.ts';
import { messages } from '#worker/messages.ts';
import { createPriceSearch, openOmnibox } from '#worker/omnibox.ts';
import { createSeenMemory } from '#worker/seen-memory.ts';
import { openSiteAccess } from '#worker/site-access.ts';
import { openWatchList } from '#worker/watch-alerts.ts';

export interface StartupState {
  readonly store: KeyValueStore;
  /** Names, details, changes and exits, by number of name. */
  readonly columns: () => KeyValueStore;
  readonly loadedPrices: () => Promise<LoadedPrices>;
  readonly rates: StoredRates;
  readonly notices: StoredNotices;
  readonly changes: StoredChanges;
  readonly exits: StoredExits;
  readonly own: StoredOwn;
  readonly pushSettings: () => Promise<void>;
  readonly quotes: (names: readonly AskedName[]) => Promise<PageQuotes>;
}

export type MainWorker = ReturnType<typeof startMain>;

/** Starts everything that the first answer to a page does not need. Called once per worker. */
export function startMain(startup: StartupState) {
  const services = createServices(startup);
  const { prices, rates, notices, details, offers, changes, badge, names, alerts } = services;
  const search = createPriceSearch(names, startup.quotes);
  const seen = openSeenMemory();
  const newer = () => newerRelease(startup.notices, ownVersion());
  const { restore, ...access } = openSiteAccess(badge.accessChanged, startup.pushSettings);
  void prices.refreshIfDue();
  return {
    ...access,
    reply: createReplier(messages, { ...services, ...actions, search, newer, seen, showDeals: badge.showDeals }),
    /** Called after a page received prices. */
    recordUse: () => {
      void prices.recordUse();
      for (const feed of [rates, changes, notices]) void feed.checkIfDue();
    },
    firstCheck: prices.firstCheck,
    readNames: names.read,
    offersOf: offers.ofItems,
    refreshIfDue: prices.refreshIfDue,
    refreshMarkets: details.refreshDueMarkets,
    forgetOldSeen: seen.forgetOld,
    toggleOverlays: () => changeSettings((settings) => ({ ...settings, hidden: !settings.hidden })),
    clickNotice: alerts.click,
    browserStarted: () => {
      restore();
      void prices.refreshIfDue();
    },
    ...openOmnibox(search, offers),
    settingsChanged: (settings: Settings, before: Settings) => {
      access.settingsChanged(settings, before);
      settingsChanged(services, settings, before);
      if (!settings.overlay.beaten) void seen.forget();
    },
    /** Work that no page waits for, and work that the previous worker did not finish. */
    runMaintenance: () => {
      void colourBadges();
      badge.update();
      restore();
      void details.refreshDueMarkets();
      void services.updateExits();
      services.checkWatchList();
    },
  };
}

type Services = ReturnType<typeof createServices>;

function settingsChanged(services: Services, settings: Settings, before: Settings): void {
  services.badge.update();
  void services.updateExits();
  void services.relayWatchList.sync();
  // Who chooses markets uses prices: a batch that the worker's end interrupts is taken up again.
  if (toLoad(settings).join() !== toLoad(before).join())
    void services.prices.recordUse().then(services.details.refreshDueMarkets);
  const { prices, rates, pastRates, notices, details, changes } = services;
  if (!isSameRelay(settings.relay, before.relay)) {
    for (const feed of [prices, rates, pastRates, notices, details, changes]) void feed.relayChanged();
  } else if (settings.overlay.change) void changes.checkIfDue();
}

const network = { fetch: loggedFetch((...args) => fetch(...args), Date.now), now: () => Date.now() };

const actions = {
  requestLog: readRequestLog,
  testRelay: (tried: Settings['relay']) => testRelay(tried, network),
  openExplore,
  runInTab,
};

const relay = async () => toRelayTarget(await loadSettings());

const toLoad = ({ markets, overlay }: Settings) => loadedMarkets(markets, overlay);

const showsChanges = async () => (await loadSettings()).overlay.change;

const openSeenMemory = () =>
  createSeenMemory({
    sites: siteList,
    read: readSeen,
    save: saveSeen,
    isOn: async () => (await loadSettings()).overlay.beaten,
    now: Date.now,
    after: runAfter,
    wakeAt: (at) => void setAlarm('seen-old', at),
  });

const openExits = ({ columns, exits, own }: StartupState, table: TableOf, checkWatchList: () => void) =>
  createExits({
    details: columns(),
    exits,
    own,
    table,
    settings: loadSettings,
    now: Date.now,
    // Whoever asks for the list because of the push gets it checked.
    onChange: () => {
      checkWatchList();
      void push({ push: 'prices-changed' });
    },
  });

type TableOf = () => Promise<LoadedTable | undefined>;
/** Prices from the loaded table. Does not count as use and starts no refresh. */
type Quotes = (names: readonly AskedName[]) => Promise<QuotesAnswer>;

function createServices(startup: StartupState) {
  const { store, columns, loadedPrices, rates: loadedRates, changes: loadedChanges } = startup;
  const table = async () => (await loadedPrices()).table;
  const { updateExits, tellWithExits } = openExits(startup, table, () => watch.checkWatchList());
  const names = createNameStore({ store: columns(), table, onMissing: () => void prices.refresh() });
  const numberNames: PriceService['numberNames'] = (told) => prices.numberNames(told);
  const shared = { ...network, random: Math.random, relay, table, numberNames };
  const details = createMarketDetails({
    ...shared,
    store: columns(),
    markets: async () => toLoad(await loadSettings()),
    isUsed: () => prices.isUsed(),
    watched: () => watch.neededMarkets(),
    onSchedule: (at) => void setAlarm('next-batch', at),
    onChange: () => void push({ push: 'details-changed' }),
    onBatch: () => void tellWithExits(),
  });
  const quotesWithoutUse: Quotes = async (asked) =>
    quotesFrom(await loadedPrices(), asked, names.read, startup.own.columns);
  const offers = createMarketOffers({ findMany: details.findMany, settings: loadSettings, table, quotesWithoutUse });
  const onChange = () => {
    badge.update();
    void tellWithExits();
  };
  const rates = createExchangeRates({ ...shared, store, onChange, kept: loadedRates });
  const noticed = { ...shared, store, onChange: () => void startup.pushSettings(), kept: startup.notices };
  const notices = createNotices(noticed, import.meta.env.NOTICES_KEY ?? '');
  const kept = { changes: loadedChanges, store: columns };
  const changes = createPriceChanges({ ...shared, ...kept, onChange, isWanted: showsChanges });
  const history = createItemHistory({ ...network, relay, markets: async () => (await loadSettings()).markets });
  const watch = openWatchList({ ...startup, ...network, relay, quotesWithoutUse, details, offers });
  const prices: PriceService = createPriceService({
    ...shared,
    store,
    loadedPrices,
    readSamples: async () => (await fetch('/sample-prices.json')).body,
    isWatched: watch.hasAlert,
    names,
    onChange,
    onUseBegins: () => void details.refreshDueMarkets(),
    onSuccess: () => void refreshOthers({ details, changes, rates, notices }),
    onSchedule: (at) => {
      badge.update();
      void setAlarm('next-refresh', at);
    },
  });
  const badge = openBadge(prices.statusWithoutUse);
  const services = { details, offers, rates, notices, prices, names, changes, history, badge, updateExits };
  return {
    ...watch,
    ...services,
    portfolio: openPortfolio({ ...startup, quotesWithoutUse }),
    pastRates: createPastRates({ ...shared, store }),
    coinRate: () => suggestCoinRate({ store: columns(), table }),
  };
}

const openPortfolio = (deps: Pick<PortfolioDeps, 'rates' | 'quotesWithoutUse'>) =>
  createPortfolioService({
    ...{ ...deps, store: localStorage, settings: loadSettings, now: Date.now },
    onChange: () => void push({ push: 'portfolio-changed' }),
  });

/** Refreshes what is due besides the table. What failed because the relay did not answer is due now. */
async function refreshOthers({ details, ...feeds }: Pick<Services, 'details' | 'changes' | 'rates' | 'notices'>) {
  for (const feed of [details, ...Object.values(feeds)]) await feed.relayAnswered();
  void details.refreshDueMarkets();
  for (const feed of Object.values(feeds)) void feed.checkIfDue();
}

/** @throws Fault when the address cannot be used; no other relay is asked instead. */
function toRelayTarget({ relay }: Settings): RelayTarget {
  const address = parseRelayAddress(relay.url);
  if ('problem' in address) throw new Fault('unreachable', `the relay's address cannot be used: ${address.problem}`);
  return { base: address.base, token: relay.token };
}
