import { type Money, parsePrinted } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import { hasPhases, readPhase, splitPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Reading, type Row, type Rows } from '#core/site.ts';
import { wears } from '#core/wears.ts';
import { fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, sameAmount, storedCurrency, unlessPrintedOther } from '#sites/reading/listed-price.ts';

/**
 * Facts of this file: sites.md, 10. A card to buy links to a row of the page's answer by its id; a card to sell shows
 * the picture of one, and a picture may belong to several items.
 */

const offers = /^https:\/\/(?:[a-z0-9-]+\.)*shadowpay\.com\/(?:[a-z]{2}\/)?api\/market\/get_items\/?(?:\?|$)/;
const owned = /^https:\/\/(?:[a-z0-9-]+\.)*shadowpay\.com\/(?:[a-z]{2}\/)?api\/market\/inventory\/?(?:\?|$)/;

export const tap = defineTap({ urls: [offers, owned] });

function readName(fields: Readonly<Record<string, unknown>>): Pick<Row, 'item' | 'phase'> | undefined {
  const name = textOf(fields['steam_market_hash_name']) ?? '';
  if (!isPlausibleName(name)) return undefined;
  const { item, phase } = splitPhase(name);
  const told = hasPhases(item) ? readPhase(textOf(fields['phase']) ?? '') : undefined;
  return phase && told && phase !== told ? { item } : { item, phase: phase ?? told };
}

function readOffer(value: unknown): Row | undefined {
  const fields = fieldsOf(value);
  const key = idOf(fields['id']);
  const name = readName(fields);
  const amount = decimalFromMajor(fields['price_usd']);
  if (!key || !name) return undefined;
  return { key, ...name, listing: amount === undefined ? undefined : { amount, currency: 'USD' } };
}

/** The hash that names a picture: the sixth part of its address. */
const pictureOf = (address: string): string | undefined => address.split('/')[5];

/** Wears and StatTrak share pictures, so one that stands for several of the user's items names none. */
function readOwned(items: readonly unknown[]): Row[] {
  const found = new Map<string, Row>();
  for (const fields of items.map(fieldsOf)) {
    const icon = textOf(fields['icon_url']) ?? '';
    const key = `icon:${icon.includes('/') ? pictureOf(icon) : icon}`;
    const row = readName(fields);
    const before = found.get(key);
    const alike = row && (!before || (before.item === row.item && before.phase === row.phase));
    found.set(key, alike ? { key, ...row } : { key });
  }
  return [...found.values()];
}

const idIn = (address: string): string => /\/item\/(\d+)-[^/]*\/?$/.exec(address.replace(/[?#].*$/, ''))?.[1] ?? '';

/** The first line is the price; the answer tells it in US dollars, else its print must say what it is. */
function listingOf(card: Element, listing: Money | undefined): Money | undefined {
  const print = card.querySelector('.item-buy-card__sell-price')?.textContent.trim().split('\n', 1)[0] ?? '';
  const currency = storedCurrency(card.ownerDocument, 'currency');
  return listing ? unlessPrintedOther(listing, print, currency) : parsePrinted(print, { currency });
}

const otherGameCard = '[class*="item-buy-card_project_"]:not([class*="item-buy-card_project_cs"])';

function readBuyCard(card: Element, rows: Rows): CardReading {
  if (card.closest(otherGameCard)) return otherGame;
  const link = card.querySelector('a[href*="/item/"]')?.getAttribute('href') ?? '';
  const { item, phase, listing } = rows.get(idIn(link)) ?? {};
  return item ? { item, phase, listing: listingOf(card, listing) } : undefined;
}

const wordsOf = (element: Element | null): string => element?.textContent.replace(/\s+/g, ' ') ?? '';

/** Whether a text holds the weapon and the finish of an item, or all the name of what has no finish. */
const holdsPieces = (shown: string, item: string): boolean =>
  item
    .replace(/^(?:★ )?(?:StatTrak™ |Souvenir )?| \([^()]*\)$/g, '')
    .split(' | ')
    .every((piece) => shown.includes(piece));

/** An item's own page; it must show the item's words and price, for what stood there before may still do. */
function readDetail(page: Element, rows: Rows): Reading | undefined {
  const { item, phase, listing } = rows.get(idIn(page.ownerDocument.location.pathname)) ?? {};
  const shown = wordsOf(page);
  if (!item || !holdsPieces(shown, item)) return undefined;
  const numbers = shown.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];
  const isShown = listing && numbers.some((number) => sameAmount(number, listing.amount));
  return { item, phase, listing: isShown ? listing : undefined };
}

/** A card of the user's own items shows what the site offers for it, which is no listing. */
function readSellCard(card: Element, rows: Rows): Reading | undefined {
  const picture = pictureOf(card.querySelector('img.img-lazy')?.getAttribute('src') ?? '');
  const { item, phase } = rows.get(`icon:${picture}`) ?? {};
  const name = wordsOf(card.querySelector('.parse-color-item__name'));
  const otherWear = wears.some((wear) => wordsOf(card).includes(wear) && !item?.includes(wear));
  return !item || otherWear || (name && !holdsPieces(name, item)) ? undefined : { item, phase, kind: 'none' };
}

export default defineSite({
  id: 'shadowpay',
  name: 'ShadowPay',
  matches: ['https://shadowpay.com/*'],
  attributes: ['href', 'src', 'class'],
  pages: [
    {
      path: /^\/(?:[a-z]{2}\/)?item\//,
      card: 'div.marketplace-content',
      mount: { append: ':scope' },
      read: readDetail,
    },
    {
      path: /^\/(?:[a-z]{2}\/)?(?:csgo-items|item)(?:\/|$)/,
      card: 'div.item-buy-card',
      mount: { append: '.item-buy-card__footer' },
      read: readBuyCard,
    },
    {
      // "User pages": their addresses are not known, their cards are.
      path: /^\/(?:[a-z]{2}\/)?(?:user|profile|account|inventory|sell)(?:[/-]|$)/,
      kind: 'inventory',
      card: '.user-inventory__items-wrapper > div.item-sell-card',
      mount: { append: '.item-sell-card__container' },
      read: readSellCard,
    },
  ],
  feeds: [
    { url: offers, read: (body) => listAt(body, 'items').flatMap((item) => readOffer(item) ?? []) },
    { url: owned, read: (body) => readOwned(listAt(body, 'inv')) },
  ],
  tap,
});
