import * as z from 'zod/mini';
import { createMenu } from '#background/menu.ts';
import { createOmnibox } from '#background/omnibox.ts';
import { createSearch, type Search } from '#background/search.ts';
import { openBadge } from '#background/toolbar.ts';
import { toView } from '#background/view.ts';
import { openWatch, watchAnswers } from '#background/watching.ts';
import { Fault } from '#core/fault.ts';
import { relayAddress } from '#core/relay-address.ts';
import { parseSettings, type Settings } from '#core/settings.ts';
import { setAlarm } from '#platform/alarms.ts';
import { toRequestHandler } from '#platform/answering.ts';
import { message } from '#platform/language.ts';
import { setMenuSwitches, sitePages } from '#platform/menus.ts';
import { loggedFetch, readRequestLog, sessionRequestLog } from '#platform/request-log.ts';
import { runInTab } from '#platform/run-in-tab.ts';
import { push, type RequestHandler } from '#platform/serving.ts';
import { changeSettings, loadSettings } from '#platform/settings.ts';
import { openStore } from '#platform/store.ts';
import { openAs, searchUrl } from '#platform/tabs.ts';
import { colourBadges } from '#platform/toolbar.ts';
import { createDetails, type Details } from '#prices/details/market-details.ts';
import { suggestCoinRate } from '#prices/rates/coin-rate.ts';
import { createRates } from '#prices/rates/exchange-rates.ts';
import type { KeptRates } from '#prices/rates/stored-rates.ts';
import { createEngine, type Engine } from '#prices/refresh/price-service.ts';
import type { Relay } from '#prices/refresh/relay-client.ts';
import { probeRelay } from '#prices/refresh/test-relay.ts';
import { createNames } from '#prices/search/name-store.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import type { Held } from '#prices/table/loaded-table.ts';
import type { PageQuotes } from '#protocol/messages.ts';

/** What was there before the rest. */
export interface Hot {
  readonly store: Store;
  readonly held: () => Promise<Held>;
  readonly rates: KeptRates;
  /** Prices of items by name from what is held. */
  readonly quotes: (names: readonly string[]) => Promise<PageQuotes>;
}

/** What the worker does besides its first answers. */
export type Rest = ReturnType<typeof startRest>;

/** Starts what looks at the relay, and what is only now and then wanted. One a worker. */
export function startRest(hot: Hot) {
  // The extension's CSP forbids eval, which zod would try for speed.
  z.config({ jitless: true });
  const owners = createOwners(hot);
  const { engine, rates, details, badge, watch, names, alerts } = owners;
  const search = createSearch(names, hot.quotes);
  const menu = createMenu({
    pages: sitePages,
    load: loadSettings,
    change: changeSettings,
    show: setMenuSwitches,
    title: () => message('menuShowSite'),
  });
  void engine.nudge();
  return {
    parseSettings,
    answer: answersOf(owners, search, hot),
    /** Somebody was told prices. */
    looked: () => {
      void engine.used();
      void rates.look();
    },
    nudge: engine.nudge,
    resume: details.resume,
    toggle: () => changeSettings((settings) => ({ ...settings, hidden: !settings.hidden })),
    clickMenu: menu.click,
    clickNotice: alerts.click,
    accessChanged: badge.accessChanged,
    ...addressBar(search, details),
    settingsChanged: (settings: Settings, before: Settings) => {
      void push({ push: 'view-changed' });
      badge.look();
      void menu.refresh();
      if (settings.markets.join() !== before.markets.join()) void details.sweep();
      if (!sameRelay(settings.relay, before.relay)) relayChanged(owners);
    },
    /** What no page waits for, and what the worker before this one left undone. */
    doChores: () => {
      void colourBadges();
      badge.look();
      void menu.refresh();
      void details.resume();
      void watch.check();
    },
  };
}

type Owners = ReturnType<typeof createOwners>;

function relayChanged({ engine, rates, details }: Owners): void {
  void engine.relayChanged();
  void rates.relayChanged();
  void details.relayChanged();
}

/** What the worker has of the web: every request that it makes is counted by its origin. */
const web = { fetch: loggedFetch((...args) => fetch(...args), Date.now, sessionRequestLog), now: () => Date.now() };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The owners of the two feeds and of the exchange rates. */
function createOwners({ store, held, rates: kept }: Hot) {
  const relay = async () => toRelay(await loadSettings());
  const detailStore = openStore('details');
  const details = createDetails({
    ...web,
    relay,
    random: Math.random,
    store: detailStore,
    markets: async () => (await loadSettings()).markets,
    pause,
    onRound: (at) => void setAlarm('next-market', at),
  });
  const shared = {
    ...web,
    random: Math.random,
    store,
    relay,
    onChange: () => {
      badge.look();
      void push({ push: 'prices-changed' });
    },
  };
  const rates = createRates({ ...shared, kept });
  const { watch, alerts } = openWatch({ peek: (names) => engine.peek(names), details });
  const engine: Engine = createEngine({
    ...shared,
    held,
    isWatched: watch.isAlert,
    onChange: () => {
      void watch.check();
      shared.onChange();
    },
    onGoodLook: () => void details.sweep(),
    onTable: (priced) => void names.keep(priced),
    onSchedule: (at) => {
      badge.look();
      void setAlarm('next-look', at);
    },
  });
  const badge = openBadge(engine.glance);
  const names = createNames({
    store: openStore('names'),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onMissing: () => void engine.refetch(),
  });
  const coinRate = () => suggestCoinRate({ store: detailStore, quotes: engine.quotes });
  return { details, rates, engine, names, coinRate, badge, watch, alerts };
}

/** Answers to all requests; the first two are asked of the rest only when they are not plain. */
function answersOf(
  { details, engine, coinRate, badge, watch }: Owners,
  search: Search,
  { quotes }: Hot,
): RequestHandler {
  return toRequestHandler({
    quotes: ({ names }) => quotes(names),
    view: async ({ site }) => toView(await loadSettings(), site),
    search,
    details: async ({ name }) => {
      // A round that the browser cut short by ending the worker goes on.
      void details.sweep();
      return { markets: await details.find(name) };
    },
    deals: async ({ count }, tab) => {
      if (tab !== undefined) await badge.count(tab, count);
      return null;
    },
    script: async ({ name }, tab) => {
      if (tab !== undefined) await runInTab(tab, `/${name}.js`);
      return null;
    },
    status: () => engine.status(),
    refresh: () => engine.refresh(),
    'coin-rate': coinRate,
    contacts: () => readRequestLog(sessionRequestLog),
    'test-relay': (relay) => probeRelay(relay, web),
    ...watchAnswers(watch, engine.nudge),
  });
}

const addressBar = (search: Search, details: Details) =>
  createOmnibox({
    search,
    details: details.find,
    open: openAs,
    searchPage: searchUrl,
    noPrice: () => message('searchNoPrice'),
    old: (age) => message('overlayOld', age),
    settings: loadSettings,
    now: web.now,
  });

/** @throws Fault when the address cannot be used, so that nobody else is asked instead. */
function toRelay({ relay }: Settings): Relay {
  const address = relayAddress(relay.url);
  if ('problem' in address) throw new Fault('unreachable', `the relay's address cannot be used: ${address.problem}`);
  return { base: address.base, token: relay.token };
}

const sameRelay = (one: Settings['relay'], other: Settings['relay']): boolean =>
  one.url === other.url && one.token === other.token;
