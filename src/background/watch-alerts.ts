import { formatUsd } from '#background/amounts.ts';
import { itemLink } from '#background/item-link.ts';
import { markets } from '#core/markets.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import { runAfter } from '#core/timeout.ts';
import type { Crossing } from '#core/watch-crossing.ts';
import { message } from '#platform/language.ts';
import { localStorage } from '#platform/local-storage.ts';
import { type Notice, showNotice } from '#platform/notifications.ts';
import type { Disposition } from '#platform/omnibox.ts';
import { openStore } from '#platform/store.ts';
import { loadSettings } from '#platform/stored-settings.ts';
import { openAs, searchUrl, watchListUrl } from '#platform/tabs.ts';
import type { MarketDetails } from '#prices/details/market-details.ts';
import type { PriceService } from '#prices/refresh/price-service.ts';
import { createRelayWatchList, type RelayWatchListParts } from '#prices/relay-watch-list.ts';
import { createWatchListService } from '#prices/watch-list.ts';
import { maxQueryLength } from '#protocol/limits.ts';
import type { MarketDetail } from '#protocol/messages.ts';

export interface AlertDeps {
  readonly show: (notice: Notice) => Promise<unknown>;
  readonly details: (name: string) => Promise<readonly MarketDetail[]>;
  readonly open: (url: string, how: Disposition) => Promise<void>;
  /** Address of the extension's search page. */
  readonly searchPage: (query: string) => string;
  /** Address of the extension's page with the watch list. */
  readonly watchPage: () => string;
  /** Title of a notification about several items. */
  readonly title: () => string;
  /** The word for "of the median". */
  readonly median: () => string;
}

/** Lines of one notification; browsers show four or five. */
const maxLines = 5;
/** Prefix of the id of a notification about one item. The name follows, so that a click needs no stored state. */
const oneItem = 'watch:';
const severalItems = 'watch';

/** Notifications about crossed lines, and the handler of a click on one. */
export function createAlerts({ show, details, open, searchPage, watchPage, title, median }: AlertDeps) {
  return {
    /** Shows one notification for all crossings. */
    notify: async (crossings: readonly Crossing[]): Promise<void> => {
      const lines = crossings.map((crossing) => ({ name: crossing.name, text: crossingText(crossing, median) }));
      const [first, ...more] = lines;
      if (first && more.length === 0) await show({ id: oneItem + first.name, title: first.name, message: first.text });
      else if (first) await show({ id: severalItems, title: title(), message: listText(lines) });
    },
    /** Opens the item on the first chosen market that has a link to it, else on the search page. */
    click: async (id: string): Promise<void> => {
      if (!id.startsWith(oneItem)) return open(watchPage(), 'newForegroundTab');
      const name = id.slice(oneItem.length);
      return open((await itemLink(details, name)) ?? searchPage(name.slice(0, maxQueryLength)), 'newForegroundTab');
    },
  };
}

interface Line {
  readonly name: string;
  readonly text: string;
}

function listText(lines: readonly Line[]): string {
  const shown = lines.slice(0, maxLines).map(({ name, text }) => `${name}: ${text}`);
  const hidden = lines.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`+ ${hidden}`] : [])].join('\n');
}

/** "BUFF163 $9.50 ≤ $10.00", "BUFF163 $9.50, −12 % (median)", "BUFF163 $9.50, +12.4 %". */
function crossingText({ market, cents, percent = 0, alert }: Crossing, median: () => string): string {
  const asked = `${markets[market].name} ${formatUsd(cents)}`;
  if (alert.kind === 'below') return `${asked} ≤ ${formatUsd(alert.cents)}`;
  return `${asked}, ${formatPercent(percent)}${alert.kind === 'under-median' ? ` (${median()})` : ''}`;
}

const formatPercent = (percent: number): string =>
  new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(
    percent / 100,
  );

interface WatchListDeps extends Pick<RelayWatchListParts, 'fetch' | 'now' | 'relay'> {
  readonly quotesWithoutUse: PriceService['quotesWithoutUse'];
  readonly details: Pick<MarketDetails, 'find'>;
}

/** The watch list and its notifications, wired to the browser. */
export function openWatchList({ quotesWithoutUse, details, ...network }: WatchListDeps) {
  const alerts = createAlerts({
    show: showNotice,
    details: details.find,
    open: openAs,
    searchPage: searchUrl,
    watchPage: watchListUrl,
    title: () => message('watchNoticeTitle'),
    median: () => message('watchNoticeMedian'),
  });
  const watchList = createWatchListService({
    list: localStorage,
    histories: openStore('watch'),
    quotesWithoutUse,
    staleAfterMs: async () => staleAfterMs(await loadSettings()),
    now: () => Date.now(),
    notify: alerts.notify,
  });
  const relayWatchList = createRelayWatchList({
    ...network,
    // Not in `storage.local`: Firefox lets content scripts read that, and this holds tokens.
    store: openStore('relay-watch'),
    settings: async () => {
      const { watchRelay, freshness } = await loadSettings();
      return { isOn: watchRelay, staleMinutes: freshness.staleMinutes };
    },
    items: async () => (await watchList.list()).items,
    newDeviceId: () => crypto.randomUUID(),
    after: runAfter,
  });
  return { watchList, relayWatchList, alerts };
}
