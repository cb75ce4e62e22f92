import { readPhase } from '#core/items/names.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import { type CardReading, defineSite, defineTap, type PrintReader, type Row, type Rows } from '#core/site.ts';
import { storedCurrency } from '#sites/reading/elements.ts';
import { besideCard, centsFromHundredths, printIn, toMoney } from '#sites/reading/listed-price.ts';
import { attachedTo, joinedReading, namedBy, phaseOfPaint, rowsIn, worn } from '#sites/reading/rows.ts';
import { type Fields, fieldsOf, idOf, isOtherApp, listAt, single } from '#sites/reading/values.ts';

/** Facts: src/sites/skinflow.md. A card to buy has a row's id as its own; one to sell the exact name, which an answer repeats. */

const offered = /^https:\/\/(?:[a-z0-9-]+\.)*skinflow\.gg\/bots\/items\/trade\/?(?:\?|$)/;
const owned = /^https:\/\/(?:[a-z0-9-]+\.)*skinflow\.gg\/me\/inv\/?(?:\?|$)/;

export const tap = defineTap({ urls: [offered, owned] });

const isOtherGame = ({ app_id }: Fields): boolean => isOtherApp(app_id ?? undefined);

/** A number from 1 to 4, or a paint index. */
const phaseOf = (phase: unknown): string | undefined => phaseOfPaint(phase) ?? readPhase(`Phase ${phase}`);

function rowFromOffer(value: unknown): Row | undefined {
  const fields = fieldsOf(value);
  const id = idOf(fields['realitem_id']);
  const named = namedBy(fields['market_hash_name'], phaseOf(fields['phase']));
  if (!id || !named) return undefined;
  const key = `offer ${id}`;
  if (isOtherGame(fields)) return { key, otherGame: true };
  const { offered: price, float, stickers, charms } = fields;
  const piece = { ...worn(float), ...attachedTo(named.item, { stickers, charms }) };
  return { key, ...named, listing: toMoney(centsFromHundredths(price), 'USD'), ...piece };
}

/** The user may own one name in several phases, so the phase is not known. Games may share a name. */
function rowFromOwned(value: unknown): Row | undefined {
  const fields = fieldsOf(value);
  const name = fields['market_hash_name'];
  const item = namedBy(name)?.item;
  if (!item) return undefined;
  return { key: `own ${name}`, shared: true, ...(isOtherGame(fields) ? { otherGame: true } : { item }) };
}

const pricePlace = 'p.font-medium.leading-none';

const shownCurrency = ({ ownerDocument }: Element) => storedCurrency(ownerDocument, 'currency');

const readOffer = (card: Element, rows: Rows): CardReading =>
  joinedReading(rows.get(`offer ${card.id}`), ({ listing }) =>
    besideCard(listing, card, pricePlace, shownCurrency(card)),
  );

const readListing = (card: Element, read: PrintReader) => read(card, pricePlace, printIn(shownCurrency(card)));

/** A card of the user's own items; its price is the site's offer for the item, not a listing's. */
function readOwnItem(card: Element, rows: Rows): CardReading {
  const alt = single(card.querySelectorAll('img[alt$=" icon"]'))?.getAttribute('alt') ?? '';
  return joinedReading(rows.get(`own ${alt.replace(/ icon$/, '')}`), () => ({ kind: 'none' }));
}

export default defineSite({
  id: 'skinflow',
  name: 'Skinflow',
  matches: ['https://skinflow.gg/*'],
  optional: true,
  attributes: ['id', 'alt'],
  pages: [
    { path: /^\/buy\/?$/, card: 'div.tradeItem', read: readOffer, readListing },
    { path: /^\/sell\/?$/, kind: 'inventory', card: 'div.itemBox', read: readOwnItem },
  ],
  feeds: [
    { url: offered, read: (body) => mergeRows(listAt(body, 'results').flatMap((value) => rowFromOffer(value) ?? [])) },
    { url: owned, read: rowsIn(rowFromOwned, 'inventory') },
  ],
});
