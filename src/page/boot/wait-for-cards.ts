import { onMessages } from '#browser/messages.ts';
import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import { endWithin } from '#core/asks/timeout.ts';
import type { Outline } from '#core/site.ts';
import { abandonAsks, loadExport } from '#page/boot/lazy-scripts.ts';
import { createLiveSettings, type LiveSettings } from '#page/boot/live-settings.ts';
import { emptyReport } from '#page/boot/settings-view.ts';
import { type EmptyPage, isConfirmedEmpty, patienceMs, trackEmptyPage } from '#page/cards/empty-page.ts';
import { pageTypesAt, removeLeftovers } from '#page/cards/page-types.ts';
import { pauseTap } from '#page/cards/tap-client.ts';
import { createFrameScheduler } from '#page/frame-scheduler.ts';
import type { PageReport } from '#protocol/messages.ts';

/** A worker that ends before it answers may leave the request unsettled: after so long it is asked again, ms. */
const unansweredMs = 5000;

/**
 * Waits for the first card of a marketplace's page. Only then it loads the scripts that price cards, because most pages
 * have no cards. On a page of a kind that has cards, it asks the worker for the settings at once, so that the worker
 * starts while the page is parsed. On any other page it does not wake the worker.
 */
export const waitForCards = (site: Outline): Promise<void> => new CardWait(site).start();

class CardWait {
  readonly #site: Outline;
  readonly #done = new AbortController();
  readonly #emptyPage: EmptyPage = { path: undefined, since: 0 };
  readonly #settings: LiveSettings;
  readonly #answer: AskOnce<void>;
  readonly #scripts: AskOnce<Awaited<ReturnType<typeof loadScripts>>>;
  #cardFound = false;

  constructor(site: Outline) {
    this.#site = site;
    // The session goes on with them.
    this.#settings = createLiveSettings(site.id);
    const options = { pausesMs: retryPausesMs };
    this.#answer = new AskOnce(() => endWithin(this.#settings.ask(), unansweredMs), options);
    this.#scripts = new AskOnce(() => loadScripts(site), { ...options, onChange: () => this.#proceed() });
    this.#done.signal.addEventListener('abort', () => {
      for (const one of this.#asks) one.stop();
    });
  }

  get #kinds(): Outline['pages'] {
    return pageTypesAt(this.#site, document.location.pathname);
  }

  get #asks(): readonly AskOnce<unknown>[] {
    return [this.#answer, this.#scripts];
  }

  async start(): Promise<void> {
    removeLeftovers(document);
    const { signal } = this.#done;
    onMessages({ report: () => this.#report() }, signal);
    this.#settings.onChange(() => this.#proceed(), signal);
    this.#listenForReturn(signal);
    whenParsed(signal, () => this.#awaitCard(signal));
    if (this.#kinds.length > 0) await this.#answer.ask();
  }

  /**
   * Pages in the back-forward cache miss messages. Asks again on `pageshow`, but only after a `pagehide`, because every
   * load fires `pageshow`. After a loss, asks again on any return to the page.
   */
  #listenForReturn(signal: AbortSignal): void {
    let hidden = false;
    const onHide = () => {
      hidden = true;
    };
    const onShow = () => {
      if (hidden) abandonAsks();
      // A page that has never asked must not wake the worker.
      for (const one of this.#asks) if (hidden ? !one.isIdle : one.isLost) void one.again();
      hidden = false;
    };
    const onVisibility = () => document.visibilityState === 'visible' && onShow();
    window.addEventListener('pagehide', onHide, { signal });
    window.addEventListener('pageshow', onShow, { signal });
    document.addEventListener('visibilitychange', onVisibility, { signal });
  }

  #proceed(): void {
    const { current } = this.#settings;
    if (this.#done.signal.aborted || !current) return;
    if (!this.#settings.isOn) {
      if (this.#site.tapped) pauseTap(document);
      return;
    }
    const isNamesOnly = current.reading === 'names' && this.#kinds.length > 0;
    if (!this.#cardFound && !isNamesOnly) return;
    const scripts = this.#scripts.answer;
    if (!scripts) return void this.#scripts.ask();
    this.#done.abort();
    scripts.startSession(scripts.adapter, this.#settings);
  }

  /** Looks for a card after each change of the page, until there is one. */
  #awaitCard(signal: AbortSignal): void {
    const { attributes = [] } = this.#site;
    const beforeFrame = createFrameScheduler(window);
    let scheduled = false;
    let loading = document.readyState !== 'complete';
    const check = () => {
      scheduled = false;
      if (signal.aborted || !this.#hasCard()) return;
      observer.disconnect();
      // The task that parsed the page may also lay it out, so the work moves to the next task.
      if (loading) setTimeout(() => this.#start());
      else this.#start();
    };
    const observer = new MutationObserver(() => {
      if (scheduled) return;
      scheduled = true;
      beforeFrame(check);
    });
    const filter = attributes.length > 0 && { attributeFilter: [...attributes] };
    observer.observe(document, { childList: true, subtree: true, ...filter });
    signal.addEventListener('abort', () => observer.disconnect());
    check();
    loading = false;
  }

  #hasCard(): boolean {
    const kinds = this.#kinds;
    if (kinds.length > 0) void this.#answer.ask();
    const has = kinds.some(({ card }) => document.querySelector(card));
    const emptyPath = kinds.length > 0 && !has ? document.location.pathname : undefined;
    if (emptyPath !== undefined && emptyPath !== this.#emptyPage.path)
      setTimeout(() => this.#startIfEmpty(emptyPath), patienceMs);
    trackEmptyPage(this.#emptyPage, emptyPath);
    return has;
  }

  /** A page of a kind that has cards, and has none: the adapter's selectors may be out of date. */
  #startIfEmpty(path: string): void {
    if (!this.#done.signal.aborted && this.#emptyPage.path === path && this.#settings.isOn) this.#start();
  }

  #start(): void {
    this.#cardFound = true;
    // The scripts are loaded while the worker answers.
    void this.#scripts.ask();
    this.#proceed();
  }

  async #report(): Promise<PageReport> {
    await this.#answer.ask();
    const empty = isConfirmedEmpty(this.#emptyPage, document.location.pathname);
    const kinds = this.#kinds.map(({ path }) => path.source);
    return emptyReport(this.#site.id, this.#settings.isOn, 'adapter', { kinds, empty });
  }
}

async function loadScripts({ id }: Outline) {
  const [startSession, adapter] = await Promise.all([loadExport('overlays'), loadExport('site', `${id}-adapter`)]);
  return { startSession, adapter };
}

/** Calls back once the document is parsed: until then the page's own scripts may not have hydrated it. */
function whenParsed(signal: AbortSignal, work: () => void): void {
  if (document.readyState !== 'loading') work();
  else document.addEventListener('DOMContentLoaded', work, { once: true, signal });
}
