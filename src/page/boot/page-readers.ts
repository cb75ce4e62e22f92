import { AskOnce, retryPausesMs } from '#core/asks/ask-once.ts';
import type { Row, Site } from '#core/site.ts';
import { loadExport } from '#page/boot/lazy-scripts.ts';
import { adapterSource, type KnownRows } from '#page/cards/card-source.ts';
import { patienceMs } from '#page/cards/empty-page.ts';
import type { OverlayHost } from '#page/cards/overlay-host.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import type { TapClient } from '#page/cards/tap-client.ts';
import type { AdapterAtPage } from '#page/finder/adapter-reading.ts';
import type { FinderDeps } from '#page/finder/deps.ts';
import type { Finder } from '#page/finder/finder.ts';
import { CardOverlays } from '#page/overlays/card-overlays.ts';
import type { PageDeps } from '#page/overlays/deps.ts';
import type { SettingsView } from '#protocol/messages.ts';

/** Who reads a page now: `wait` while an adapter that fails may still read. */
function chooseReader(readability: ReturnType<CardOverlays['readability']>, failingMs: number, isFirstPass: boolean) {
  if (readability === 'fine') return 'adapter';
  // A session starts without a card only after the page has had none for a while.
  const isLate = isFirstPass && readability === 'empty';
  return isLate || failingMs >= patienceMs ? 'names' : 'wait';
}

/** An adapter, and the finder where there is none, where it reads nothing, and where the user chose it. One draws at a time. */
export class PageReaders {
  readonly #site: Site | undefined;
  readonly #tap: TapClient;
  readonly #rows: KnownRows;
  readonly #deps: PageDeps;
  readonly #finderDeps: FinderDeps;
  readonly #finderFile = new AskOnce(() => loadExport('finder'), {
    pausesMs: retryPausesMs,
    onChange: () => {
      if (this.#isNamesDue) this.#startNames();
    },
  });
  #isNamesDue = false;
  #view: SettingsView;
  #adapter: CardOverlays | undefined;
  #names: { readonly overlays: CardOverlays; readonly finder: Finder } | undefined;
  #failingSince: number | undefined;
  #isFirstPass = true;
  #stopped = false;

  constructor(site: Site | undefined, view: SettingsView, tap: TapClient, rows: KnownRows, deps: PageDeps) {
    this.#site = site;
    this.#view = view;
    this.#tap = tap;
    this.#rows = rows;
    this.#deps = deps;
    this.#adapter = this.#createAdapter();
    const { document, fetchQuotes, after } = deps;
    this.#finderDeps = {
      document,
      fetchQuotes,
      after,
      now: () => performance.now(),
      adapter: this.#adapterAtPage,
      unsureNames: site?.unsureNames,
      readingContext: site?.readingContext,
    };
  }

  /** The tap answers the first scan with rows, and `addRows` needs a receiver for them. */
  start(): void {
    this.#tap.keepAnswers(true);
    if (this.#adapter) this.#adapter.start();
    else this.#startNames();
  }

  stop(): void {
    this.#stopped = true;
    this.#finderFile.stop();
    this.#adapter?.stop();
    this.#stopNames();
  }

  show(view: SettingsView): void {
    const isOther = view.reading !== this.#view.reading;
    this.#view = view;
    if (isOther) this.#switchReading();
    this.#adapter?.show(view);
    this.#names?.overlays.show(view);
    if (isOther) this.#names?.finder.readAgain();
  }

  addRows(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    if (this.#adapter) this.#adapter.addRows(rows);
    else this.#rows.add(rows);
    if (this.#adapter) this.#names?.finder.readAgain();
  }

  refreshQuotes(): void {
    this.#adapter?.refreshQuotes();
    this.#names?.overlays.refreshQuotes();
    this.#names?.finder.refresh();
  }

  /** A minute has passed. */
  tick(): void {
    this.#adapter?.tick();
    this.#names?.overlays.tick();
  }

  retire(): void {
    this.#stopped = true;
    this.#finderFile.stop();
    this.#adapter?.retire();
    this.#names?.overlays.retire();
  }

  /** The overlay of the card that contains a node. */
  hostAt(node: Node): OverlayHost | undefined {
    return this.#names?.overlays.hostAt(node) ?? this.#adapter?.hostAt(node);
  }

  get drawing(): { readonly overlays: CardOverlays | undefined; readonly reader: 'adapter' | 'names' } {
    const hasNames = this.#names !== undefined && (!this.#adapter || this.#names.finder.find().size > 0);
    return hasNames
      ? { overlays: this.#names?.overlays, reader: 'names' }
      : { overlays: this.#adapter, reader: this.#adapter ? 'adapter' : 'names' };
  }

  /** `undefined` where items are found by their names alone. */
  #createAdapter(): CardOverlays | undefined {
    if (!this.#site || this.#view.reading === 'names') return undefined;
    const source = adapterSource(this.#site, this.#deps.document, this.#tap.readState);
    const deps = { ...this.#deps, onPass: () => this.#checkAdapter() };
    return new CardOverlays(source, this.#view, deps, this.#rows);
  }

  /** None where the user chose names alone. */
  readonly #adapterAtPage = (): AdapterAtPage | undefined =>
    this.#site && this.#adapter
      ? { types: pageTypesAt(this.#site, this.#deps.document.location.pathname), rows: this.#rows }
      : undefined;

  #switchReading(): void {
    this.#adapter?.stop();
    this.#adapter = this.#createAdapter();
    this.#failingSince = undefined;
    if (this.#adapter) {
      this.#stopNames();
      this.#adapter.start();
    } else this.#startNames();
  }

  /** Starts the finder when the adapter has failed for a while, and ends it when the adapter reads again. */
  #checkAdapter(): void {
    if (this.#stopped || !this.#adapter) return;
    const now = performance.now();
    const failingMs = now - (this.#failingSince ?? now);
    const reader = chooseReader(this.#adapter.readability(), failingMs, this.#isFirstPass);
    this.#isFirstPass = false;
    this.#tap.keepAnswers(reader !== 'adapter');
    if (reader === 'adapter') this.#stopNames();
    else if (reader === 'names') this.#startNames();
    else if (this.#failingSince === undefined) this.#deps.after(() => this.#checkAdapter(), patienceMs + 10);
    this.#failingSince = reader === 'adapter' ? undefined : (this.#failingSince ?? now);
  }

  #startNames(): void {
    if (this.#names || this.#stopped || this.#adapter?.readability() === 'fine') return;
    const PageFinder = this.#finderFile.answer;
    this.#isNamesDue = !PageFinder;
    if (!PageFinder) return void this.#finderFile.ask();
    const finder = new PageFinder(this.#finderDeps, (cards) => overlays.rescan(cards));
    const overlays = new CardOverlays(finder, this.#view, this.#deps);
    this.#names = { overlays, finder };
    // The finder's observer comes first, so that it knows of a change before the overlays read.
    finder.start();
    overlays.start();
    this.#tap.passAnswers((json) => finder.addAnswer(json));
  }

  #stopNames(): void {
    if (!this.#names) return;
    this.#tap.passAnswers(undefined);
    this.#names.finder.stop();
    this.#names.overlays.stop();
    this.#names = undefined;
  }
}
