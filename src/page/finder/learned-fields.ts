import { believed } from '#core/prices/listing-dispute.ts';
import { referenceOf } from '#core/prices/quote.ts';
import type { Row, Rows, Site } from '#core/site.ts';
import { isOpen, readLearned } from '#page/cards/card-source.ts';
import type { Card } from '#page/cards/cards.ts';
import { KnownRows } from '#page/cards/known-rows.ts';
import { type Amount, amountsOf, noCurrency, otherAmount } from '#page/finder/amounts.ts';
import { type FinderDeps, minCards } from '#page/finder/deps.ts';
import { NameLookup } from '#page/finder/name-lookup.ts';
import {
  enoughToForget,
  findPricePlace,
  maxCards,
  minShare,
  type PricedCard,
  type PricePlace,
} from '#page/finder/price-place.ts';
import { SlicedWork } from '#page/finder/sliced-work.ts';
import { parseAnswerEvent, parseRows } from '#protocol/page-events.ts';

/** The field that an adapter reads, and the one that has its values now. */
interface Renaming {
  readonly to: string;
  readonly from: string;
}

interface Found {
  readonly names: Renaming;
  readonly told: KnownRows;
  readonly place: PricePlace;
}

/** Pairs of fields that are tried for one page. */
const maxPairs = 400;

type Feeds = NonNullable<Site['feeds']>;
type Answer = NonNullable<ReturnType<typeof parseAnswerEvent>>;

/** The prices of answers whose field of the price has another name than the adapter reads, while none contradicts them. */
export class LearnedFields {
  readonly #feeds: Feeds;
  readonly #rows: KnownRows;
  readonly #onLearned: () => void;
  readonly #lookup: NameLookup;
  readonly #work: SlicedWork;
  #cards: readonly Card[] = [];
  #texts: readonly string[] = [];
  #found: Found | undefined;
  /** What was looked at last. */
  #looked = '';
  #lacksQuotes = false;
  #isOver = false;

  /** `onLearned`: cards have to be read again, because `rows.learned` is another. */
  constructor(
    feeds: Feeds,
    rows: KnownRows,
    environment: Pick<FinderDeps, 'now' | 'fetchQuotes' | 'after' | 'inOwnTask'>,
    onLearned: () => void,
  ) {
    this.#feeds = feeds;
    this.#rows = rows;
    this.#onLearned = onLearned;
    this.#lookup = new NameLookup(environment, () => this.#work.run());
    this.#work = new SlicedWork(environment, () => this.#learn());
  }

  stop(): void {
    this.#isOver = true;
    this.#work.stop();
    this.#lookup.stop();
    this.#rows.learned = undefined;
  }

  /** Looks at the cards and at the latest answers, each with its address, unless they are as before. */
  check(cards: readonly Card[], texts: readonly string[]): void {
    const looked = JSON.stringify([cards.map(({ reading }) => reading), texts.map(({ length }) => length)]);
    if (this.#isOver || looked === this.#looked) return;
    this.#looked = looked;
    const fresh = texts.filter((text) => !this.#texts.includes(text));
    this.#cards = cards;
    this.#texts = [...texts];
    if (this.#found && fresh.length > 0) {
      this.#found.told.add(rowsWith(this.#feeds, answersOf(fresh), this.#found.names));
      this.#onLearned();
    }
    this.#work.run();
  }

  *#learn(): Generator<undefined> {
    this.#lacksQuotes = false;
    const found = this.#found ? undefined : yield* this.#find();
    const isContradicted = this.#found !== undefined && this.#isContradicted(this.#found.place);
    this.#lookup.ask();
    if (this.#isOver || this.#lacksQuotes) return;
    if (isContradicted) this.stop();
    else if (found) this.#rows.learned = rowsOver(found.told, this.#rows);
    else return;
    this.#found = found;
    this.#onLearned();
  }

  /** The only field that gives the cards prices that follow the table's, as a learned price must. */
  *#find() {
    const cards: ReturnType<typeof withAmounts>[] = [];
    for (const card of this.#cards.filter(isOpen).slice(0, maxCards)) {
      cards.push(withAmounts(card));
      yield undefined;
    }
    const answers = answersOf(this.#texts);
    const found = new Map<string, Found>();
    for (const names of pairsIn(this.#feeds, answers)) {
      yield undefined;
      const told = new KnownRows();
      told.add(rowsWith(this.#feeds, answers, names));
      const priced = this.#priced(cards, rowsOver(told, this.#rows));
      const place = findPricePlace(priced, this.#lookup.rates);
      if (place) found.set(JSON.stringify(priced), { names, told, place });
    }
    const [one, ...others] = found.values();
    return others.length === 0 ? one : undefined;
  }

  #isContradicted(place: PricePlace): boolean {
    const learned = this.#cards
      .filter(({ reading }) => reading?.learned)
      .slice(-maxCards)
      .map(withAmounts);
    const priced = this.#priced(learned, this.#rows);
    return priced.length >= enoughToForget && !findPricePlace(priced, this.#lookup.rates, place);
  }

  /** The cards of which the table has prices, each with its listing unless an amount of money in the card contradicts that. */
  #priced(cards: readonly ReturnType<typeof withAmounts>[], rows: Rows): readonly PricedCard[] {
    const { rates, quoteOf } = this.#lookup;
    return cards.flatMap(({ card: { kind, element, reading }, shown }) => {
      const read = readLearned(kind, element, reading, rows);
      if (!read || read.kind === 'bid') return [];
      const { item } = read;
      this.#lacksQuotes ||= this.#lookup.has(item) === undefined;
      const reference = referenceOf(quoteOf(item));
      if (reference === undefined) return [];
      const { listing } = believed({ ...read, printed: read.printed ?? shown }, false, rates);
      return [{ item, reference, amounts: listing ? [{ ...listing, ...atOnePlace }] : [] }];
    });
  }
}

const answersOf = (texts: readonly string[]): readonly Answer[] =>
  texts.flatMap((text) => parseAnswerEvent(text) ?? []);

const withAmounts = (card: Card): { readonly card: Card; readonly shown: readonly Amount[] } => ({
  card,
  shown: (amountsOf(card.element, () => true) ?? []).filter(({ currency }) => currency !== noCurrency),
});

const atOnePlace = { place: '', isBareDollar: false, isDoubtful: false };

/** Learned rows, and the known ones for what they lack. */
const rowsOver = (told: Rows, known: Rows): Rows => ({ get: (key) => told.get(key) ?? known.get(key) });

const onObjects = (value: unknown, get: (object: object, key: string | symbol) => unknown): unknown =>
  typeof value === 'object' && value !== null ? new Proxy(value, { get }) : value;

/** A value whose objects have the field under the name that the adapter reads. */
const renamed = (value: unknown, names: Renaming): unknown =>
  onObjects(value, (object, key) => {
    const own = key === names.to && !Object.hasOwn(object, key) ? names.from : key;
    return renamed(Reflect.get(object, own), names);
  });

/** A value that notes the objects in which a field is looked for in vain. */
const traced = (value: unknown, missing: Map<string, Set<object>>): unknown =>
  onObjects(value, (object, key) => {
    if (typeof key === 'string' && !Array.isArray(object) && !(key in object))
      missing.set(key, (missing.get(key) ?? new Set()).add(object));
    return traced(Reflect.get(object, key), missing);
  });

/** The rows that an answer has for its feeds, which see it through `view`; none where it cannot be read. */
function rowsOf(feeds: Feeds, { url, body }: Answer, view: (body: unknown) => unknown): readonly Row[] {
  try {
    return feeds.filter((feed) => feed.url.test(url)).flatMap(({ read }) => parseRows(read(view(body))));
  } catch {
    return [];
  }
}

const rowsWith = (feeds: Feeds, answers: readonly Answer[], names: Renaming): readonly Row[] =>
  answers.flatMap((answer) => rowsOf(feeds, answer, (body) => renamed(body, names)));

/** The pairs of a field that some objects lack and one that most of them have, which may be the price. */
function pairsIn(feeds: Feeds, answers: readonly Answer[]): readonly Renaming[] {
  const missing = new Map<string, Set<object>>();
  for (const answer of answers) rowsOf(feeds, answer, (body) => traced(body, missing));
  const pairs = [...missing].flatMap(([to, objects]) => {
    const fields = [...objects].flatMap((object) => Object.entries(object)).filter(([, value]) => mayHoldAmount(value));
    const least = Math.max(minCards, objects.size * minShare);
    const held = [...Map.groupBy(fields, ([key]) => key)].filter(([, of]) => of.length >= least);
    return held.flatMap(([from]) => (otherAmount.test(wordsOf(from)) ? [] : [{ to, from }]));
  });
  return pairs.slice(0, maxPairs);
}

const wordsOf = (field: string): string => field.replace(/_|(?<=[a-z])(?=[A-Z])/g, ' ');

const mayHoldAmount = (value: unknown): boolean => Number(value) > 0 || (typeof value === 'object' && value !== null);
