import { buildName } from '#core/name-pieces.ts';
import { splitPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Row, type Rows } from '#core/site.ts';
import { readWear } from '#core/wears.ts';
import { fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromThousandths, storedCurrency, unlessPrintedOther } from '#sites/reading/listed-price.ts';

/** Facts of this file: sites.md, 9. A card shows no exact name; its link holds the id of a row of the page's answer. */

const items = /^https:\/\/(?:[a-z0-9-]+\.)*waxpeer\.com\/api\/data\/index\/?(?:\?|$)/;

export const tap = defineTap({ urls: [items] });

/** An image's file is called after its game and item; 730 is this game. */
const isOtherGame = (image: string): boolean => /(?:^|\/)(?!730-)\d+-[^/]*$/.test(image);

/** Prices are thousandths of a US dollar; a name may lack the space behind ★ and holds a Doppler's phase. */
function readItem(value: unknown): Row | undefined {
  const { item_id, name, exterior, image, price } = fieldsOf(value);
  const key = idOf(item_id);
  const wear = readWear(textOf(exterior) ?? '');
  const built = buildName({ base: textOf(name) ?? '', wear });
  if (key && isOtherGame(textOf(image) ?? '')) return { key, otherGame: true };
  if (!key || !built) return undefined;
  const amount = decimalFromThousandths(price);
  return { key, ...splitPhase(built), listing: amount === undefined ? undefined : { amount, currency: 'USD' } };
}

/** The one row whose id is a part of the card's link. */
function rowOf(card: Element, rows: Rows): Row | undefined {
  const link = card.querySelector('a.thumb')?.getAttribute('href') ?? '';
  const parts = link.replace(/[?#].*$/, '').split('/');
  const [row, ...others] = parts.flatMap((part) => rows.get(part) ?? []);
  return others.length === 0 ? row : undefined;
}

function read(card: Element, rows: Rows): CardReading {
  const row = rowOf(card, rows);
  const image = card.querySelector('a.thumb img')?.getAttribute('src') ?? '';
  if (row?.otherGame || isOtherGame(image)) return otherGame;
  if (!row?.item) return undefined;
  const { item, phase, listing } = row;
  const print = card.querySelector('span.price')?.textContent ?? '';
  return { item, phase, listing: unlessPrintedOther(listing, print, storedCurrency(card.ownerDocument, 'currency')) };
}

export default defineSite({
  id: 'waxpeer',
  name: 'Waxpeer',
  matches: ['https://waxpeer.com/*'],
  attributes: ['href', 'src'],
  pages: [
    {
      // The list is the home page, in any language (the flag i would cost each page 0.1 ms); of an item's own page nothing is known.
      path: /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2,4})?\/?)?$/,
      card: 'div.item_wrap',
      mount: { append: '.item_body' },
      read,
    },
  ],
  feeds: [{ url: items, read: (body) => listAt(body, 'items').flatMap((item) => readItem(item) ?? []) }],
  tap,
});
