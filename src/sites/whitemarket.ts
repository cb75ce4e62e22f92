import { hasPhases, readPhase } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, type PrintReader, type Row, type Rows } from '#core/site.ts';
import { idInLinks } from '#sites/reading/elements.ts';
import { besideCard, centsFromMajor, printIn, toMoney } from '#sites/reading/listed-price.ts';
import { joinedReading, namedBy, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, listAt, objectAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/whitemarket.md. A card's link holds the slug of a node in the page's GraphQL answers. */

const graphql = /^https:\/\/(?:[a-z0-9-]+\.)*white\.market\/(?:[^?#]*\/)?graphql\/api\/?(?:\?|$)/;

export const tap = defineTap({ urls: [graphql] });

function readMoney(price: unknown): Money | undefined {
  const { value, currency } = fieldsOf(price);
  return toMoney(centsFromMajor(value), currency);
}

/** A node without a game counts as CS2. */
const isOtherGame = (node: unknown): boolean =>
  [at(node, 'item', 'appId'), at(node, 'item', 'description', 'appId')].some(
    (app) => app !== undefined && app !== null && !/^(?:730|cs.*)$/i.test(String(app)),
  );

/** A row for each id by which a card may refer to the node. @param own the user sells it */
function rowsFromNode(node: unknown, own: true | undefined): Row[] {
  const keys = new Set([at(node, 'slug'), at(node, 'id'), at(node, 'item', 'id')].flatMap((id) => idOf(id) ?? []));
  if (isOtherGame(node)) return [...keys].map((key) => ({ key, otherGame: true }));
  const stated = [at(node, 'item', 'description', 'nameHash'), at(node, 'item', 'nameHash')];
  const named = namedBy(single(stated.flatMap((hash) => textOf(hash) ?? [])), at(node, 'item', 'phase'));
  if (!named) return [];
  const told = { ...named, listing: readMoney(at(node, 'price')), ...worn(at(node, 'item', 'float')), own };
  return [...keys].map((key) => ({ key, ...told }));
}

/** One address answers all queries of the page; only lists of items are read. */
function rowsFromAnswer(body: unknown): readonly Row[] {
  const lists = Object.entries(fieldsOf(objectAt(body, 'data'))).filter(([, list]) => Array.isArray(at(list, 'edges')));
  return lists.flatMap(([name, list]) =>
    listAt(list, 'edges').flatMap((edge) => rowsFromNode(at(edge, 'node'), name === 'market_my' || undefined)),
  );
}

/** A phase in the card's text, for answers without one. */
const shownPhase = (card: Element, item: string): string | undefined =>
  hasPhases(item) ? single((card.textContent.match(/Phase\s?[1-4](?!\d)/g) ?? []).map(readPhase)) : undefined;

const pricePlace = 'div.price';

const readListing = (card: Element, read: PrintReader) => read(card, pricePlace, printIn());

const readingOf = (card: Element, row: Row | undefined): CardReading =>
  joinedReading(row, ({ item, phase = shownPhase(card, item), listing }) => ({
    phase,
    ...besideCard(listing, card, pricePlace),
  }));

const itemLink = 'a[href*="/item/"]';

const readCard = (card: Element, rows: Rows): CardReading =>
  readingOf(card, rows.get(idInLinks(card, /\/item\/([^/]+)\/?$/) ?? ''));

/** An item of the user's own: unless it is on sale, its price is the site's offer or its estimate, not a listing's. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const reading = readingOf(card, rows.get(card.id));
  return typeof reading === 'object' && !reading.own
    ? { item: reading.item, phase: reading.phase, kind: 'none' }
    : reading;
}

export default defineSite({
  id: 'whitemarket',
  name: 'WhiteMarket',
  matches: ['https://white.market/*'],
  attributes: ['href', 'id'],
  pages: [
    {
      path: /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2})?\/)?market\/?$/,
      card: `${itemLink}:has(div)`,
      mount: { after: ':has(> div.price)' },
      read: readCard,
      readListing,
    },
    {
      path: /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2})?\/)?item(?:\/|$)/,
      card: `tr:has(${itemLink})`,
      mount: { append: 'td:last-child' },
      read: readCard,
      readListing,
    },
    {
      path: /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2})?\/)?inventory(?:\/|$)/,
      kind: 'inventory',
      card: 'div[id][class*="__item"]:has(> button[title])',
      mount: { append: ':has(> * > div.price)' },
      read: readOwnItem,
    },
  ],
  feeds: [{ url: graphql, read: rowsFromAnswer }],
});
