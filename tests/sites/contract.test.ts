import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decimalText } from '#core/money/money.ts';
import { type CardReading, notAnItem, otherGame, type Reading } from '#core/site.ts';
import { adapterSource, mountPoint } from '#page/cards/card-source.ts';
import { hasDrifted, readCard, scanCards } from '#page/cards/cards.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { collectSites, sites } from '#sites/index.ts';
import { printedListing } from '#sites/reading/listed-price.ts';
import { isPriceOf } from '../page/finder/sample-prices.ts';
import { expectation, expectationsIn } from './expectation.ts';
import { foreignBodies } from './fed.ts';
import { cardsIn, documentAt, pages, pagesAt, rowsOf } from './page.ts';

const catalogue = new Set((await readAsks()).keys());

const expectationOf = (card: Element) => {
  const text = card.getAttribute('data-expect') ?? '';
  return text === 'none' ? undefined : expectation.parse(JSON.parse(text));
};

/** The result that a fixture's card demands by `data-other-game` or `data-not-an-item`. */
const noItemOf = (card: Element) =>
  card.hasAttribute('data-other-game') ? otherGame : card.hasAttribute('data-not-an-item') ? notAnItem : undefined;

const isReading = (read: CardReading): read is Reading => typeof read === 'object';
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');
/** The innermost element of a card that shows an amount, with or without hundredths. */
function shownAt(card: Element, amount: string): Element | undefined {
  const forms = [amount, Number(amount).toFixed(3), String(Number(amount))].map(digitsOf);
  const shows = ({ textContent }: Element): boolean => forms.includes(digitsOf(textContent));
  return [...card.querySelectorAll('*')].find((each) => shows(each) && !Array.from(each.children).some(shows));
}

/** Adds entries of other shapes to the uppermost list of objects in an answer; one that has a single object may be a bundle. */
function addJunk(body: unknown): void {
  for (const queue = [body]; queue.length > 0; ) {
    const next = queue.shift();
    if (Array.isArray(next) && next.some((each) => typeof each === 'object' && each !== null)) {
      if (next.length > 1) next.unshift(null, 7, 'x', {});
      return;
    }
    if (typeof next === 'object' && next !== null) queue.push(...Object.values(next));
  }
}

/** Whether a match pattern of an extension's manifest covers an address. */
function covers(pattern: string, url: string): boolean {
  const [, scheme = '', host = '', path = ''] = /^(\*|https?):\/\/([^/]+)(\/.*)$/.exec(pattern) ?? [];
  const { protocol, hostname, pathname, search } = new URL(url);
  const wild = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const bare = host.replace(/^\*\./, '');
  const fits = hostname === bare || (host.startsWith('*.') && hostname.endsWith(`.${bare}`));
  return (scheme === '*' || protocol === `${scheme}:`) && fits && new RegExp(`^${wild}$`).test(pathname + search);
}

describe('the list of sites', () => {
  test('contains every adapter, sorted, under its file’s name', () => {
    expect(sites.length).toBeGreaterThan(1);
    expect(sites.map(({ id }) => id)).toEqual(sites.map(({ id }) => id).sort());
    for (const { id, name } of sites) {
      expect(existsSync(join(import.meta.dirname, `../../src/sites/${id}.ts`))).toBe(true);
      expect(name).not.toBe('');
    }
  });

  test('rejects an adapter under another name, and a file without an adapter', () => {
    const [site] = sites;
    expect(() => collectSites({ './other.ts': { default: site } })).toThrow(/other\.ts/);
    expect(() => collectSites({ './other.ts': {} })).toThrow(/other\.ts/);
  });

  test('has no fixture without an adapter', () =>
    expect(pages.filter((page) => !sites.some(({ id }) => id === page.site))).toEqual([]));
});

describe.each(sites)('$id', (site) => {
  const own = pages.filter((page) => page.site === site.id);
  const parsed = new Map<string, { readonly document: Document; readonly before: string }>();
  afterAll(() => parsed.clear());

  /** A page and its markup before it was read. The tests share it: each page is parsed once. */
  const parsedOf = ({ page, url, html }: (typeof own)[number]) => {
    const known = parsed.get(page);
    if (known) return known;
    const document = documentAt(url, html);
    const created = { document, before: document.documentElement.outerHTML };
    parsed.set(page, created);
    return created;
  };
  const documentOf = (page: (typeof own)[number]): Document => parsedOf(page).document;

  test('has a page of facts with dates and confidences', () => {
    const path = join(import.meta.dirname, `../../src/sites/${site.id}.md`);
    expect(existsSync(path)).toBe(true);
    const facts = readFileSync(path, 'utf8').match(/\[20\d\d[^\]]*, (?:strong|medium|weak|inferred)/g) ?? [];
    expect(facts.length).toBeGreaterThanOrEqual(5);
  });

  test('has a fixture with an unreadable card and a sample of every kind of page', () => {
    expect(own.length).toBeGreaterThan(0);
    expect(own.some(({ html }) => html.includes('data-expect="none"'))).toBe(true);
    for (const { path } of site.pages) expect(own.some(({ url }) => path.test(new URL(url).pathname))).toBe(true);
  });

  test.each(own)('finds exactly the cards of its page: $page', (page) => {
    const document = documentOf(page);
    const found = pagesAt(site.id, page.url).flatMap(({ card }) => [...document.querySelectorAll(card)]);
    expect(found.map((card) => card.outerHTML)).toEqual(
      [...document.querySelectorAll('[data-expect]')].map((card) => card.outerHTML),
    );
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThanOrEqual(6);
    expect(site.matches.some((pattern) => covers(pattern, page.url))).toBe(true);
  });

  test.each(own)('reads every card of its page: $page', (page) => {
    for (const { card, read: reading } of cardsIn(site.id, documentOf(page))) {
      const noItem = noItemOf(card);
      if (noItem || typeof reading === 'string') {
        expect(reading).toBe(noItem);
        continue;
      }
      const { item, phase, listing } = reading ?? {};
      const shown = {
        item,
        phase,
        listing: listing && decimalText(listing),
        currency: listing?.currency,
        attached: reading?.attached?.map(({ item, wear }) => ({
          ...(item && { item }),
          ...(wear !== undefined && { wear }),
        })),
        kind: reading?.kind ?? 'ask',
      };
      const expected = expectationOf(card);
      expect(reading && shown).toEqual(expected && { kind: 'ask', ...expected });
    }
  });

  test('has no row in an answer of another shape', () => {
    const rowsIn = (read: (body: unknown) => readonly unknown[], body: unknown) => {
      try {
        return read(body);
      } catch (error) {
        return error instanceof Error ? [] : [error];
      }
    };
    for (const { read } of site.feeds ?? [])
      for (const body of foreignBodies) expect({ body, rows: rowsIn(read, body) }).toEqual({ body, rows: [] });
  });

  /** The page's answers, each with its address and its feed. */
  const answersOf = (page: (typeof own)[number]) =>
    [...documentOf(page).querySelectorAll('script[data-feed]')].map((answer) => {
      const url = answer.getAttribute('data-feed') ?? '';
      return { url, body: JSON.parse(answer.textContent), feed: site.feeds?.find((each) => each.url.test(url)) };
    });

  test('has the same rows where a list of an answer has entries of another shape', () => {
    for (const { body, feed } of own.flatMap(answersOf)) {
      const before = feed?.read(body);
      addJunk(body);
      expect(feed?.read(body)).toEqual(before);
    }
  });

  test('reads no answer of another host, and none over http', () => {
    for (const { url, feed } of own.flatMap(answersOf)) {
      const { host, protocol } = new URL(url);
      const hosts = [`${host}.example.org`, host.replace(/[\w-]+\.\w+$/, 'x$&'), `evil.example/${host}`];
      const same = [url.replace(protocol, 'http:'), `https://evil.example/?${url}`];
      for (const other of [...hosts.map((to) => url.replace(host, to)), ...same])
        expect([other, feed?.url.test(other)]).toEqual([other, false]);
    }
  });

  test('says whether its prices are in coins of its own', () => {
    const currencies = own.flatMap(({ html }) => expectationsIn(html).flatMap((one) => one?.currency ?? []));
    expect(site.coins === true).toBe(currencies.includes('COIN'));
  });

  test.each(own)('does not report drift: $page', (page) => {
    const document = documentOf(page);
    const rows = rowsOf(site.id, document);
    const cards = new Map();
    for (const card of scanCards(adapterSource(site, document), cards).added) readCard(card, rows);
    expect(hasDrifted(cards)).toBe(false);
  });

  test.each(own)('has one place for the overlay in every readable card: $page', (page) => {
    const { url } = page;
    const document = documentOf(page);
    const rows = rowsOf(site.id, document);
    for (const { card: selector, mount, read } of pagesAt(site.id, url))
      for (const card of [...document.querySelectorAll(selector)].filter((each) => isReading(read(each, rows)))) {
        const anchor = !mount ? ':scope' : 'after' in mount ? mount.after : mount.append;
        const places = anchor === ':scope' ? [card] : [...card.querySelectorAll(anchor)];
        expect(places.length).toBe(1);
        expect(mount !== undefined && 'after' in mount && places.includes(card)).toBe(false);
      }
  });

  test.each(own)('has the place for the overlay below the price: $page', (page) => {
    const document = documentOf(page);
    const rows = rowsOf(site.id, document);
    for (const { card: selector, mount, read } of pagesAt(site.id, page.url))
      for (const card of document.querySelectorAll(selector)) {
        const reading = read(card, rows);
        const amount = isReading(reading) ? reading.listing : undefined;
        const price = amount && shownAt(card, decimalText(amount));
        const place = mountPoint(card, mount);
        const isAbove = price && place && !place.contains(price) && price.compareDocumentPosition(place) & 2;
        expect({ card: card.textContent, isAbove: Boolean(isAbove) }).toMatchObject({ isAbove: false });
      }
  });

  test.each(own)('reads of a print no other listing than that of its card: $page', (page) => {
    for (const { card: selector, readListing } of pagesAt(site.id, page.url))
      for (const card of documentOf(page).querySelectorAll(selector)) {
        const { listing, kind = 'ask' } = readListing?.(card, printedListing) ?? {};
        const expected = expectationOf(card);
        if (!listing || !expected) continue;
        // Without its answer a card may print what the answer contradicts.
        const isRight = !expected.listing || isPriceOf(expected, listing);
        expect({ listing, kind, isRight }).toEqual({ listing, kind: expected.kind ?? 'ask', isRight: true });
      }
  });

  test('reads without changing the page', () => {
    for (const page of own) {
      const { document, before } = parsedOf(page);
      cardsIn(site.id, document);
      expect(document.documentElement.outerHTML).toBe(before);
    }
  });

  test('expects only names of the catalogue', () => {
    const names = own.flatMap(({ html }) => expectationsIn(html).flatMap((one) => one?.item ?? []));
    expect(names.filter((name) => !catalogue.has(name))).toEqual([]);
  });
});
