import type { Reading } from '#core/site.ts';
import type { CardKind, CardSource } from '#page/cards/card-source.ts';
import { isConfirmed, withListing } from '#page/finder/adapter-reading.ts';
import { AnswerNames } from '#page/finder/answer-names.ts';
import { type CardReader, createCardReader } from '#page/finder/card-reader.ts';
import { closestIn, searchCards } from '#page/finder/card-search.ts';
import type { FinderDeps, OnFound } from '#page/finder/deps.ts';
import { NameLookup } from '#page/finder/name-lookup.ts';
import { createPageChanges, type PageChanges } from '#page/finder/page-changes.ts';
import { searchPanels, shownOf } from '#page/finder/page-item.ts';
import { PageJson } from '#page/finder/page-json.ts';
import { createPageSigns, type PageSigns, scanSigns } from '#page/finder/page-signs.ts';
import type { FoundReading } from '#page/finder/read-words.ts';
import { createSlicedWork } from '#page/finder/sliced-work.ts';
import { createVisibility, type Visibility } from '#page/finder/visibility.ts';

/** Delays after which hidden elements are measured again, ms: a page may show them without changing them. */
const remeasureMs = [1000, 5000];

/** Pause in which further rows of the adapter are awaited, ms. */
const pauseMs = 500;

/** Finds the cards of items on a page that no adapter knows, by the names of the items. */
export class Finder implements CardSource {
  /** A page of names that is read again has none that are readable for a moment. */
  readonly mayDrift = false;
  /** With the last items of a slice its task stays under 16 ms. */
  readonly sliceMs = 8;
  readonly readingContext: string | undefined;
  readonly #deps: FinderDeps;
  readonly #visibility: Visibility;
  readonly #onFound: OnFound;
  readonly #lookup: NameLookup;
  readonly #answers: AnswerNames;
  readonly #signs: PageSigns;
  readonly #observer: MutationObserver;
  readonly #pageJson = new PageJson();
  readonly #changes: PageChanges;
  readonly #reader: CardReader;
  /** The elements that may be cards, and what they showed when they were last read. */
  #candidates = new Map<Element, FoundReading | 'pending' | 'unmeasured' | undefined>();
  /** Those that the page's address has to name as well. */
  #panels: ReadonlySet<Element> = new Set();
  readonly #unread = new Set<Element>();
  readonly #pending = new Set<Element>();
  #cards: ReadonlyMap<Element, CardKind> = new Map();
  #searchDue = true;
  readonly #work: ReturnType<typeof createSlicedWork>;
  #isPausing = false;
  #isToldAnew = false;
  #stopped = false;

  constructor(deps: FinderDeps, onFound: OnFound) {
    const { document, unsureNames } = deps;
    const visibility = createVisibility(document.defaultView ?? window);
    this.#deps = deps;
    this.readingContext = deps.readingContext;
    this.#visibility = visibility;
    this.#work = createSlicedWork(deps, () => this.#doWork());
    this.#onFound = onFound;
    this.#lookup = new NameLookup(deps, () => this.#onAnswered());
    this.#answers = new AnswerNames(this.#lookup);
    this.#changes = createPageChanges(document);
    this.#signs = createPageSigns(this.#answers.namesOf);
    this.#reader = createCardReader(visibility, this.#lookup, this.#answers, unsureNames);
    this.#observer = new MutationObserver((records) => this.#onMutations(records));
  }

  start(): void {
    const { document } = this.#deps;
    this.#observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    this.#changes.addPage();
    this.#work.run();
    for (const delay of remeasureMs) this.#deps.after(() => this.#stopped || this.#measureAgain(), delay);
  }

  stop(): void {
    this.#stopped = true;
    this.#work.stop();
    this.#observer.disconnect();
    this.#lookup.stop();
    this.#cards = new Map();
  }

  addAnswer(json: string): void {
    if (this.#stopped) return;
    this.#answers.add(json);
    this.#work.run();
  }

  /** The adapter's readers may know more. */
  readonly readAgain = (): void => {
    if (this.#isPausing) return;
    this.#isPausing = true;
    this.#deps.after(() => {
      this.#isPausing = false;
      this.#isToldAnew = true;
      this.#work.run();
    }, pauseMs);
  };

  /** The table may have changed, or the page may have come out of the background, where it had no layout. */
  refresh(): void {
    this.#measureAgain();
    void this.#lookup.refresh().then((isNewer) => isNewer && this.#measureAgain());
  }

  /** The cards of items; none but that of the page's own item while the page has under three. */
  readonly find = (): ReadonlyMap<Element, CardKind> => this.#cards;
  readonly expectsCards = (): boolean => false;

  /** Reads a card as it is now. `undefined` also while the table or the layout has to be asked: then they are told. */
  readonly #read = (card: Element): Reading | undefined => {
    const records = this.#observer.takeRecords();
    if (records.length > 0) this.#note(records);
    if (!this.#candidates.has(card)) return undefined;
    const found = this.#readWords(card, false);
    if (typeof found === 'object') return withListing(card, found, this.#deps.adapter?.());
    // What is read later differs from this, and is told.
    this.#candidates.set(card, found);
    this.#unread.add(card);
    this.#work.run();
    return undefined;
  };

  #readWords(card: Element, mayMeasure: boolean) {
    const address = this.#panels.has(card) ? this.#deps.document.location.href : undefined;
    return this.#reader.read(card, mayMeasure, address);
  }

  #onMutations(records: readonly MutationRecord[]): void {
    const changed = this.#note(records);
    if (changed.length > 0) this.#onFound(changed);
  }

  /** Notes what has to be read again, and returns the cards whose words changed. */
  #note(records: readonly MutationRecord[]): readonly Element[] {
    const { changed, restyled } = this.#changes.note(records, (element) => closestIn(this.#candidates, element));
    for (const card of restyled) this.#visibility.forget(card);
    for (const card of changed.union(restyled)) this.#unread.add(card);
    if (this.#unread.size > 0 || this.#changes.isDue()) this.#work.run();
    return [...changed];
  }

  #onAnswered(): void {
    this.#answers.onAnswered();
    for (const card of this.#pending) this.#unread.add(card);
    this.#pending.clear();
    this.#work.run();
  }

  *#doWork(): Generator<undefined> {
    while (this.#isWorkDue()) {
      // Elements may carry ids that lead to names since now.
      if (yield* this.#answers.readAll()) {
        this.#changes.addPage();
        this.#readAll();
      }
      yield* this.#scan();
      if (this.#searchDue) yield* this.#search();
      if (this.#unread.size > 0) yield* this.#readCandidates();
      this.#lookup.ask();
    }
    if (this.#isToldAnew) yield* this.#tellAll();
  }

  #isWorkDue = (): boolean => this.#unread.size > 0 || this.#searchDue || this.#changes.isDue() || this.#answers.isDue;

  *#tellAll(): Generator<undefined> {
    this.#isToldAnew = false;
    this.#tellCards();
    for (const card of this.#cards.keys()) {
      this.#onFound([card]);
      yield undefined;
    }
  }

  *#scan(): Generator<undefined> {
    for (let root = this.#changes.take(); root; root = this.#changes.take()) {
      // Elements may share ids with what the server wrote into the page.
      for (const json of this.#pageJson.take(root)) this.addAnswer(json);
      yield* scanSigns(this.#signs, root, this.#answers.size > 0);
      this.#searchDue = true;
    }
  }

  *#search(): Generator<undefined> {
    this.#searchDue = false;
    this.#signs.prune();
    const cards = yield* searchCards(this.#signs.elements);
    this.#panels = yield* searchPanels(this.#signs.elements.keys(), cards);
    const found = [...cards, ...this.#panels];
    for (const card of found) if (!this.#candidates.has(card)) this.#unread.add(card);
    this.#candidates = new Map(found.map((card) => [card, this.#candidates.get(card)]));
    this.#tellCards();
  }

  *#readCandidates(): Generator<undefined> {
    const changed: Element[] = [];
    for (const card of this.#unread) {
      if (this.#candidates.has(card)) this.#reader.note(card);
      yield undefined;
    }
    for (const card of this.#unread) {
      this.#unread.delete(card);
      if (!this.#candidates.has(card)) continue;
      const before = this.#candidates.get(card);
      const read = this.#readWords(card, true);
      if (read === 'pending') this.#pending.add(card);
      // A new table has to be asked for every name again; meanwhile cards with the same words keep their prices.
      const state = read === 'pending' && typeof before === 'object' ? before : read;
      this.#candidates.set(card, state);
      if (this.#cards.has(card) && JSON.stringify(state) !== JSON.stringify(before)) changed.push(card);
      if (this.#reader.takeNews()) this.#readAll();
      yield undefined;
    }
    this.#tellCards();
    if (changed.length > 0) this.#onFound(changed);
  }

  #readAll(): void {
    for (const card of this.#candidates.keys()) this.#unread.add(card);
  }

  #tellCards(): void {
    const isSure = (card: Element, found: FoundReading) =>
      found.joined || isConfirmed(card, found, this.#deps.adapter?.());
    const cards = shownOf(this.#candidates, this.#panels, isSure);
    if (cards.length === this.#cards.size && cards.every((card) => this.#cards.has(card))) return;
    this.#cards = new Map(cards.map((card) => [card, this.#cards.get(card) ?? this.#kindOf(card)]));
    this.#onFound();
  }

  #kindOf = (card: Element): CardKind => ({
    ...(card.localName === 'tr' && { mount: { append: ':scope > :last-child' } }),
    read: this.#read,
  });

  #measureAgain(): void {
    this.#visibility.forgetAll();
    this.#readAll();
    this.#work.run();
  }
}
