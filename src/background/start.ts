import * as z from 'zod/mini';
import { hotStore } from '#background/ahead.ts';
import { createMenu } from '#background/menu.ts';
import { createOmnibox } from '#background/omnibox.ts';
import { createSearch, type Search } from '#background/search.ts';
import { openBadge } from '#background/toolbar.ts';
import { toView } from '#background/view.ts';
import { openWatch, watchAnswers } from '#background/watching.ts';
import { Fault } from '#core/fault.ts';
import { relayAddress, type Settings } from '#core/settings.ts';
import { onAlarm, setAlarm } from '#platform/alarms.ts';
import { countedFetch, readContacts, sessionContacts } from '#platform/contacts.ts';
import { onInstall, openWelcome } from '#platform/install.ts';
import { message } from '#platform/language.ts';
import { onMenuSwitch, setMenuSwitches, sitePages } from '#platform/menus.ts';
import { serveOmnibox } from '#platform/omnibox.ts';
import { runInTab } from '#platform/run-in-tab.ts';
import { push, serve } from '#platform/serving.ts';
import { changeSettings, guardSettings, loadSettings, onSettings } from '#platform/settings.ts';
import { onShortcut } from '#platform/shortcuts.ts';
import { onBrowserStart } from '#platform/startup.ts';
import { openStore } from '#platform/store.ts';
import { openAs, searchPage } from '#platform/tabs.ts';
import { colourBadges } from '#platform/toolbar.ts';
import { suggestCoinRate } from '#prices/coin-rate.ts';
import { createDetails, type Details } from '#prices/details.ts';
import { createEngine } from '#prices/engine.ts';
import type { Relay } from '#prices/feed.ts';
import { createNames } from '#prices/names.ts';
import { probeRelay } from '#prices/probe.ts';
import { createRates } from '#prices/rates.ts';

/** The manifest's name for "show or hide all overlays" (wxt.config.ts). */
const hideShortcut = 'toggle-overlays';

/** Starts the worker: every listener is registered at once, so that whatever woke it is heard. */
export function startBackground(): void {
  // The extension's CSP forbids eval, which zod would try for speed.
  z.config({ jitless: true });
  void guardSettings();
  const owners = createOwners();
  const { engine, rates, details, badge, watch } = owners;
  answer(owners);
  onInstall(() => void openWelcome());
  onAlarm('next-look', () => void engine.nudge());
  onAlarm('next-market', () => void details.resume());
  onBrowserStart(() => void engine.nudge());
  onShortcut(hideShortcut, () => void changeSettings((settings) => ({ ...settings, hidden: !settings.hidden })));
  const menu = openMenu();
  onSettings((settings, before) => {
    void push({ push: 'view-changed' });
    badge.look();
    void menu.refresh();
    if (settings.markets.join() !== before.markets.join()) void details.sweep();
    if (sameRelay(settings.relay, before.relay)) return;
    void engine.relayChanged();
    void rates.relayChanged();
    void details.relayChanged();
  });
  void engine.nudge();
  // What no page waits for comes after all that one may wait for, and what the worker before this one left undone too.
  void pause(resumeMs).then(() => {
    void colourBadges();
    badge.look();
    void menu.refresh();
    void details.resume();
    void watch.check();
  });
}

function openMenu() {
  const title = () => message('menuShowSite');
  const menu = createMenu({
    pages: sitePages,
    load: loadSettings,
    change: changeSettings,
    show: setMenuSwitches,
    title,
  });
  onMenuSwitch((id, on) => void menu.click(id, on));
  return menu;
}

/** What the worker has of the web: every request that it makes is counted by its origin. */
const web = { fetch: countedFetch((...args) => fetch(...args), Date.now, sessionContacts), now: () => Date.now() };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** How long after its start the worker does what nobody waits for, ms: pages come first. */
const resumeMs = 1000;

/** The owners of the two feeds and of the exchange rates. */
function createOwners() {
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
    store: hotStore,
    relay,
    onChange: () => {
      badge.look();
      void push({ push: 'prices-changed' });
    },
  };
  const rates = createRates(shared);
  const watch = openWatch({ peek: (names) => engine.peek(names), details });
  const engine = createEngine({
    ...shared,
    isWatched: watch.isAlert,
    onChange: () => {
      void watch.check();
      shared.onChange();
    },
    onGoodLook: () => void details.sweep(),
    onTable: (rows) => void names.keep(rows),
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
  return { details, rates, engine, names, coinRate, badge, watch };
}

function answer(owners: ReturnType<typeof createOwners>): void {
  const { details, rates, engine, names, coinRate, badge, watch } = owners;
  const quotes = async (names: readonly string[]) => {
    const [quotes, current] = await Promise.all([engine.quotes(names), rates.current()]);
    void rates.look();
    return { ...quotes, rates: current };
  };
  const search = createSearch(names, quotes);
  startOmnibox(search, details);
  serve({
    search,
    quotes: ({ names }) => quotes(names),
    details: async ({ name }) => {
      // A round that the browser cut short by ending the worker goes on.
      void details.sweep();
      return { markets: await details.find(name) };
    },
    view: async ({ site }) => toView(await loadSettings(), site),
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
    contacts: () => readContacts(sessionContacts),
    'test-relay': (relay) => probeRelay(relay, web),
    ...watchAnswers(watch, engine.nudge),
  });
}

function startOmnibox(search: Search, details: Details): void {
  const { suggest, enter } = createOmnibox({
    search,
    details: details.find,
    open: openAs,
    searchPage,
    noPrice: () => message('searchNoPrice'),
    old: (age) => message('overlayOld', age),
    settings: loadSettings,
    now: web.now,
  });
  serveOmnibox({ hint: () => message('searchAddressBar'), suggest, enter: (text, how) => void enter(text, how) });
}

/** @throws Fault when the address cannot be used, so that nobody else is asked instead. */
function toRelay({ relay }: Settings): Relay {
  const address = relayAddress(relay.url);
  if ('problem' in address) throw new Fault('unreachable', `the relay's address cannot be used: ${address.problem}`);
  return { base: address.base, token: relay.token };
}

const sameRelay = (one: Settings['relay'], other: Settings['relay']): boolean =>
  one.url === other.url && one.token === other.token;
