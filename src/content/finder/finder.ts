import { AnswerNames } from '#content/finder/answer-names.ts';
import { CardReader } from '#content/finder/card-reader.ts';
import { searchCards } from '#content/finder/card-search.ts';
import type { FinderEnvironment, FinderListener } from '#content/finder/environment.ts';
import { NameLookup } from '#content/finder/name-lookup.ts';
import { PageChanges } from '#content/finder/page-changes.ts';
import { PageSigns } from '#content/finder/page-signs.ts';
import { createVisibility } from '#content/finder/visibility.ts';
import type { FoundItem } from '#content/finder/words.ts';
import type { Page, Reading } from '#core/site.ts';
import { maxAnswerLength } from '#protocol/page-events.ts';

/** Longest piece of work without a pause, ms. The last step of a piece may take as long again. */
const sliceMs = 6;

/** Least number of items; fewer are mentions, and the page stays as it is. */
const minItems = 3;

/** Answers that wait to be read; the oldest are dropped. */
const maxAnswers = 40;

/** Delays after which hidden elements are measured again, ms: a page may show them without changing them. */
const remeasureMs = [1000, 4000];

/** Creates the finder of a page in the browser. */
export const createFinder = (environment: Omit<FinderEnvironment, 'visibility'>, listener: FinderListener): Finder =>
  new Finder({ ...environment, visibility: createVisibility(window) }, listener);

/** Finds the cards of items on a page that no adapter knows, by the names of the items. */
export class Finder {
  readonly #environment: FinderEnvironment;
  readonly #listener: FinderListener;
  readonly #lookup: NameLookup;
  readonly #answers: AnswerNames;
  readonly #signs: PageSigns;
  readonly #observer: MutationObserver;
  readonly #waitingAnswers: string[] = [];
  readonly #changes: PageChanges;
  readonly #reader: CardReader;
  /** The elements that may be cards, and what they showed when they were last read. */
  #candidates = new Map<Element, FoundItem | undefined>();
  #cards: ReadonlyMap<Element, Page> = new Map();
  #readDue = true;
  #searchDue = true;
  /** Objects of answers wait for names that the table now knows. */
  #decideDue = false;
  #running = false;
  #stopped = false;
  #remeasures = 0;

  constructor(environment: FinderEnvironment, listener: FinderListener) {
    this.#environment = environment;
    this.#listener = listener;
    this.#lookup = new NameLookup(environment, () => this.#onAnswered());
    this.#answers = new AnswerNames(this.#lookup);
    this.#changes = new PageChanges(environment.document);
    const namesOf = (id: string) => this.#answers.namesOf(id);
    this.#signs = new PageSigns(namesOf);
    this.#reader = new CardReader(environment.visibility, this.#lookup, namesOf);
    this.#observer = new MutationObserver((records) => this.#onMutations(records));
  }

  start(): void {
    const { document } = this.#environment;
    this.#observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    this.#changes.addPage();
    this.#run();
    this.#remeasureLater();
  }

  stop(): void {
    this.#stopped = true;
    this.#observer.disconnect();
    this.#lookup.stop();
    this.#changes.clear();
    this.#waitingAnswers.length = 0;
    this.#candidates.clear();
    this.#cards = new Map();
  }

  /** Reads the names in an answer of the page, as JSON. */
  addAnswer(json: string): void {
    if (this.#stopped || json.length > maxAnswerLength) return;
    this.#waitingAnswers.push(json);
    if (this.#waitingAnswers.length > maxAnswers) this.#waitingAnswers.shift();
    this.#run();
  }

  /** The table may have changed. */
  refresh(): void {
    this.#lookup.forgetUnknown();
    this.#readDue = true;
    this.#run();
  }

  /** The cards of items; none while the page has under three. */
  get cards(): ReadonlyMap<Element, Page> {
    return this.#cards;
  }

  /** Reads a card as it is now. `undefined` also while the table or the layout has to be asked: then `onCards` follows. */
  readonly #read = (card: Element): Reading | undefined => {
    const records = this.#observer.takeRecords();
    if (records.length > 0) this.#note(records);
    const found = this.#candidates.has(card) ? this.#readNow(card, false) : undefined;
    if (!found) this.#run();
    return found && toReading(found);
  };

  #readNow(card: Element, mayMeasure: boolean): FoundItem | undefined {
    const found = this.#reader.read(card, mayMeasure);
    this.#readDue ||= found === 'unmeasured' || this.#reader.takeNews();
    return typeof found === 'object' ? found : undefined;
  }

  #onMutations(records: readonly MutationRecord[]): void {
    const changed = this.#note(records);
    if (changed.length > 0) this.#listener.onChanged(changed);
  }

  /** Notes what has to be read again, and returns the cards that changed. */
  #note(records: readonly MutationRecord[]): readonly Element[] {
    const { changed, isRestyled } = this.#changes.note(records, (element) => this.#cardOf(element));
    if (isRestyled) this.#environment.visibility.forgetAll();
    this.#readDue ||= isRestyled;
    if (changed.length > 0 || this.#changes.isDue) this.#run();
    return changed;
  }

  #cardOf(element: Element): Element | undefined {
    for (let at: Element | null = element; at; at = at.parentElement) if (this.#candidates.has(at)) return at;
    return undefined;
  }

  #onAnswered(): void {
    this.#decideDue = true;
    this.#readDue = true;
    this.#run();
  }

  /** Works in tasks of a few milliseconds until nothing is left. */
  #run(): void {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    const work = this.#work();
    const step = () => {
      const start = this.#environment.now();
      while (!this.#stopped && this.#environment.now() - start < sliceMs)
        if (work.next().done) {
          this.#running = false;
          return;
        }
      if (!this.#stopped) this.#environment.inOwnTask(step);
    };
    this.#environment.inOwnTask(step);
  }

  *#work(): Generator<undefined> {
    while (this.#isWorkDue()) {
      yield* this.#readAnswers();
      yield* this.#scan();
      if (this.#searchDue) yield* this.#search();
      if (this.#readDue) yield* this.#readCandidates();
      this.#lookup.ask();
    }
  }

  #isWorkDue = (): boolean =>
    this.#readDue || this.#searchDue || this.#decideDue || this.#changes.isDue || this.#waitingAnswers.length > 0;

  *#readAnswers(): Generator<undefined> {
    const before = this.#answers.size;
    for (let json = this.#waitingAnswers.shift(); json !== undefined; json = this.#waitingAnswers.shift())
      yield* this.#answers.read(json);
    if (this.#decideDue) {
      this.#decideDue = false;
      yield* this.#answers.decide();
    }
    // Elements may carry ids that lead to names since now.
    if (this.#answers.size === before) return;
    this.#changes.addPage();
    this.#readDue = true;
  }

  *#scan(): Generator<undefined> {
    for (let root = this.#changes.take(); root; root = this.#changes.take()) {
      yield* this.#signs.scan(root, this.#answers.size > 0);
      this.#searchDue = true;
    }
  }

  *#search(): Generator<undefined> {
    this.#searchDue = false;
    this.#signs.prune();
    const found = yield* searchCards(this.#signs.elements);
    this.#candidates = new Map([...found].map((card) => [card, this.#candidates.get(card)]));
    this.#readDue = true;
  }

  *#readCandidates(): Generator<undefined> {
    this.#readDue = false;
    for (const card of this.#candidates.keys()) {
      this.#candidates.set(card, this.#readNow(card, true));
      yield undefined;
    }
    const readable = [...this.#candidates].flatMap(([card, found]) => (found && card.isConnected ? [card] : []));
    const cards = readable.length < minItems ? [] : readable;
    const isSame = cards.length === this.#cards.size && cards.every((card) => this.#cards.has(card));
    if (isSame) return;
    this.#cards = new Map(cards.map((card) => [card, this.#cards.get(card) ?? this.#pageOf(card)]));
    this.#listener.onCards();
  }

  #pageOf = (card: Element): Page => ({
    path: /^/,
    card: '',
    mount: { append: card.localName === 'tr' ? ':scope > :last-child' : ':scope' },
    read: this.#read,
  });

  #remeasureLater(): void {
    const delay = remeasureMs[this.#remeasures++];
    if (delay !== undefined) this.#environment.after(() => this.#remeasure(), delay);
  }

  #remeasure(): void {
    if (this.#stopped) return;
    this.#environment.visibility.forgetAll();
    this.#readDue = true;
    this.#run();
    this.#remeasureLater();
  }
}

const toReading = ({ item, phase, assembled }: FoundItem): Reading => ({
  item,
  phase,
  byName: true,
  ...(assembled && { assembled: true }),
});
