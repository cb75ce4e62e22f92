import { readWear } from '#core/items/item-kinds.ts';
import { type CardReading, defineSite, defineTap, type Row, type Rows } from '#core/site.ts';
import { steamImageIn } from '#sites/reading/elements.ts';
import { attachedTo, joinedReading, namedBy, phaseOfPaint, rowsIn, worn } from '#sites/reading/rows.ts';
import { fieldsOf, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/pirateswap.md. Neither id nor link: picture, wear and wear value together join a card to a row. */

const inventory = /^https:\/\/(?:[a-z0-9-]+\.)*pirateswap\.com\/inventory\/v\d+\/ExchangerInventory\/?(?:\?|$)/;

export const tap = defineTap({ urls: [inventory] });

/** The first four decimals of a wear value, cut and rounded: which of them a card shows is not known. */
function shownValues(value: unknown): readonly string[] {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !(number > 0 && number < 1)) return [];
  return [...new Set([(Math.floor(number * 10_000) / 10_000).toFixed(4), number.toFixed(4)])];
}

/** Items without a wear that share their picture with others: knives, StatTrak™ ones, music kits and graffiti. */
const sharesPicture = /^(?:★|StatTrak™|Music Kit|Sealed Graffiti)/;

function rowsFromItem(value: unknown): readonly Row[] {
  const { marketHashName, icon, exterior, float, paintIndex, stickers } = fieldsOf(value);
  const picture = steamImageIn(textOf(icon) ?? '');
  const name = namedBy(marketHashName, phaseOfPaint(paintIndex));
  if (!picture || !name) return [];
  const named = { ...name, ...attachedTo(name.item, { stickers }), ...worn(float) };
  const wear = readWear(textOf(exterior) ?? '');
  if (wear) return shownValues(float).map((shown) => ({ key: `${picture} ${wear} ${shown}`, shared: true, ...named }));
  return sharesPicture.test(name.item) ? [] : [{ key: picture, shared: true, ...named }];
}

/** A text such as "FN - 0.0312". */
const wearText = /^(FN|MW|FT|WW|BS)\s*-\s*(0\.\d{4})$/;

function readCard(card: Element, rows: Rows): CardReading {
  const texts = [...card.querySelectorAll('p')].map(({ textContent }) => textContent.trim());
  const [shown, ...others] = texts.flatMap((text) => {
    const [, wear = '', value] = wearText.exec(text) ?? [];
    return value ? [` ${readWear(wear)} ${value}`] : [];
  });
  const image = single(card.querySelectorAll('img[class*="SkinCardImage"]'));
  const row = rows.get(`${steamImageIn(image?.getAttribute('src') ?? '')}${shown ?? ''}`);
  const isOther = ['StatTrak', 'Souvenir'].some(
    (mark) => card.textContent.includes(mark) && !row?.item?.includes(mark),
  );
  return isOther || others.length > 0 ? undefined : joinedReading(row, () => ({ kind: 'none' }));
}

export default defineSite({
  id: 'pirateswap',
  name: 'PirateSwap',
  matches: ['https://pirateswap.com/*'],
  optional: true,
  attributes: ['src'],
  pages: [{ path: /^\/(?:[a-z]{2}\/)?exchanger\/?$/, card: '[data-testid="exchanger-card"]', read: readCard }],
  feeds: [{ url: inventory, read: rowsIn(rowsFromItem, 'items') }],
});
