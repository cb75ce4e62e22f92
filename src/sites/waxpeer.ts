import { buildName } from '#core/name-pieces.ts';
import { splitPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Row, type Rows } from '#core/site.ts';
import { readWear } from '#core/wears.ts';
import { attributeAt, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromThousandths, toMoney, unlessPrintedOther } from '#sites/reading/listed-price.ts';
import { storedCurrency } from '#sites/reading/local-storage.ts';

/** Facts: src/sites/waxpeer.md. A card shows no exact name; its link holds the id of a row of the page's answer. */

const items = /^https:\/\/(?:[a-z0-9-]+\.)*waxpeer\.com\/api\/data\/index\/?(?:\?|$)/;

export const tap = defineTap({ urls: [items] });

/** The file name of an image starts with the number of its game; 730 is CS2. */
const isOtherGame = (image: string): boolean => /(?:^|\/)(?!730-)\d+-[^/]*$/.test(image);

/** Prices are thousandths of a US dollar; a name may lack the space after ★ and contains a Doppler's phase. */
function rowFromItem(value: unknown): Row | undefined {
  const { item_id, name, exterior, image, price } = fieldsOf(value);
  const key = idOf(item_id);
  const wear = readWear(textOf(exterior) ?? '');
  const built = buildName({ base: textOf(name) ?? '', wear });
  if (key && isOtherGame(textOf(image) ?? '')) return { key, otherGame: true };
  return key && built
    ? { key, ...splitPhase(built), assembled: true, listing: toMoney(decimalFromThousandths(price), 'USD') }
    : undefined;
}

/** The one row whose id is a part of the card's link. */
function rowOf(card: Element, rows: Rows): Row | undefined {
  const parts = withoutQuery(attributeAt(card, 'a.thumb', 'href')).split('/');
  const [row, ...others] = parts.flatMap((part) => rows.get(part) ?? []);
  return others.length === 0 ? row : undefined;
}

function readCard(card: Element, rows: Rows): CardReading {
  const row = rowOf(card, rows);
  if (row?.otherGame || isOtherGame(attributeAt(card, 'a.thumb img', 'src'))) return otherGame;
  if (!row?.item) return undefined;
  const { item, phase, assembled, listing } = row;
  const currency = storedCurrency(card.ownerDocument, 'currency');
  return { item, phase, assembled, listing: unlessPrintedOther(listing, textAt(card, 'span.price'), currency) };
}

export default defineSite({
  id: 'waxpeer',
  name: 'Waxpeer',
  matches: ['https://waxpeer.com/*'],
  attributes: ['href', 'src'],
  pages: [
    {
      // The list is the home page, in any language. Letters of both cases: the flag i would cost each page 0.1 ms.
      path: /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2,4})?\/?)?$/,
      card: 'div.item_wrap',
      mount: { append: '.item_body' },
      read: readCard,
    },
  ],
  feeds: [{ url: items, read: (body) => listAt(body, 'items').flatMap((item) => rowFromItem(item) ?? []) }],
  tap,
});
