import { hotStore } from '#background/ahead.ts';
import { holdRest, loadRest } from '#background/load-main.ts';
import type { Rest } from '#background/main.ts';
import { toView } from '#background/view.ts';
import { lazy } from '#core/lazy.ts';
import { plainSettings } from '#core/plain-settings.ts';
import { onAlarm } from '#platform/alarms.ts';
import { onInstall, openWelcome } from '#platform/install.ts';
import { message } from '#platform/language.ts';
import { onMenuSwitch } from '#platform/menus.ts';
import { onNoticeClick } from '#platform/notifications.ts';
import { serveOmnibox } from '#platform/omnibox.ts';
import { onAccess } from '#platform/permissions.ts';
import { serve } from '#platform/serving.ts';
import { onShortcut } from '#platform/shortcuts.ts';
import { onBrowserStart } from '#platform/startup.ts';
import { restrictStorageAccess, settingsBy } from '#platform/stored-settings.ts';
import { openRates } from '#prices/rates/stored-rates.ts';
import { answerFrom, loadHeld } from '#prices/table/loaded-table.ts';
import type { PageQuotes } from '#protocol/messages.ts';
import { isQuotesRequest, isViewRequest } from '#protocol/senders.ts';

/** The manifest's name for "show or hide all overlays" (wxt.config.ts). */
const hideShortcut = 'toggle-overlays';

/** How long after its start the worker does what nobody waits for, ms: pages come first. */
const choresMs = 1000;

/** How long after an answer from what is held the worker asks whether that is still fresh, ms: the page draws first. */
const freshMs = 100;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Starts the worker: every listener is registered at once, so that whatever woke it is heard, and what a page that opens
 * asks is answered from the disk. All else is the rest, which is loaded when it is first wanted.
 */
export function startBackground(): void {
  holdRest();
  void restrictStorageAccess();
  const held = lazy(() => loadHeld(hotStore));
  const rates = openRates(hotStore);
  const settings = settingsBy(async (stored) => plainSettings(stored) ?? (await rest()).parseSettings(stored));
  let resting: Promise<Rest> | undefined;
  const rest = (): Promise<Rest> => {
    resting ??= loadRest().then((start) => start({ store: hotStore, held, rates, quotes }));
    // What cannot be had now may be had when it is next wanted.
    resting.catch(() => {
      resting = undefined;
    });
    return resting;
  };

  // Opened as soon as it was read, whoever asks for it.
  void held();

  let looking = false;
  const looked = async () => {
    if (looking) return;
    looking = true;
    await pause(freshMs);
    looking = false;
    (await rest()).looked();
  };
  const quotes = async (names: readonly string[]): Promise<PageQuotes> => {
    const [state, known] = await Promise.all([held(), rates.held()]);
    void looked();
    return { ...answerFrom(state, names), rates: known?.dated ?? null };
  };

  serve(
    {
      quotes: (request) => (isQuotesRequest(request) ? quotes(request.names) : undefined),
      view: (request) =>
        isViewRequest(request) ? settings.load().then((all) => toView(all, request.site)) : undefined,
    },
    async () => (await rest()).answer,
  );
  settings.on((now, before) => void rest().then(({ settingsChanged }) => settingsChanged(now, before)));
  listen(rest);
  void pause(choresMs).then(async () => (await rest()).doChores());
}

/** Hears all that is for the rest. */
function listen(rest: () => Promise<Rest>): void {
  onInstall(() => void openWelcome());
  onAlarm({
    'next-look': () => void rest().then(({ nudge }) => nudge()),
    'next-market': () => void rest().then(({ resume }) => resume()),
  });
  onBrowserStart(() => void rest().then(({ nudge }) => nudge()));
  onShortcut(hideShortcut, () => void rest().then(({ toggle }) => toggle()));
  onMenuSwitch((id, on) => void rest().then(({ clickMenu }) => clickMenu(id, on)));
  const listenToNotices = onNoticeClick((id) => void rest().then(({ clickNotice }) => clickNotice(id)));
  onAccess(() => {
    listenToNotices();
    void rest().then(({ accessChanged }) => accessChanged());
  });
  serveOmnibox({
    hint: () => message('searchAddressBar'),
    suggest: async (typed) => (await rest()).suggest(typed),
    enter: (text, how) => void rest().then(({ enter }) => enter(text, how)),
  });
}
