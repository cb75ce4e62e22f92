import { buildName } from '#core/items/name-pieces.ts';
import { isPlausibleName, readPhase, splitPhase } from '#core/items/names.ts';
import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import { type CardReading, defineSite, defineTap, type PrintReader, type Row, type Rows } from '#core/site.ts';
import { leavesOf } from '#sites/reading/elements.ts';
import { besideCard, centsFromHundredths, printIn, toMoney } from '#sites/reading/listed-price.ts';
import { propsAround } from '#sites/reading/react-fibers.ts';
import { attachedTo, joinedReading, rowsIn, worn } from '#sites/reading/rows.ts';
import { fieldsOf, idOf, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/gamerpay.md. A card shows no exact name: its React component and its link do. Classes end in a build's hash. */

const feed = /^https:\/\/api\.gamerpay\.gg\/feed\/?(?:\?|$)/;
const wrapper = '[class*="ItemCard_wrapper"]';
const card = `${wrapper}:not(${wrapper} *)`;
/** The block with the price and the seller on an item's own page. */
const sellerBlock = '[class*="Item_sellerDesktop__"]';

export const tap = defineTap({
  urls: [feed],
  state: ({ document }) => {
    const shown = rowsAround(document, sellerBlock).map((row) => ({ ...row, key: shownKey }));
    return mergeRows([...rowsAround(document, `${card}, ${sellerBlock}`), ...shown]);
  },
});

/** The item of the block that the page shows now; it may still be that of the address before. */
const shownKey = 'shown';

const rowsAround = (document: Document, selector: string): readonly Row[] =>
  [...document.querySelectorAll(selector)].flatMap((element) =>
    propsAround(element, 'item').flatMap((item) => rowFromItem(item) ?? []),
  );

/** An item of the page's components and answers, with its name as given there; prices are euro cents. */
function rowFromItem(value: unknown): Row | undefined {
  const { id, marketHashName, name, wearName, phase, price, stickers, floatValue, tradeLockExpiresAt } =
    fieldsOf(value);
  const key = idOf(id);
  const exact = textOf(marketHashName);
  const item = exact ?? nameOf(textOf(name), textOf(wearName));
  if (!key || !item) return undefined;
  return {
    key: `item:${key}`,
    item,
    phase: textOf(phase),
    listing: toMoney(centsFromHundredths(price), 'EUR'),
    ...(!exact && { assembled: true }),
    ...attachedTo(item, { stickers }),
    ...worn(floatValue),
    // A time in ms; one of another unit or form tells only that there is a lock.
    locked:
      typeof tradeLockExpiresAt === 'number' && tradeLockExpiresAt > 1e12
        ? tradeLockExpiresAt
        : Boolean(tradeLockExpiresAt) || undefined,
  };
}

/** Builds a missing exact name from name and wear; a name without a wear may lack more than the wear. */
function nameOf(name: string | undefined, wear: string | undefined): string | undefined {
  if (!name || !wear) return undefined;
  if (/^vanilla$/i.test(wear)) return name.includes('|') ? undefined : name;
  return `${name} (${wear})`;
}

const rowAt = (address: string, rows: Rows): Row | undefined =>
  rows.get(`item:${/^\/item\/([^/?#]+)\/?(?:[?#]|$)/.exec(address)?.[1]}`);

/** It prints euros or US dollars. */
const pricePlace = '[class*="ItemCardBody_pricePrimary__"]';

const readListing = (element: Element, read: PrintReader) => read(element, pricePlace, printIn());

function readingOf(element: Element, address: string, rows: Rows): CardReading {
  const row = rowAt(address, rows);
  const item = row?.assembled ? buildName({ base: row.item ?? '' }) : row?.item;
  if (!row || !item || !isPlausibleName(item)) return undefined;
  const named = { phase: readPhase(row.phase ?? ''), ...splitPhase(item) };
  return joinedReading({ ...row, ...named }, ({ listing }) => besideCard(listing, element, pricePlace));
}

/** A card is a link, contains a link, or is within one; an element with links to several items is no card. */
function readCard(element: Element, rows: Rows): CardReading {
  const links = [element.closest('a'), ...element.querySelectorAll('a')].map((link) => link?.getAttribute('href'));
  const address = single(links.filter((href) => href?.startsWith('/item/')));
  return address ? readingOf(element, address, rows) : undefined;
}

/** After a change of route the block shows the last item, until its state or its print is that of the new one. */
function readItemPage(block: Element, rows: Rows): CardReading {
  const path = block.ownerDocument.location.pathname;
  const [row, shown] = [rowAt(path, rows), rows.get(shownKey)];
  const isShown =
    shown?.item === row?.item && shown?.phase === row?.phase && shown?.listing?.cents === row?.listing?.cents;
  return isShown || prints(block, row?.listing) ? readingOf(block, path, rows) : undefined;
}

const prints = (block: Element, price: Money | undefined): boolean =>
  price !== undefined &&
  leavesOf(block)
    .flatMap(({ textContent }) => parsePrinted(textContent) ?? [])
    .some((print) => print.currency === price.currency && sameAmount(print, price));

export default defineSite({
  id: 'gamerpay',
  name: 'GamerPay',
  matches: ['https://gamerpay.gg/*'],
  attributes: ['href'],
  pages: [
    { path: /^\/item\/[^/]+\/?$/, card: sellerBlock, read: readItemPage, readListing },
    {
      // The list is the home page, and an item's page shows similar items.
      path: /^\/(?:item\/[^/]+\/?)?$/,
      card,
      mount: { after: '[class*="ItemCardBody_priceContainer__"]' },
      read: readCard,
      readListing,
    },
  ],
  feeds: [{ url: feed, read: rowsIn(rowFromItem, 'items') }],
});
