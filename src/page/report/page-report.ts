import { maxNameLength } from '#core/names.ts';
import type { AgeRules } from '#core/price-at.ts';
import type { Outline, Site } from '#core/site.ts';
import { type Card, type Cards, countRead, countSeen, dealsIn } from '#page/cards/cards.ts';
import type { KnownRows } from '#page/cards/known-rows.ts';
import { mountPoint } from '#page/cards/overlay-host.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import { type QuoteCache, quoteKey } from '#page/quotes/quote-cache.ts';
import { inventoryTotals } from '#page/report/add-up-inventory.ts';
import { plainText } from '#page/report/card-text.ts';
import { learnedCards } from '#page/report/learned-cards.ts';
import { explainUnread } from '#page/report/unread-cards.ts';
import type { PageReport } from '#protocol/messages.ts';

/** Limit of cards, and of names, that a report lists. */
const maxListed = 50;

/** The input of a report: the state of a page's overlays. */
export interface ReportInput {
  readonly on: boolean;
  readonly cards: Cards;
  readonly rows: Pick<KnownRows, 'get' | 'size'>;
  readonly cache: QuoteCache | undefined;
  readonly drifted: boolean;
  /** Of the page's listings. */
  readonly currency: string | undefined;
  /** The page should have cards and has had none for 10 s. */
  readonly empty: boolean;
  readonly path: string;
  readonly times?: AgeRules | undefined;
}

type ReportedSite = Pick<Outline, 'id' | 'pages'> & Pick<Site, 'tapped'>;

/** Reports on a page. `unreadAnswers` is the number of the page's answers that the adapter could not read. */
export function createPageReport(site: ReportedSite, input: ReportInput, unreadAnswers = 0): PageReport {
  const { on, cards, rows, cache, drifted, empty, path, times } = input;
  const all = [...cards.values()];
  const isUnknown = ({ reading }: Card) => reading !== undefined && cache?.quotes.get(quoteKey(reading)) === null;
  return {
    site: site.id,
    on,
    seen: countSeen(cards),
    read: countRead(cards),
    priced: all.filter(({ host }) => host?.priced).length,
    drifted,
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
      learned: learnedCards(all, cache),
    },
  };
}

/** Reports a page on which no card was found yet. */
export const createEmptyPageReport = (
  { id, pages }: Outline,
  known: Pick<ReportInput, 'on' | 'empty' | 'path'>,
): PageReport => createPageReport({ id, pages }, { ...known, ...noCards });

const noCards = { cards: new Map(), rows: new Map(), cache: undefined, drifted: false, currency: undefined };

/** Whether the card was not read, or lacks the usual place of its overlay. */
const isChanged = ({ state, element, kind }: Card): boolean =>
  state === 'unread' || (state === 'item' && mountPoint(element, kind.mount) === null);
