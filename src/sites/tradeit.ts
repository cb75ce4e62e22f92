import { buildName } from '#core/items/name-pieces.ts';
import { decodeSegment, isPlausibleName, splitPhase } from '#core/items/names.ts';
import { currenciesOf, parsePrinted } from '#core/money/money.ts';
import {
  type CardReading,
  defineSite,
  defineTap,
  type ListingReading,
  otherGame,
  type Row,
  type Rows,
} from '#core/site.ts';
import { attributeAt, leavesOf, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { printedListing } from '#sites/reading/listed-price.ts';
import { storeField } from '#sites/reading/live-field.ts';
import { phasedName } from '#sites/reading/rows.ts';
import { fieldsOf, listAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/tradeit.md. No id: a picture's file spells the name with signs replaced; Steam's pictures may be shared. */

const api = String.raw`^https:\/\/(?:[a-z0-9-]+\.)*tradeit\.gg\/api\/v2\/inventory\/`;
const offered = new RegExp(`${api}data/?\\?(?:[^#]*&)?gameId=730(?:&|$)`);
const owned = new RegExp(`${api}my/data/?(?:\\?(?![^#]*gameId=(?!730(?:&|$)))|$)`);

export const tap = defineTap({
  urls: [offered, owned],
  state: ({ document }) => [
    { key: 'currency', currency: textOf(storeField(document, 'currency', 'selectedCurrency')) },
  ],
});

/** A name as a picture's file spells it. */
const fileKey = (name: string): string => `file ${name.replaceAll(' | ', ' - ').replace(/[™:]/g, '-')}`;

const steamPicture = (address: string): string | undefined => /\/economy\/image\/([^/?#]+)/.exec(address)?.[1];

/** By the picture's file, which names that differ in a sign share, and by each key of Steam's picture, which wears share. */
function rowsOf(value: unknown, keysOf: (picture: string) => readonly string[]): readonly Row[] {
  const { name, phase, imgURL } = fieldsOf(value);
  const shown = textOf(name) ?? '';
  if (!isPlausibleName(shown)) return [];
  const named = phasedName(shown, textOf(phase));
  const picture = steamPicture(textOf(imgURL) ?? '');
  return [fileKey(shown), ...(picture ? keysOf(picture) : [])].map((key) => ({ key, shared: true, ...named }));
}

/** A site's item has Steam's picture for a key only with its price in US dollars. */
const pricedKey = (picture: string, cents: number): string => `site ${picture} at ${cents}`;

/** The store shows one of an item's prices, the trade page the other. */
const rowsFromOffered = (body: unknown): readonly Row[] =>
  listAt(body, 'items').flatMap((value) => {
    const { price, storePrice } = fieldsOf(value);
    const prices = [price, storePrice].filter((cents) => typeof cents === 'number');
    return rowsOf(value, (picture) => prices.map((cents) => pricedKey(picture, cents)));
  });

/** Own items come grouped. */
function rowsFromOwned(body: unknown): readonly Row[] {
  const { items } = fieldsOf(body);
  if (typeof items !== 'object' || items === null) throw new TypeError('no items');
  const own = Object.values(items).flat(1);
  return own.flatMap((value) => rowsOf(value, (picture) => [`own ${picture}`]));
}

/** The game and the name in the address of one of the site's own pictures. */
function pictured(address: string): { readonly game: string; readonly file: string } | undefined {
  const path = address.startsWith('https://cdn.tradeit.gg/') ? decodeSegment(withoutQuery(address)) : '';
  const [, game, file] = /\/([a-z0-9]+)\/([^/]+)_\d+x\d+\.[a-z]+$/.exec(path) ?? [];
  return game && file ? { game, file } : undefined;
}

const otherGames = new Set(['rust', 'tf2', 'dota2']);

/** The name of a file without a row. Which of its dashes was another sign is not certain. */
function nameFromFile(file: string): Row | undefined {
  const base = file
    .replace('StatTrak-', 'StatTrak™')
    .replace(/^CS-GO /, 'CS:GO ')
    .replaceAll(' - ', ' | ');
  const item = buildName({ base });
  return item === undefined ? undefined : { key: file, ...splitPhase(item), assembled: true };
}

/** The header's currency; the framework's state must not contradict it. */
function shownCurrency({ ownerDocument }: Element, rows?: Rows): string | undefined {
  const named = [...ownerDocument.querySelectorAll('.price-language-wrapper .inner-text')];
  const header = named.length > 0 ? named : leavesOf(ownerDocument.querySelector('header') ?? ownerDocument.body);
  const codes = header.flatMap(
    ({ textContent }) => /^(?:[A-Z]{2} ?\/ ?)?([A-Z]{3})$/.exec(textContent.trim())?.[1] ?? [],
  );
  const stated = rows?.get('currency')?.currency;
  return single([...codes.flatMap((code) => currenciesOf(code)), ...(stated ? [stated] : [])]);
}

function readListing(card: Element, rows?: Rows): ListingReading | undefined {
  const currency = shownCurrency(card, rows);
  // A price before a discount may stand beside the block.
  const place = ['.price .d-inline-block', '.price *'].find((each) => card.querySelector(each)) ?? '.price';
  return currency ? printedListing(card, place, (text) => parsePrinted(text, { currency })) : undefined;
}

/** The row of Steam's picture, of an own item or of one of the site's. */
function rowOfPicture(card: Element, picture: string, isOwn: boolean, rows: Rows): Row | undefined {
  if (isOwn) return rows.get(`own ${picture}`);
  const price = readListing(card, rows)?.listing;
  return price?.currency === 'USD' ? rows.get(pricedKey(picture, price.cents)) : undefined;
}

/** The store alone sells; elsewhere an item is given for others, or to the site. */
function readCard(card: Element, rows: Rows, isStore: boolean): CardReading {
  const address = attributeAt(card, 'img.item-image', 'src');
  const picture = pictured(address);
  if (picture && otherGames.has(picture.game)) return otherGame;
  const isOwn = card.closest('#siteInventoryContainer') === null;
  const steam = steamPicture(address);
  const file = picture?.game === 'csgo' ? picture.file : undefined;
  const named = file && (rows.get(`file ${file}`) ?? nameFromFile(file));
  const { item, phase, assembled } = named || (steam && rowOfPicture(card, steam, isOwn, rows)) || {};
  if (!item) return undefined;
  const count = Number(/^x(\d{1,4})$/.exec(textAt(card, '.count span').trim())?.[1] ?? 1);
  const reading = { item, phase, count: count > 0 ? count : undefined, assembled };
  return isStore && !isOwn ? { ...reading, ...readListing(card, rows) } : { ...reading, kind: 'none' };
}

const cards = {
  card: '.item-cell:not(.show-banner, .show-banner *):has(img.item-image)',
  mount: { append: '.item-details' },
};

export default defineSite({
  id: 'tradeit',
  name: 'Tradeit',
  matches: ['https://tradeit.gg/*'],
  optional: true,
  // The nodes of a scrolled list are used again for other items.
  attributes: ['src'],
  readingContext: '.price-language-wrapper',
  pages: [
    {
      ...cards,
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?csgo\/store(?:\/|$)/,
      read: (card, rows) => readCard(card, rows, true),
      readListing: (card) => readListing(card),
    },
    {
      ...cards,
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?csgo\/trade(?:\/|$)/,
      read: (card, rows) => readCard(card, rows, false),
    },
    {
      ...cards,
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?csgo\/sell(?:\/|$)/,
      kind: 'inventory',
      recycles: true,
      read: (card, rows) => readCard(card, rows, false),
    },
  ],
  feeds: [
    { url: offered, read: rowsFromOffered },
    { url: owned, read: rowsFromOwned },
  ],
});
