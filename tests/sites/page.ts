import { JSDOM, VirtualConsole } from 'jsdom';
import type { Row, Rows } from '#core/site.ts';
import { samplePages } from '#demo/sample-pages.ts';
import { sites } from '#sites/index.ts';

/** All sample pages; their folder is this one. */
export const pages = samplePages(import.meta.dirname);

/** A page as the browser has it; what jsdom says of styles that it does not know is left out. */
export const documentAt = (url: string, html: string): Document =>
  new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window.document;

/** A site by its id. */
export function siteOf(id: string) {
  const site = sites.find((each) => each.id === id);
  if (!site) throw new Error(`no site ${id}`);
  return site;
}

/** The part of a site's pages that an address belongs to. */
export const pagesAt = (id: string, url: string) =>
  siteOf(id).pages.filter(({ path }) => path.test(new URL(url).pathname));

const documents = new Map<string, Document>();

/**
 * What the page's own answers tell: a fixture's page holds each as `<script type="application/json" data-feed="…">`,
 * the attribute being the answer's address. Throws for an answer that no feed of the site reads.
 */
export function rowsOf(id: string, document: Document): Rows {
  const rows = new Map<string, Row>();
  for (const answer of document.querySelectorAll('script[data-feed]')) {
    const url = answer.getAttribute('data-feed') ?? '';
    const feed = siteOf(id).feeds?.find((each) => each.url.test(url));
    if (!feed) throw new Error(`no feed of ${id} reads ${url}`);
    for (const row of feed.read(JSON.parse(answer.textContent))) rows.set(row.key, row);
  }
  return rows;
}

/** What a site reads from all its cards of a page; for cards that differ from a fixture's. */
export function readAll(id: string, url: string, body: string) {
  const document = documents.get(url) ?? documentAt(url, '<html lang="en"><body></body></html>');
  documents.set(url, document);
  document.body.innerHTML = body;
  return pagesAt(id, url).flatMap(({ card, read }) =>
    [...document.querySelectorAll(card)].map((each) => read(each, new Map())),
  );
}
