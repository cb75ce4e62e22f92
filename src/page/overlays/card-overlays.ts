import { ageRules } from '#core/prices/stale-after.ts';
import type { Row } from '#core/site.ts';
import { type CardSource, KnownRows } from '#page/cards/card-source.ts';
import {
  type Card,
  type Cards,
  cardOf,
  inSightFirst,
  pageStateOf,
  type Readability,
  readabilityOf,
  readCard,
  removeClonedHosts,
  scanCards,
} from '#page/cards/cards.ts';
import { type EmptyPage, isConfirmedEmpty, trackEmptyPage } from '#page/cards/empty-page.ts';
import { observedChanges, sortMutations } from '#page/cards/mutations.ts';
import type { OverlayHost } from '#page/cards/overlay-host.ts';
import type { PageDeps } from '#page/overlays/deps.ts';
import { OverlayMounts, placeholderDelayMs, retireCard, unmount } from '#page/overlays/overlay-mounts.ts';
import { findRepeatedPrices } from '#page/overlays/repeated-prices.ts';
import { createQuoteLoader, hasQuotes, keysOfRows, type QuoteLoader, quoteKeys } from '#page/quotes/quote-loader.ts';
import type { ReportInput } from '#page/report/page-report.ts';
import { createTimeSlicer } from '#page/time-slicing.ts';
import type { SettingsView } from '#protocol/messages.ts';

/** Keeps an overlay in every card of one page from `start` to `stop`, which removes all of them. */
export class CardOverlays {
  readonly #source: CardSource;
  readonly #deps: PageDeps;
  readonly #cards: Cards = new Map();
  readonly #rows: KnownRows;
  readonly #unread = new Set<Card>();
  readonly #undrawn = new Set<Card>();
  readonly #mounts: OverlayMounts;
  readonly #repeated = findRepeatedPrices(this.#cards, () => this.#schedule(true));
  readonly #slicer: ReturnType<typeof createTimeSlicer>;
  readonly #emptyPage: EmptyPage = { path: undefined, since: 0 };
  readonly #loader: QuoteLoader;
  readonly #observer: MutationObserver;
  readonly #stop = new AbortController();
  #view: SettingsView;
  /** The path of the last scan (`undefined`: a scan is due), and the address at which the cards were read. */
  #path: string | undefined;
  #address = '';
  /** True until the start, so that rows that come before it schedule nothing. */
  #scheduled = true;
  #page = pageStateOf(new Map(), { mayDrift: false });
  #retired = false;
  /** Whether something was read otherwise since the page was looked at as a whole. */
  #isChanged = true;

  /** `rows` are the rows known before the start; more are added to them. */
  constructor(source: CardSource, view: SettingsView, deps: PageDeps, rows = new KnownRows()) {
    this.#source = source;
    this.#rows = rows;
    this.#view = view;
    this.#deps = deps;
    this.#slicer = createTimeSlicer(source.sliceMs);
    this.#loader = createQuoteLoader(deps.fetchQuotes, deps.now);
    this.#mounts = new OverlayMounts(deps, this.#cards, this.#repeated.has, () => this.#redrawAll());
    this.#observer = new MutationObserver((records) => this.#onMutations(records));
  }

  start(): void {
    this.#observer.observe(this.#deps.document, observedChanges(this.#source));
    this.#mounts.followTheme(() => this.#view, this.#stop.signal);
    this.#scheduled = false;
    this.#address = this.#deps.document.location.href;
    this.#update(true);
  }

  stop(): void {
    this.#stop.abort();
    this.#observer.disconnect();
    this.#repeated.stop();
    for (const card of this.#cards.values()) unmount(card);
    this.#cards.clear();
    this.#reportDrawn();
  }

  /** For an extension that is gone: a sentence stands in place of prices, and goes when its card shows another item. */
  retire(): void {
    this.#retired = true;
    for (const card of this.#cards.values()) retireCard(card);
  }

  /** Loads all quotes again, because prices or the fault may have changed. */
  refreshQuotes(): void {
    void this.#loadQuotes(true);
  }

  /** A minute has passed: prices are older, what is beaten may be so no more, and newer prices may be due. */
  tick(): void {
    if (this.#loader.isDue()) this.refreshQuotes();
    this.#mounts.told = '';
    this.#redrawAll();
  }

  /** Adds rows from the tap, also for cards that are not on the page yet. Cards that need them are read again. */
  addRows(rows: readonly Row[]): void {
    this.#rows.add(rows);
    this.#loader.expect(keysOfRows(rows, this.#view));
    for (const card of this.#cards.values()) this.#unread.add(card);
    this.#isChanged = true;
    this.#schedule();
  }

  /** Finds the cards again, or reads some of them again before the browser paints. */
  rescan(changed?: readonly Element[]): void {
    if (!changed) this.#path = undefined;
    for (const card of this.#cards.values()) if (changed?.includes(card.element)) this.#read(card);
    this.#schedule(!changed);
  }

  readability = (): Readability => readabilityOf(this.#source, this.#cards);

  show(view: SettingsView): void {
    this.#view = view;
    this.#redrawAll();
  }

  reportInput(): ReportInput {
    const { document, now } = this.#deps;
    const path = document.location.pathname;
    const known = { cards: this.#cards, rows: this.#rows, cache: this.#loader.cache(), ...this.#page };
    return { ...known, path, times: ageRules(this.#view, now()), empty: isConfirmedEmpty(this.#emptyPage, path) };
  }
  hostAt = (node: Node): OverlayHost | undefined => cardOf(node, this.#cards)?.host;

  /** Runs before the browser paints, so that no card ever shows another item's prices. */
  #onMutations(records: readonly MutationRecord[]): void {
    const { readingContext } = this.#source;
    const { changed, stripped, isScanDue } = sortMutations(records, this.#cards, this.#mounts.owns, readingContext);
    for (const card of stripped) this.#undrawn.add(card);
    if (isScanDue) this.#path = undefined;
    const { href } = this.#deps.document.location;
    // At a new address the same elements may show another item. State may describe it, and a recycled card's.
    if (href !== this.#address) for (const card of this.#cards.values()) changed.add(card);
    this.#address = href;
    if (changed.size > 0) this.#source.readState?.();
    for (const card of changed) {
      if (card.host) this.#read(card);
      else this.#unread.add(card);
    }
    this.#schedule();
  }

  /** `ownTask`: runs in a new task rather than in the page's own task or before its frame, as the first cards do. */
  #schedule(ownTask = this.#cards.size === 0): void {
    this.#isChanged ||= ownTask;
    if (this.#scheduled || this.#stop.signal.aborted) return;
    this.#scheduled = true;
    const run = ownTask ? this.#deps.inOwnTask : this.#deps.beforeFrame;
    run(() => {
      this.#scheduled = false;
      if (!this.#stop.signal.aborted) this.#update(ownTask);
    });
  }

  #update(ownTask: boolean): void {
    this.#deps.beforePass?.();
    this.#slicer.begin();
    if (this.#path !== this.#deps.document.location.pathname) this.#scan();
    const allRead = this.#slicer.drain(this.#unread, (card) => this.#read(card));
    if (this.#isChanged) {
      this.#isChanged = false;
      this.#checkPage();
      void this.#loadQuotes();
    }
    if (!ownTask) this.#slicer.hurry();
    const allDrawn = this.#slicer.drain(this.#undrawn, (card) => this.#draw(card));
    this.#mounts.place(allDrawn || !ownTask);
    if (!allRead || !allDrawn) this.#schedule(true);
    else this.#reportDrawn();
    if (allRead) this.#deps.onPass?.();
  }

  #scan(): void {
    this.#path = this.#deps.document.location.pathname;
    removeClonedHosts(this.#deps.document);
    const { added, removed } = scanCards(this.#source, this.#cards);
    for (const card of removed) {
      this.#unread.delete(card);
      this.#undrawn.delete(card);
      unmount(card);
    }
    for (const card of added) this.#unread.add(card);
    if (added.length > 0) this.#source.readState?.();
    this.#isChanged = true;
    trackEmptyPage(this.#emptyPage, this.readability() === 'empty' ? this.#path : undefined);
  }

  #read(card: Card): void {
    const outcome = readCard(card, this.#rows);
    if (outcome === 'same') return;
    if (outcome === 'other item') unmount(card);
    this.#undrawn.add(card);
    this.#isChanged = true;
  }

  #checkPage(): void {
    const page = pageStateOf(this.#cards, this.#source, this.#loader.cache(), this.#view.notices, this.#path);
    if (this.#unread.size === 0) for (const card of this.#repeated.update()) this.#undrawn.add(card);
    if (JSON.stringify(page) !== JSON.stringify(this.#page)) this.#redrawAll();
    this.#page = page;
  }

  #redrawAll(): void {
    for (const card of inSightFirst(this.#cards)) this.#undrawn.add(card);
    this.#isChanged = true;
    this.#schedule();
  }

  #reportDrawn(): void {
    this.#deps.onDrawn?.();
    void this.#mounts.tell(this.#address);
  }

  /** Draws in a new task, because the task in which the answer arrives is long already. */
  async #loadQuotes(force = false): Promise<void> {
    const cache = this.#loader.cache();
    const keys = [...this.#cards.values()].flatMap(({ reading }) => (reading ? quoteKeys(reading, this.#view) : []));
    const loading = this.#retired ? undefined : this.#loader.load(keys, force);
    if (!loading) return;
    this.#mounts.prepare(this.#view);
    this.#deps.after(() => this.#loader.isLoading() && this.#showPlaceholders(), placeholderDelayMs);
    const result = await loading;
    if (!result || this.#stop.signal.aborted) return;
    for (const card of cache && !result.unchanged ? inSightFirst(this.#cards) : this.#cards.values())
      if (!hasQuotes(result.unchanged, card.reading, this.#view)) this.#undrawn.add(card);
    this.#schedule(true);
  }

  #showPlaceholders(): void {
    if (!this.#page.drifted && !this.#stop.signal.aborted && !this.#loader.cache())
      this.#mounts.showPlaceholders(this.#view);
  }

  #draw(card: Card): void {
    if (this.#retired) return;
    if (this.#page.drifted || !this.#cards.has(card.element)) unmount(card);
    else this.#mounts.draw(card, this.#loader.cache(), this.#view, this.#page);
  }
}
