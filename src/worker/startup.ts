import { mayRun, onAccess, siteList } from '#browser/access.ts';
import { onMenuSwitch, onNoticeClick, serveOmnibox } from '#browser/browser-ui.ts';
import { onAlarm, onBrowserStart, onInstall, onShortcut } from '#browser/events.ts';
import { browserLanguage, message, ownVersion } from '#browser/language.ts';
import { pushToTabs, serve } from '#browser/messages.ts';
import { loadSettings, onSettings, restrictStorageAccess } from '#browser/settings.ts';
import { openStore } from '#browser/storage.ts';
import { openExplore, openWelcome } from '#browser/tabs.ts';
import { lazy, lazyWork } from '#core/asks/lazy.ts';
import { delay } from '#core/asks/timeout.ts';
import { hostnameOf } from '#core/settings/hostnames.ts';
import { pageSettings, type Settings } from '#core/settings/settings.ts';
import { customSiteId, isShownOn, type SwitchedSite } from '#core/settings/site-switch.ts';
import { loadPrices, quotesFrom, type ReadNames } from '#data/catalogue/loaded-table.ts';
import { openOwnQuotes } from '#data/details/detail-store.ts';
import { openStoredExits } from '#data/exits/compute-exits.ts';
import { openStoredChanges } from '#data/history/stored-changes.ts';
import { openStoredNotices, openStoredRates, type StoredNotices } from '#data/refresh/small-feeds.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import type { AskedName, PageQuotes, Push, SharedSettings, VersionedSettings } from '#protocol/messages.ts';
import { noticesBySite } from '#protocol/notices.ts';
import { earlyMessages } from '#worker/early-messages.ts';
import { loadMain, preloadMain } from '#worker/load-main.ts';
import type { MainWorker } from '#worker/main.ts';
import { createReplier } from '#worker/message.ts';

/** The names of the shortcuts in the manifest (wxt.config.ts). */
const hideShortcut = 'toggle-overlays';
const exploreShortcut = 'explore';

/** Delay of maintenance after the start, ms: pages come first. */
const maintenanceDelayMs = 1000;

/** Delay between an answer and the check whether its prices are due for a refresh, ms: the page draws first. */
const useDelayMs = 100;

/** Adds all listeners at once, for the event that woke the worker. A page that opens is answered from the disk. */
export function startBackground(): void {
  const store = openStore('prices');
  const loadedPrices = lazy(() => loadPrices(store));
  const columns = lazy(() => openStore('columns'));
  const kept = openKept(store, columns);
  // Reads the disk while the rest of the worker starts.
  void Promise.all([loadedPrices(), kept.rates.read(), kept.notices.read()]);
  preloadMain();
  void restrictStorageAccess();
  const shared = createSharedSettings({ load: loadSettings, sites: siteList, mayRun, notices: held(kept), pushToTabs });
  // A file that failed to load is tried again on next use.
  const main: () => Promise<MainWorker> = lazyWork(async () => {
    const start = await loadMain();
    return start({ store, columns, loadedPrices, ...kept, quotes, pushSettings: shared.push });
  });

  let isUsePending = false;
  const recordUse = async () => {
    if (isUsePending) return;
    isUsePending = true;
    await delay(useDelayMs);
    isUsePending = false;
    (await main()).recordUse();
  };
  const quotes = async (names: readonly AskedName[]): Promise<PageQuotes> => {
    const [prices, stored] = await Promise.all([loadedPrices(), kept.rates.read()]);
    void recordUse();
    const readNames: ReadNames = async (numbers) => (await main()).readNames(numbers);
    const answer = await quotesFrom(prices, names, readNames, kept.own.columns);
    return { ...answer, rates: stored?.told ?? null };
  };

  const early = createReplier(earlyMessages, {
    quotes,
    week: async () => kept.changes.week((await loadedPrices()).table?.table),
    exits: async () => kept.exits.of((await loadedPrices()).table?.table),
    offersOf: async (...of) => (await main()).offersOf(...of),
    tellSettings: shared.tell,
  });
  serve(async (kind, request, sender) => {
    const reply = Object.hasOwn(earlyMessages, kind) ? early : (await main()).reply;
    return reply(kind, request, sender);
  });
  onSettings((now, before) => {
    void shared.push();
    void main().then(({ settingsChanged }) => settingsChanged(now, before));
  });
  forwardEvents(main);
  void delay(maintenanceDelayMs).then(async () => (await main()).runMaintenance());
}

const openKept = (store: KeyValueStore, columns: () => KeyValueStore) => ({
  rates: openStoredRates(store),
  notices: openStoredNotices(store),
  changes: openStoredChanges(columns, Date.now),
  exits: openStoredExits(columns),
  own: openOwnQuotes(columns),
});

const held = (kept: { readonly notices: StoredNotices }) => async () => {
  const told = (await kept.notices.read())?.told;
  return told ? noticesBySite(told, ownVersion(), browserLanguage().uiLanguage, siteList) : {};
};

function forwardEvents(main: () => Promise<MainWorker>): void {
  onInstall((isUpdate) => {
    if (!isUpdate) void openWelcome();
    void main().then(({ installed }) => installed());
  });
  onAlarm({
    'next-refresh': () => void main().then(({ refreshIfDue }) => refreshIfDue()),
    'next-batch': () => void main().then(({ refreshMarkets }) => refreshMarkets()),
    'seen-old': () => void main().then(({ forgetOldSeen }) => forgetOldSeen()),
  });
  onBrowserStart(() => void main().then(({ browserStarted }) => browserStarted()));
  onShortcut(hideShortcut, () => void main().then(({ toggleOverlays }) => toggleOverlays()));
  onShortcut(exploreShortcut, () => void openExplore());
  onMenuSwitch((id, on) => void main().then(({ clickMenu }) => clickMenu(id, on)));
  const listenToNotices = onNoticeClick((id) => void main().then(({ clickNotice }) => clickNotice(id)));
  onAccess((granted) => {
    listenToNotices();
    void main().then(({ accessChanged }) => accessChanged(granted));
  });
  serveOmnibox({
    hint: () => message('searchAddressBar'),
    suggest: async (typed) => (await main()).suggest(typed),
    enter: (text, how) => void main().then(({ enter }) => enter(text, how)),
  });
}

interface SharedSettingsDeps {
  readonly load: () => Promise<Settings>;
  readonly sites: readonly SwitchedSite[];
  readonly mayRun: (site: string) => Promise<boolean>;
  /** What is switched off for this version, by site. */
  readonly notices: () => Promise<SharedSettings['notices'] & {}>;
  /** Sends a message to each tab, by the tab's address; `undefined` where the browser hides the address. */
  readonly pushToTabs: (messageFor: (url: string | undefined) => Push) => Promise<void>;
}

/** Readings are numbered when they begin: of two the later one is the newer, in whatever order they arrive. */
export function createSharedSettings({ load, sites, mayRun, notices, pushToTabs }: SharedSettingsDeps) {
  const worker = crypto.randomUUID();
  let readings = 0;

  const read = async (about: readonly SwitchedSite[]) => {
    readings += 1;
    const reading = readings;
    const [settings, noticed] = [await load(), await notices()];
    const shown = about.filter((site) => isShownOn(settings, site));
    const allowed = await Promise.all(shown.map(async ({ id }) => ((await mayRun(id)) ? [id] : [])));
    const tell = (sitesOn: readonly string[]): VersionedSettings => ({
      worker,
      reading,
      settings: {
        ...pageSettings(settings),
        sitesOn,
        notices: Object.fromEntries(Object.entries(noticed).filter(([id]) => sitesOn.includes(id))),
      },
    });
    return { settings, sitesOn: allowed.flat(), tell };
  };

  return {
    tell: async (id: string): Promise<VersionedSettings> => {
      const { sitesOn, tell } = await read([sites.find((site) => site.id === id) ?? { id }]);
      return tell(sitesOn);
    },
    /** After each change of the settings, and of access to pages. */
    push: async (): Promise<void> => {
      const { settings, sitesOn, tell } = await read(sites);
      // Of the sites that the user added, a page learns only about its own. Without access its address is hidden.
      const own = (url: string | undefined): readonly string[] => {
        const host = url && hostnameOf(url);
        const id = host ? customSiteId(host) : undefined;
        return id !== undefined && isShownOn(settings, { id }) ? [id] : [];
      };
      await pushToTabs((url) => ({ push: 'settings', versioned: tell([...sitesOn, ...own(url)]) }));
    },
  };
}
