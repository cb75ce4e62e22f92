import { isPlausibleName, splitPhase } from '#core/items/names.ts';
import { type CardReading, defineSite, defineTap, type ListingKind, type Row, type Rows } from '#core/site.ts';
import { joinedReading, rowsIn } from '#sites/reading/rows.ts';
import { at, fieldsOf, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/skinsmonkey.md. An image carries the exact name. The shown price has an unknown margin, so it is not read. */

const inventories = /^https:\/\/(?:[a-z0-9-]+\.)*skinsmonkey\.com\/api\/inventory(?:\/user)?\/?(?:\?|$)/;

export const tap = defineTap({ urls: [inventories] });

/** The Steam app of an asset; older answers state it only by the field `game730`. */
function appOf(asset: unknown): unknown {
  const { appId, item, game730 } = fieldsOf(asset);
  return appId ?? at(item, 'appId') ?? (typeof game730 === 'object' && game730 !== null ? 730 : undefined);
}

/** The key is the name as the card's image has it, with a Doppler's phase inside. Games may share a name. */
function rowFromAsset(asset: unknown): Row | undefined {
  const key = textOf(at(asset, 'item', 'marketName'));
  const app = appOf(asset);
  if (!key || app === undefined || !isPlausibleName(key)) return undefined;
  return { key, shared: true, ...(app === 730 ? splitPhase(key) : { otherGame: true }) };
}

function readCard(card: Element, rows: Rows, kind: ListingKind): CardReading {
  const name = single(card.querySelectorAll('img.item-image'))?.getAttribute('alt');
  return joinedReading(rows.get(name ?? ''), () => ({ kind }));
}

const cards = { card: '.item-card', mount: { append: '.item-card__bottom' } };

export default defineSite({
  id: 'skinsmonkey',
  name: 'SkinsMonkey',
  matches: ['https://skinsmonkey.com/*'],
  optional: true,
  attributes: ['alt', 'src'],
  pages: [
    { ...cards, path: /^\/trade\/?$/, read: (card, rows) => readCard(card, rows, 'none') },
    { ...cards, path: /^\/market\/csgo\/?$/, read: (card, rows) => readCard(card, rows, 'ask') },
  ],
  feeds: [
    {
      url: inventories,
      read: rowsIn(rowFromAsset, 'assets'),
    },
  ],
});
