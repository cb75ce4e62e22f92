import { isPlausibleName, splitPhase } from '#core/items/names.ts';
import { type CardReading, defineSite, defineTap, type Row, type Rows } from '#core/site.ts';
import { joinedReading, rowsIn } from '#sites/reading/rows.ts';
import { at, fieldsOf, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/swapgg.md. An image carries the exact name, which answers repeat. All is traded: no price is a listing's. */

const inventories = /^https:\/\/(?:[a-z0-9-]+\.)*swap\.gg\/api\/inventory\/(?:site|user)\/?(?:\?|$)/;

export const tap = defineTap({ urls: [inventories] });

/** Whether a product belongs to CS2, by its category or by fields that only CS2's items have; `undefined` in doubt. */
function isCs2(product: unknown, metadata: unknown): boolean | undefined {
  const category = textOf(at(product, 'category')) ?? '';
  if (/^(?:RUST|DOTA|TF2)/.test(category)) return false;
  return /^CS/.test(category) || Object.keys(fieldsOf(metadata)).some((name) => name.startsWith('CS_')) || undefined;
}

/** The key is a name, which games may share. */
function rowFromItem(value: unknown): Row | undefined {
  const { product, metadata } = fieldsOf(value);
  const key = textOf(at(product, 'name'));
  const cs2 = isCs2(product, metadata);
  if (!key || cs2 === undefined || !isPlausibleName(key)) return undefined;
  return { key, shared: true, ...(cs2 ? splitPhase(key) : { otherGame: true }) };
}

function readCard(card: Element, rows: Rows): CardReading {
  const name = single([...card.querySelectorAll('img')].flatMap(({ alt }) => alt || []));
  return joinedReading(rows.get(name ?? ''), () => ({ kind: 'none' }));
}

const cards = {
  card: 'div.vue-recycle-scroller__item-view div.group.aspect-square',
  read: readCard,
};

export default defineSite({
  id: 'swapgg',
  name: 'Swap.gg',
  matches: ['https://swap.gg/*'],
  optional: true,
  attributes: ['alt', 'src'],
  pages: [
    { ...cards, path: /^\/(?:[a-z]{2}\/)?trade\/?$/ },
    { ...cards, path: /^\/(?:[a-z]{2}\/)?sell\/?$/, kind: 'inventory', recycles: true },
  ],
  feeds: [{ url: inventories, read: rowsIn(rowFromItem, 'data', 'items') }],
});
