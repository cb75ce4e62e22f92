import type { Money } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import { hasPhases, readPhase, splitPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Row, type Rows } from '#core/site.ts';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, unlessPrintedOther } from '#sites/reading/listed-price.ts';

/** Facts of this file: sites.md, 11. A card links to a node of one of the page's GraphQL answers by its slug. */

const graphql = /^https:\/\/(?:[a-z0-9-]+\.)*white\.market\/(?:[^?#]*\/)?graphql\/api\/?(?:\?|$)/;

export const tap = defineTap({ urls: [graphql] });

function readMoney(price: unknown): Money | undefined {
  const { value, currency } = fieldsOf(price);
  const amount = decimalFromMajor(value);
  const code = textOf(currency) ?? '';
  return amount && /^[A-Z]{3}$/.test(code) ? { amount, currency: code } : undefined;
}

/** The site sells for other games, too; where a node says which, it must be this one. */
const isOtherGame = (node: unknown): boolean =>
  [at(node, 'item', 'appId'), at(node, 'item', 'description', 'appId')].some(
    (app) => app !== undefined && app !== null && !/^(?:730|cs.*)$/i.test(String(app)),
  );

/** One row for each id by which a card may call the node. */
function readNode(node: unknown): Row[] {
  const keys = new Set([at(node, 'slug'), at(node, 'id'), at(node, 'item', 'id')].flatMap((id) => idOf(id) ?? []));
  if (isOtherGame(node)) return [...keys].map((key) => ({ key, otherGame: true }));
  const name = textOf(at(node, 'item', 'description', 'nameHash')) ?? '';
  if (!isPlausibleName(name)) return [];
  const { item, phase } = splitPhase(name);
  const told = hasPhases(item) ? readPhase(textOf(at(node, 'item', 'phase')) ?? '') : undefined;
  const row = { item, phase: phase ?? told, listing: readMoney(at(node, 'price')) };
  return [...keys].map((key) => ({ key, ...row }));
}

/** One address answers every question of the page; only lists of items are read. */
function readAnswer(body: unknown): readonly Row[] {
  const data = at(body, 'data');
  if (typeof data !== 'object' || data === null) throw new TypeError('no GraphQL answer');
  const lists = Object.values(data).filter((answer) => Array.isArray(at(answer, 'edges')));
  return lists.flatMap((list) => listAt(list, 'edges').flatMap((edge) => readNode(at(edge, 'node'))));
}

/** A card's text may tell a phase that the answer leaves out. */
function shownPhase(card: Element, item: string): string | undefined {
  const shown = new Set(hasPhases(item) ? card.textContent.match(/Phase\s?[1-4](?!\d)/g)?.map(readPhase) : []);
  const [phase, ...others] = shown;
  return others.length === 0 ? phase : undefined;
}

function readRow(card: Element, row: Row | undefined): CardReading {
  if (row?.otherGame) return otherGame;
  if (!row?.item) return undefined;
  const { item, phase = shownPhase(card, item), listing } = row;
  const print = card.querySelector('div.price')?.textContent ?? '';
  return { item, phase, listing: unlessPrintedOther(listing, print) };
}

const itemLink = 'a[href*="/item/"]';

const slugOf = (link: Element): string =>
  /\/item\/([^/?#]+)\/?(?:[?#]|$)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '';

const readLinked = (card: Element, rows: Rows): CardReading => readRow(card, rows.get(slugOf(card)));

/** A row of an item's similar offers; all its links must lead to the same offer. */
function readOffer(row: Element, rows: Rows): CardReading {
  const [slug, ...others] = new Set([...row.querySelectorAll(itemLink)].map(slugOf));
  return others.length === 0 ? readRow(row, rows.get(slug ?? '')) : undefined;
}

export default defineSite({
  id: 'whitemarket',
  name: 'WhiteMarket',
  matches: ['https://white.market/*'],
  attributes: ['href', 'id'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?market\/?$/i,
      card: `${itemLink}:has(div.price)`,
      mount: { after: ':has(> div.price)' },
      read: readLinked,
    },
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?item(?:\/|$)/i,
      card: `tr:has(${itemLink})`,
      mount: { append: 'td:last-child' },
      read: readOffer,
    },
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?inventory(?:\/|$)/i,
      kind: 'inventory',
      card: 'div[id][class*="__item"]:has(> button[title])',
      mount: { append: ':has(> * > div.price)' },
      read: (card, rows) => readRow(card, rows.get(card.id)),
    },
  ],
  feeds: [{ url: graphql, read: readAnswer }],
  tap,
});
