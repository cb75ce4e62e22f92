import { type Money, parsePrinted } from '#core/money.ts';
import { isPlausibleName } from '#core/names.ts';
import { type PhasedName, splitPhase } from '#core/phases.ts';
import { type CardReading, defineSite, defineTap, otherGame, type Reading, type Row, type Rows } from '#core/site.ts';
import { wears } from '#core/wears.ts';
import { attributeAt, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, sameAmount, toMoney, unlessPrintedOther } from '#sites/reading/listed-price.ts';
import { storedCurrency } from '#sites/reading/local-storage.ts';
import { mergeRows } from '#sites/reading/merge-rows.ts';
import { phasedName } from '#sites/reading/phased-name.ts';

/**
 * Facts: src/sites/shadowpay.md. A card to buy links to a row of the page's answer by its id. A card to sell shows the
 * picture of a row, and several items may share a picture.
 */

const offers = /^https:\/\/(?:[a-z0-9-]+\.)*shadowpay\.com\/(?:[a-z]{2}\/)?api\/market\/get_items\/?(?:\?|$)/;
const owned = /^https:\/\/(?:[a-z0-9-]+\.)*shadowpay\.com\/(?:[a-z]{2}\/)?api\/market\/inventory\/?(?:\?|$)/;

export const tap = defineTap({ urls: [offers, owned] });

/** The name of an item, without a phase where the name and the field contradict each other. */
function nameOf({ steam_market_hash_name, phase }: Readonly<Record<string, unknown>>): PhasedName | undefined {
  const name = textOf(steam_market_hash_name) ?? '';
  if (!isPlausibleName(name)) return undefined;
  const named = splitPhase(name);
  const stated = phasedName(named.item, textOf(phase)).phase;
  return named.phase && stated && named.phase !== stated ? { item: named.item } : phasedName(name, textOf(phase));
}

function rowFromOffer(value: unknown): Row | undefined {
  const fields = fieldsOf(value);
  const key = idOf(fields['id']);
  const name = nameOf(fields);
  return key && name ? { key, ...name, listing: toMoney(decimalFromMajor(fields['price_usd']), 'USD') } : undefined;
}

/** The hash of a picture: the sixth part of its address. */
const pictureOf = (address: string): string | undefined => address.split('/')[5];

/** Items of other wears and StatTrak share pictures; a picture of several own items identifies none of them. */
const rowsFromOwned = (items: readonly unknown[]): readonly Row[] =>
  mergeRows(
    items.map(fieldsOf).map((fields) => {
      const icon = textOf(fields['icon_url']) ?? '';
      return { key: `icon:${icon.includes('/') ? pictureOf(icon) : icon}`, ...nameOf(fields) };
    }),
  );

const idIn = (address: string): string => /\/item\/(\d+)-[^/]*\/?$/.exec(withoutQuery(address))?.[1] ?? '';

/** The answer's price in US dollars; without one, the print must state its currency. */
function priceOf(card: Element, stated: Money | undefined): Money | undefined {
  const print = textAt(card, '.item-buy-card__sell-price').trim().split('\n', 1)[0] ?? '';
  const currency = storedCurrency(card.ownerDocument, 'currency');
  return stated ? unlessPrintedOther(stated, print, currency) : parsePrinted(print, { currency });
}

const otherGameCard = '[class*="item-buy-card_project_"]:not([class*="item-buy-card_project_cs"])';

function readCard(card: Element, rows: Rows): CardReading {
  if (card.closest(otherGameCard)) return otherGame;
  const { item, phase, listing } = rows.get(idIn(attributeAt(card, 'a[href*="/item/"]', 'href'))) ?? {};
  return item ? { item, phase, listing: priceOf(card, listing) } : undefined;
}

const wordsOf = (element: Element | null): string => element?.textContent.replace(/\s+/g, ' ') ?? '';

/** Whether a text contains the weapon and the finish of an item, or the whole name of an item without a finish. */
const hasPieces = (shown: string, item: string): boolean =>
  item
    .replace(/^(?:★ )?(?:StatTrak™ |Souvenir )?| \([^()]*\)$/g, '')
    .split(' | ')
    .every((piece) => shown.includes(piece));

/** An item's own page. It must show the item's words and price, because the previous item may still be shown. */
function readItemPage(page: Element, rows: Rows): Reading | undefined {
  const { item, phase, listing } = rows.get(idIn(page.ownerDocument.location.pathname)) ?? {};
  const shown = wordsOf(page);
  if (!item || !hasPieces(shown, item)) return undefined;
  const numbers = shown.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];
  const isShown = listing && numbers.some((number) => sameAmount(number, listing.amount));
  return { item, phase, listing: isShown ? listing : undefined };
}

/** A card of the user's own items; its price is the site's offer for the item, not a listing's. */
function readOwnItem(card: Element, rows: Rows): Reading | undefined {
  const picture = pictureOf(attributeAt(card, 'img.img-lazy', 'src'));
  const { item, phase } = rows.get(`icon:${picture}`) ?? {};
  const name = wordsOf(card.querySelector('.parse-color-item__name'));
  const otherWear = wears.some((wear) => wordsOf(card).includes(wear) && !item?.includes(wear));
  return !item || otherWear || (name && !hasPieces(name, item)) ? undefined : { item, phase, kind: 'none' };
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
      read: readItemPage,
    },
    {
      path: /^\/(?:[a-z]{2}\/)?(?:csgo-items|item)(?:\/|$)/,
      card: 'div.item-buy-card',
      mount: { append: '.item-buy-card__footer' },
      read: readCard,
    },
    {
      // The user's pages have unknown addresses and known cards.
      path: /^\/(?:[a-z]{2}\/)?(?:user|profile|account|inventory|sell)(?:[/-]|$)/,
      kind: 'inventory',
      card: '.user-inventory__items-wrapper > div.item-sell-card',
      mount: { append: '.item-sell-card__container' },
      read: readOwnItem,
    },
  ],
  feeds: [
    { url: offers, read: (body) => listAt(body, 'items').flatMap((item) => rowFromOffer(item) ?? []) },
    { url: owned, read: (body) => rowsFromOwned(listAt(body, 'inv')) },
  ],
  tap,
});
