import { maxNameLength } from '#core/items/names.ts';
import { entriesOf, type QuotedItem, type Totals } from '#core/owned/inventory.ts';
import type { AgeRules } from '#core/prices/offer.ts';
import type { Outline, OwnedKind, Rows, Site } from '#core/site.ts';
import { type KnownRows, mountPoint } from '#page/cards/card-source.ts';
import { type Card, type Cards, countRead, countSeen, dealsIn, type PageState } from '#page/cards/cards.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import { type QuoteCache, quoteKey, spelledAsInTable } from '#page/quotes/quote-loader.ts';
import type { PageReport, ProfitCard, UnreadCard, UnreadReason } from '#protocol/messages.ts';

/** Limit of cards, and of names, that a report lists. */
const maxListed = 50;

export interface ReportInput extends Omit<PageState, 'disputed'> {
  readonly cards: Cards;
  readonly rows: Pick<KnownRows, 'get' | 'size'>;
  readonly cache: QuoteCache | undefined;
  /** The page should have cards and has had none for 10 s. */
  readonly empty: boolean;
  readonly path: string;
  readonly times: AgeRules;
}

type ReportedSite = Pick<Outline, 'id' | 'pages'> & Pick<Site, 'tapped'>;

/** Reports on a page. `unreadAnswers` is the number of the page's answers that the adapter could not read. */
export function createPageReport(
  site: ReportedSite,
  input: ReportInput,
  unreadAnswers: number,
  show?: string,
): PageReport {
  const { cards, rows, cache, drifted, notices, empty, path, times } = input;
  const all = [...cards.values()];
  if (show !== undefined) scrollTo(all.find((card) => keyOf(card) === show));
  const isUnknown = ({ reading }: Card) => reading !== undefined && cache?.quotes.get(quoteKey(reading)) === null;
  return {
    site: site.id,
    on: true,
    seen: countSeen(cards),
    read: countRead(cards),
    priced: all.filter(({ host }) => host?.priced).length,
    drifted,
    ...(notices.length > 0 && { notices }),
    reader: 'adapter',
    findings: {
      kinds: pageTypesAt(site, path).map((kind) => kind.path.source),
      empty,
      unread: all
        .filter(isChanged)
        .slice(0, maxListed)
        .map((card) => explainUnread(card, rows)),
      unknown: [
        ...new Set(
          all
            .filter(isUnknown)
            .slice(0, maxListed)
            .map(({ reading }) => plainText(reading?.item ?? '', maxNameLength)),
        ),
      ],
      tap: site.tapped ? { rows: rows.size, unread: unreadAnswers } : null,
      asOf: cache?.table?.asOf ?? null,
      totals: drifted ? null : inventoryTotals(all, cache, times),
      deals: dealsIn(cards),
      profits: profitCards(all),
    },
  };
}

const numbers = new WeakMap<Element, number>();
let lastNumber = 0;

/** An element may show another item later, which has another key. */
function keyOf({ element, reading }: Card): string {
  const number = numbers.get(element) ?? ++lastNumber;
  numbers.set(element, number);
  return `${number} ${reading?.item}`;
}

/** Scrolls to a card, and moves the focus to its overlay, so that it is found. */
function scrollTo(card: Card | undefined): void {
  card?.element.scrollIntoView({ block: 'center' });
  card?.host?.root.querySelector('button')?.focus({ preventScroll: true });
}

const profitCards = (cards: readonly Card[]): readonly ProfitCard[] =>
  cards
    .flatMap((card): readonly ProfitCard[] => {
      const { reading, model } = card.host?.rendered ?? {};
      const exit = typeof model?.exit === 'object' ? model.exit : undefined;
      if (!reading || !model || !exit?.profit) return [];
      const { market, profit, isGood } = exit;
      return [{ ...profit, market, isGood, key: keyOf(card), item: reading.item, shown: model.shown }];
    })
    .sort((one, other) => other.percent - one.percent)
    .slice(0, maxListed);

/** Whether the card was not read, or lacks the usual place of its overlay. */
const isChanged = ({ state, element, kind }: Card): boolean =>
  state === 'unread' || (state === 'item' && mountPoint(element, kind.mount) === null);

type Explanation = Pick<UnreadCard, 'why' | 'detail'>;

/** Explains why a card has no overlay. Reads the card again, without changing its state. */
function explainUnread(card: Card, rows: Rows): UnreadCard {
  const { why, detail } = card.reading ? explanation('no-place') : explainFailedRead(card, rows);
  return { text: cardText(card.element), why, detail };
}

/** Derives the reason from the rows that the adapter looks up, so that no adapter has to state one. */
function explainFailedRead({ element, kind }: Card, rows: Rows): Explanation {
  const missed: string[] = [];
  let found = false;
  const recorded: Rows = {
    get: (key) => {
      const row = rows.get(key);
      if (row) found = true;
      else missed.push(key);
      return row;
    },
  };
  try {
    kind.read(element, recorded);
  } catch (error) {
    return explanation('threw', plainText(error instanceof Error ? error.message : String(error)));
  }
  return found ? explanation('contradicted') : explainMissedRows(missed);
}

function explainMissedRows(missed: readonly string[]): Explanation {
  if (missed.length === 0) return explanation('no-name');
  const key = missed.find((each) => !lacksId(each));
  return key === undefined ? explanation('no-key') : explanation('no-row', plainText(key));
}

const explanation = (why: UnreadReason, detail = ''): Explanation => ({ why, detail });

/** Whether a key is of a card without an id: a bare prefix, or a prefix with `undefined` or `null`. */
const lacksId = (key: string): boolean => /(?:^|[: ])(?:undefined|null)?$/.test(key);

const maxTextLength = 80;
/** Limit of text nodes read in one card, because a page can put any number of empty ones first. */
const maxTextNodes = 200;
/** Characters read for each one shown, because white space and invisible characters are removed later. */
const rawLengthFactor = 20;
const showText = 4; // NodeFilter.SHOW_TEXT

/** A text of the page as one line without control, invisible, private-use and broken characters, cut to `maxLength`. */
const plainText = (text: string, maxLength = maxTextLength): string =>
  [
    ...text
      .slice(0, maxLength * rawLengthFactor)
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
      .trim(),
  ]
    .slice(0, maxLength)
    .join('');

/** Identifies a card: the first 80 characters of its text, else of its picture's `alt` or its id. The cost is bounded. */
function cardText(card: Element): string {
  const walker = card.ownerDocument.createTreeWalker(card, showText);
  let text = '';
  for (let count = 0; count < maxTextNodes && text.length < maxTextLength * 4 && walker.nextNode(); count++) {
    const { nodeValue, parentNode } = walker.currentNode;
    if (isVisible(parentNode)) text += ` ${(nodeValue ?? '').slice(0, maxTextLength * rawLengthFactor).trim()}`;
  }
  return plainText(text) || plainText(card.querySelector('img[alt]')?.getAttribute('alt') || card.id);
}

const isVisible = (parent: Node | null): boolean =>
  parent !== null && !/^(?:script|style|template|noscript)$/i.test(parent.nodeName);

interface OwnedItem extends QuotedItem {
  readonly kind: OwnedKind;
}

/** `null` on a page without them, without a price table, and with sample prices. */
export function inventoryTotals(cards: Iterable<Card>, cache: QuoteCache | undefined, times: AgeRules): Totals | null {
  const owned = cache?.table && !cache.table.sample ? ownedOf(cards, cache) : [];
  const [first] = owned;
  if (!cache?.table || !first) return null;
  return { of: first.kind, entries: entriesOf(owned, times), rates: cache.rates };
}

/** A page can show one item twice. */
function ownedOf(cards: Iterable<Card>, cache: QuoteCache): readonly OwnedItem[] {
  const owned = new Map<unknown, OwnedItem>();
  for (const { element, kind, reading } of cards) {
    const quote = reading && cache.quotes.get(quoteKey(reading));
    if (!kind.kind || !reading || quote === undefined) continue;
    const identity = element.getAttribute(kind.identity ?? 'id') || element;
    owned.set(identity, { kind: kind.kind, reading: spelledAsInTable(reading, cache), quote });
  }
  return [...owned.values()];
}
