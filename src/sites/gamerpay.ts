import { decimalFromMinor } from '#core/money.ts';
import { buildName } from '#core/name-pieces.ts';
import { readPhase, splitPhase } from '#core/phases.ts';
import { defineSite, defineTap, type Reading, type Row, type Rows } from '#core/site.ts';
import { fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { unlessPrintedOther } from '#sites/reading/listed-price.ts';
import { mergeRows, propsAround } from '#sites/reading/react-fibers.ts';

/**
 * Facts of this file: sites.md, 6. A card shows no exact name; the React component around it has its item, and its
 * link holds the item's id. Class names end in a hash of the build.
 */

const feed = /^https:\/\/api\.gamerpay\.gg\/feed\/?(?:\?|$)/;
const wrapper = '[class*="ItemCard_wrapper"]';
const card = `${wrapper}:not(${wrapper} *)`;
/** The block with the price and the seller on an item's own page. */
const offer = '[class*="Item_sellerDesktop__"]';

export const tap = defineTap({
  urls: [feed],
  state: ({ document }) =>
    mergeRows(
      [...document.querySelectorAll(`${card}, ${offer}`)].flatMap((element) =>
        propsAround(element, 'item').flatMap((item) => readItem(item) ?? []),
      ),
    ),
});

/** An item as the page's components and its answers hold it, its name as it stands there; prices are euro cents. */
function readItem(value: unknown): Row | undefined {
  const { id, marketHashName, name, wearName, phase, price } = fieldsOf(value);
  const key = idOf(id);
  const item = textOf(marketHashName) ?? nameOf(textOf(name), textOf(wearName));
  if (!key || !item) return undefined;
  const amount = typeof price === 'number' ? decimalFromMinor(price, 2) : undefined;
  const listing = amount === undefined ? undefined : { amount, currency: 'EUR' };
  return { key: `item:${key}`, item, phase: textOf(phase), listing };
}

/** Where the exact name is missing, name and wear make it; a name without a wear may lack more than that. */
function nameOf(name: string | undefined, wear: string | undefined): string | undefined {
  if (!name || !wear) return undefined;
  if (/^vanilla$/i.test(wear)) return name.includes('|') ? undefined : name;
  return `${name} (${wear})`;
}

function readRow(element: Element, address: string, rows: Rows): Reading | undefined {
  const id = /^\/item\/([^/?#]+)\/?(?:[?#]|$)/.exec(address)?.[1];
  const row = rows.get(`item:${id}`);
  const item = buildName({ base: row?.item ?? '' });
  if (!item) return undefined;
  const print = element.querySelector('[class*="ItemCardBody_pricePrimary__"]')?.textContent ?? '';
  const phase = readPhase(row?.phase ?? '');
  return { phase, ...splitPhase(item), listing: unlessPrintedOther(row?.listing, print) };
}

/** A card is a link, holds one, or stands in one; one with links to several items is no item's card. */
function readCard(element: Element, rows: Rows): Reading | undefined {
  const links = [element.closest('a'), ...element.querySelectorAll('a')].map((link) => link?.getAttribute('href'));
  const [address, ...others] = new Set(links.filter((href) => href?.startsWith('/item/')));
  return address && others.length === 0 ? readRow(element, address, rows) : undefined;
}

const readOffer = (element: Element, rows: Rows): Reading | undefined =>
  readRow(element, element.ownerDocument.location.pathname, rows);

export default defineSite({
  id: 'gamerpay',
  name: 'GamerPay',
  matches: ['https://gamerpay.gg/*'],
  attributes: ['href'],
  pages: [
    { path: /^\/item\/[^/]+\/?$/, card: offer, mount: { append: ':scope' }, read: readOffer },
    {
      // The list is the home page; an item's page shows similar ones. Of selling and the inventory nothing is known.
      path: /^\/(?:item\/[^/]+\/?)?$/,
      card,
      mount: { after: '[class*="ItemCardBody_priceContainer__"]' },
      read: readCard,
    },
  ],
  feeds: [{ url: feed, read: (body) => listAt(body, 'items').flatMap((item) => readItem(item) ?? []) }],
  tap,
});
