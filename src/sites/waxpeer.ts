import { parseJson } from '#core/asks/parse-json.ts';
import { readWear } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { normaliseName, type PhasedName, splitPhase } from '#core/items/names.ts';
import { type CardReading, defineSite, defineTap, notAnItem, otherGame, type Row, type Rows } from '#core/site.ts';
import { attributeAt, isEmptyCard, storedCurrency, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { besideCard, centsFromThousandths, printedListing, printIn, toMoney } from '#sites/reading/listed-price.ts';
import { phasedName, rowsIn, worn } from '#sites/reading/rows.ts';
import { at, fieldsOf, idOf, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/waxpeer.md. A card shows its whole name; its link ends in the id of a row, which states phase and price. */

const items = /^https:\/\/(?:[a-z0-9-]+\.)*waxpeer\.com\/api\/(?:data\/index|(?:csgo|cs2)\/browse)\/?(?:\?|$)/;
const itemsOfOtherGames =
  /^https:\/\/(?:[a-z0-9-]+\.)*waxpeer\.com\/api\/(?!(?:csgo|cs2)\/)[a-z0-9-]+\/browse\/?(?:\?|$)/;
const payload = /^https:\/\/(?:[a-z0-9-]+\.)*waxpeer\.com\/(?:[^?#]*\/)?_payload\.json(?:\?|$)/;

/** The rows of the page's first data, by the element that holds them; the page never changes it. */
const firstRows = new WeakMap<Element, readonly Row[]>();

export const tap = defineTap({
  urls: [items, itemsOfOtherGames, payload],
  state: ({ document }) => {
    const script = document.querySelector('script#__NUXT_DATA__');
    if (!script || document.readyState === 'loading') return [];
    const rows = firstRows.get(script) ?? rowsFromPayload(parseJson(script.textContent));
    firstRows.set(script, rows);
    return rows;
  },
});

/** An image's file name starts with the number of its game, or a part of its address is that number; 730 is CS2. */
const isOtherGame = (image: string): boolean => /(?:^|\/)(?!730-)\d+-[^/]*$|\/class\/(?!730\/)\d+\//.test(image);

const isGame = (game: unknown): boolean =>
  game === undefined || game === null || /^(?:csgo|cs2|730)$/.test(String(game));

/** A row with its name as given. Prices are thousandths of a US dollar. */
function givenRow(value: unknown): Row | undefined {
  const { item_id, name, image, game, phase, price, float } = fieldsOf(value);
  const [key, item] = [idOf(item_id), textOf(name)];
  if (key && (!isGame(game) || isOtherGame(textOf(image) ?? ''))) return { key, otherGame: true };
  const listing = toMoney(centsFromThousandths(price), 'USD');
  return key && item ? { key, item, phase: textOf(phase), listing, ...worn(float) } : undefined;
}

function rowOfOtherGame(value: unknown): Row | undefined {
  const key = idOf(at(value, 'item_id'));
  return key ? { key, otherGame: true } : undefined;
}

/** A row with its exact name; a name may lack the space after ★ and may contain a Doppler's phase. */
function namedRow(value: unknown): Row | undefined {
  const row = givenRow(value);
  const named = row && nameOf(row.item ?? '', textOf(fieldsOf(value)['exterior']) ?? '', row.phase);
  return row?.otherGame ? row : row && named && { ...row, phase: undefined, ...named };
}

/** The exact name as given, or else repaired; a field for the phase must not contradict the name. */
function nameOf(
  name: string,
  exterior: string,
  phase: string | undefined,
): (PhasedName & Pick<Row, 'assembled'>) | undefined {
  const built = buildName({ base: name, wear: readWear(exterior) });
  if (!built) return undefined;
  const isExact = built === normaliseName(name);
  const named = splitPhase(isExact ? name : built);
  const stated = phasedName(named.item, phase);
  if (named.phase && stated.phase && named.phase !== stated.phase) return undefined;
  return { ...named, ...(stated.phase && stated), ...(!isExact && { assembled: true as const }) };
}

/** Each object's fields are indexes of values, or negative. This runs in the page's world too, so names are read later. */
function rowsFromPayload(body: unknown): readonly Row[] {
  const values: readonly unknown[] = Array.isArray(body) ? body : [];
  const valueAt = (index: unknown): unknown => (typeof index === 'number' ? values[index] : undefined);
  const items = values.map(fieldsOf).filter((value) => ['item_id', 'name'].every((field) => field in value));
  return items.flatMap((item) => {
    const fields = Object.entries(item).map(([field, index]) => [field, valueAt(index)] as const);
    return givenRow(Object.fromEntries(fields)) ?? [];
  });
}

function rowOf(href: string, rows: Rows): Row | undefined {
  const [row, ...others] = withoutQuery(href)
    .split('/')
    .flatMap((part) => rows.get(part) ?? []);
  return others.length === 0 ? row : undefined;
}

/** The first link of a card, for screen readers. */
const wholeName = ':scope > a.sr-only, :scope > a[href*="/item/"]';
const itemLink = /\/item\/\d+\/?(?:[?#]|$)/;
const print = ':has(> div.inline-flex) span.font-medium';

const shownCurrency = ({ ownerDocument }: Element) => storedCurrency(ownerDocument, 'currency');

const readListing = (card: Element) => printedListing(card, print, printIn(shownCurrency(card)));

/** The name and the phase of the row of the card's link, which the card's whole name must not contradict. */
function readCard(card: Element, rows: Rows): CardReading {
  if (isEmptyCard(card)) return notAnItem;
  const href = attributeAt(card, wholeName, 'href');
  const row = rowOf(href, rows);
  if (row?.otherGame || isOtherGame(attributeAt(card, 'a.thumb-link img', 'src'))) return otherGame;
  const shown = nameOf(textAt(card, wholeName).trim(), '', undefined);
  if (!itemLink.test(href)) return isAdvertisement(card) ? notAnItem : undefined;
  if (!shown) return undefined;
  if (!row) return { ...shown, ...readListing(card), assembled: true };
  const named = nameOf(row.item ?? '', '', row.phase);
  const isSame = named?.item && shown.item && normaliseName(named.item) === normaliseName(shown.item);
  if (!isSame || (named.phase && shown.phase && named.phase !== shown.phase)) return undefined;
  const priced = besideCard(row.listing, card, print, shownCurrency(card));
  const assembled = row.assembled ?? named.assembled;
  return { item: named.item, phase: named.phase ?? shown.phase, ...priced, assembled, wearValue: row.wearValue };
}

/** A tile without a price and without a link to an item, which leads elsewhere. */
const isAdvertisement = (card: Element): boolean => {
  const links = [...card.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '');
  return links.length > 0 && !links.some((href) => itemLink.test(href)) && !card.querySelector('span.font-medium');
};

export default defineSite({
  id: 'waxpeer',
  name: 'Waxpeer',
  matches: ['https://waxpeer.com/*'],
  attributes: ['href', 'src'],
  pages: [
    {
      // The list is the home page or a category, in any language. The flag i would cost each page 0.1 ms.
      path: /^\/(?:[A-Za-z]{2}(?:-[A-Za-z]{2,4})?(?:\/|$))?(?:(?:r\/[^/]+|(?:agents|cases|charms|collectibles|containers|equipment|gloves|graffiti|heavy|keys|knives|machineguns|music-kits|patches|pistols|rifles|shotguns|smgs?|sniper-rifles|stickers)(?:\/[^/]+)?)\/?)?$/,
      card: '.catalog__list > .item-card',
      read: readCard,
      readListing,
    },
  ],
  feeds: [
    { url: items, read: rowsIn(namedRow, 'items') },
    { url: itemsOfOtherGames, read: rowsIn(rowOfOtherGame, 'items') },
    { url: payload, read: rowsFromPayload },
  ],
});
