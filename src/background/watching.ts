import { createAlerts } from '#background/watch-alerts.ts';
import type { Handlers } from '#platform/answering.ts';
import { message } from '#platform/language.ts';
import { localStorage } from '#platform/local-storage.ts';
import { showNotice } from '#platform/notifications.ts';
import { loadSettings } from '#platform/settings.ts';
import { openStore } from '#platform/store.ts';
import { openAs, searchUrl, watchListUrl } from '#platform/tabs.ts';
import type { Details } from '#prices/details/market-details.ts';
import type { Engine } from '#prices/refresh/price-service.ts';
import { createWatch, type Watch } from '#prices/watch-list.ts';
import type { WatchRequests } from '#protocol/watch-list-messages.ts';

interface Owners {
  readonly peek: Engine['peek'];
  readonly details: Pick<Details, 'find'>;
}

/** The watch list in this browser, its notifications, and what a click on one does. */
export function openWatch({ peek, details }: Owners) {
  const alerts = createAlerts({
    show: showNotice,
    details: details.find,
    open: openAs,
    searchPage: searchUrl,
    watchPage: watchListUrl,
    title: () => message('watchNoticeTitle'),
    median: () => message('watchNoticeMedian'),
  });
  const watch = createWatch({
    list: localStorage,
    histories: openStore('watch'),
    peek,
    staleAfterMs: async () => (await loadSettings()).freshness.staleMinutes * 60_000,
    now: () => Date.now(),
    notify: alerts.notify,
  });
  return { watch, alerts };
}

/** What the extension's pages ask of the watch list; another alert is another reason to look at the relay. */
export const watchAnswers = (watch: Watch, nudge: Engine['nudge']): Pick<Handlers, keyof WatchRequests> => ({
  watch: () => watch.list(),
  'watch-star': async ({ name, on }) => {
    const answer = await watch.star(name, on);
    // The history of an item begins with what it costs now.
    void watch.check();
    void nudge();
    return answer;
  },
  'watch-alert': async ({ name, alert }) => {
    const answer = await watch.setAlert(name, alert);
    void nudge();
    return answer;
  },
  'watch-histories': () => watch.histories(),
});
