import type { CardReading, Row } from '#core/site.ts';
import { KnownRows } from '#page/cards/card-source.ts';
import { parseRows } from '#protocol/page-events.ts';
import { cardsIn, documentAt, readingOf, siteOf } from './page.ts';

export interface FedPage {
  readonly url: string;
  readonly body: string;
  readonly answers?: readonly (readonly [url: string, body: unknown])[];
  readonly stored?: Readonly<Record<string, string>>;
}

/** The rows that a site's feeds read from an answer; throws for an address that no feed reads. */
export function rowsFrom(id: string, url: string, body: unknown): readonly Row[] {
  const feeds = siteOf(id).feeds?.filter((feed) => feed.url.test(url)) ?? [];
  if (feeds.length === 0) throw new Error(`no feed of ${id} reads ${url}`);
  return feeds.flatMap((feed) => feed.read(body));
}

export function knownRows(...answers: readonly (readonly Row[])[]): KnownRows {
  const known = new KnownRows();
  for (const rows of answers) known.add(parseRows(rows));
  return known;
}

export const readFed = (id: string, page: FedPage) => readFedCards(id, page).map(readingOf);

/** The readings of a page's cards after its answers, cards without a CS2 item included. */
export function readFedCards(id: string, { url, body, answers = [], stored = {} }: FedPage): CardReading[] {
  const document = documentAt(url, `<html lang="en"><body>${body}</body></html>`);
  for (const [key, value] of Object.entries(stored)) document.defaultView?.localStorage.setItem(key, value);
  const rows = knownRows(...answers.map((answer) => rowsFrom(id, ...answer)));
  return cardsIn(id, document, rows).map(({ read }) => read);
}

export const foreignBodies: readonly unknown[] = [null, undefined, 7, 'text', [], {}, { data: null }, { items: {} }];
