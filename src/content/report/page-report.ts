import { type Card, type Cards, countRead, countSeen } from '#content/cards/cards.ts';
import { kindsAt } from '#content/cards/page-kinds.ts';
import type { QuoteBook } from '#content/quotes/quote-cache.ts';
import { plainText } from '#content/report/card-text.ts';
import { totalsOf } from '#content/report/inventory-totals.ts';
import { explain, hasPlace } from '#content/report/unread-cards.ts';
import { maxNameLength } from '#core/names.ts';
import type { Outline, Row, Site } from '#core/site.ts';
import type { PageReport } from '#protocol/messages.ts';

/** Cards and names that a report lists at most, of each kind. */
const mostListed = 50;

/** All that a runner knows when somebody asks how it fares. */
export interface Facts {
  readonly on: boolean;
  readonly cards: Cards;
  readonly rows: ReadonlyMap<string, Row>;
  readonly book: QuoteBook | undefined;
  readonly drifted: boolean;
  /** A page of a kind that has cards, without any for 10 s. */
  readonly bare: boolean;
  /** The address's path. */
  readonly path: string;
}

/** What a report tells of a marketplace itself. */
type Reported = Pick<Outline, 'id' | 'pages'> & Pick<Site, 'tap'>;

/** Tells how a page fares, with the names of what went wrong. Costs nothing before somebody asks. */
export function reportOf(site: Reported, { on, cards, rows, book, drifted, bare, path }: Facts): PageReport {
  const all = [...cards.values()];
  return {
    site: site.id,
    on,
    seen: countSeen(cards),
    read: countRead(cards),
    priced: all.filter(({ host }) => host?.priced).length,
    drifted,
    findings: {
      kinds: kindsAt(site, path).map((kind) => kind.path.source),
      bare,
      unread: listed(all, isAmiss, (card) => explain(card, rows)),
      unknown: [
        ...new Set(listed(all, isUnknownIn(book), ({ reading }) => plainText(reading?.item ?? '', maxNameLength))),
      ],
      tap: site.tap ? { rows: rows.size, unread: 0 } : null,
      asOf: book?.table?.asOf ?? null,
      totals: drifted ? null : totalsOf(all, book),
    },
  };
}

/** The same of a page on which no card was found yet. */
export const reportOfBare = ({ id, pages }: Outline, known: Pick<Facts, 'on' | 'bare' | 'path'>): PageReport =>
  reportOf({ id, pages }, { ...known, cards: new Map(), rows: new Map(), book: undefined, drifted: false });

/** Not read, or read and without a place for its overlay. */
const isAmiss = (card: Card): boolean => !card.isOtherGame && (!card.reading || (!card.host && !hasPlace(card)));

const isUnknownIn =
  (book: QuoteBook | undefined) =>
  ({ reading }: Card): boolean =>
    reading !== undefined && book?.quotes.get(reading.item) === null;

/** The first of some cards, told. */
function listed<T>(cards: readonly Card[], wanted: (card: Card) => boolean, tell: (card: Card) => T): T[] {
  const told: T[] = [];
  for (const card of cards) {
    if (told.length === mostListed) break;
    if (wanted(card)) told.push(tell(card));
  }
  return told;
}
