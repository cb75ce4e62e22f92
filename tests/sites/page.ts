import { JSDOM, VirtualConsole } from 'jsdom';
import { expect } from 'vitest';
import type { CardReading, Reading, Rows, Tap } from '#core/site.ts';
import { samplePages } from '#demo/sample-pages.ts';
import { KnownRows, readSafely } from '#page/cards/card-source.ts';
import { parseRows, parseStateEvent } from '#protocol/page-events.ts';
import { sites } from '#sites/index.ts';
import { runs } from '../seed.ts';

export const pages = samplePages(import.meta.dirname);

/** In the gate every third page, in `npm run test:full` all. */
export const somePages = runs(1) > 1 ? pages : pages.filter((_, at) => at % 3 === 0);

/** With its framework's state, by `<script data-page>`, without jsdom's complaints. @throws what the script throws */
export function documentAt(url: string, html: string): Document {
  const virtualConsole = new VirtualConsole();
  const errors: unknown[] = [];
  virtualConsole.on(
    'jsdomError',
    (error) => 'type' in error && error.type === 'unhandled-exception' && errors.push(error),
  );
  const runScripts = html.includes('<script data-page>') ? 'dangerously' : undefined;
  const { document } = new JSDOM(html, { url, virtualConsole, runScripts }).window;
  if (errors.length > 0) throw errors[0];
  return document;
}

export function siteOf(id: string) {
  const site = sites.find((each) => each.id === id);
  if (!site) throw new Error(`no site ${id}`);
  return site;
}

const files = import.meta.glob<{ readonly tap?: Tap }>('../../src/sites/*.ts', { eager: true });

/** What runs of an adapter's file in the page's own world. */
export const tapOf = (id: string): Tap | undefined => files[`../../src/sites/${id}.ts`]?.tap;

export const pagesAt = (id: string, url: string) =>
  siteOf(id).pages.filter(({ path }) => path.test(new URL(url).pathname));

const documents = new Map<string, Document>();

/** A `data-feed` is an answer's address. @throws for an answer that no feed of the site reads or no tap copies */
export function rowsOf(id: string, document: Document): KnownRows {
  const { feeds = [] } = siteOf(id);
  const tap = tapOf(id);
  const rows = new KnownRows();
  for (const answer of document.querySelectorAll('script[data-feed]')) {
    const url = answer.getAttribute('data-feed') ?? '';
    const feed = feeds.find((each) => each.url.test(url));
    if (!feed || !tap?.urls?.some((copied) => copied.test(url))) throw new Error(`no feed of ${id} reads ${url}`);
    rows.add(parseRows(feed.read(JSON.parse(answer.textContent))));
  }
  if (tap?.state && document.defaultView) rows.add(parseStateEvent(JSON.stringify(tap.state(document.defaultView))));
  return rows;
}

export const readingOf = (read: CardReading): Reading | undefined => (typeof read === 'string' ? undefined : read);

export const readAll = (...page: Parameters<typeof readCards>) => readCards(...page).map(readingOf);

export const cardsIn = (id: string, document: Document, rows: Rows = rowsOf(id, document)) =>
  pagesAt(id, document.URL).flatMap((type) =>
    Array.from(document.querySelectorAll(type.card), (card) => ({ card, read: readSafely(type, card, rows) })),
  );

const sampleOf = (site: string, name: string) =>
  pages.find((each) => each.site === site && each.page === name) ?? expect.fail(`no page ${name} of ${site}`);

/** The same of a sample page that is changed, or that stands at another address. */
export function cardsOfSample(site: string, name: string, change = (html: string) => html, at?: string) {
  const { url, html } = sampleOf(site, name);
  return cardsIn(site, documentAt(at ?? url, change(html)));
}

/** The readings of a page's cards, cards without a CS2 item included. */
export function readCards(id: string, url: string, body: string, rows: Rows = new Map()): CardReading[] {
  const document = documents.get(url) ?? documentAt(url, '<html lang="en"><body></body></html>');
  documents.set(url, document);
  document.body.innerHTML = body;
  return cardsIn(id, document, rows).map(({ read }) => read);
}
