import { decimalFromMinor, type Money, parsePrinted } from '#core/money.ts';
import { isPlausibleName, normaliseName } from '#core/names.ts';
import { hasPhases, readPhase, splitPhase } from '#core/phases.ts';
import { defineSite, defineTap, type ListingKind, type Reading, type Row, type Rows } from '#core/site.ts';
import { at, fieldsOf, idOf, listAt, textOf } from '#sites/reading/json.ts';
import { sameAmount } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';

/**
 * Facts of this file: sites.md, 4. A card's image carries the exact name; its id is joined to the page's own answers,
 * which tell phase and price. One page shows the market beside the user's own items, whose price is what they would
 * bring at once.
 */

const market = /\/exchange\/v1\/market\/items(?:\/v2)?(?:\?|$)/;
const own = /\/user\/(?:items|assets|offers)(?:\?|$)/;

export const tap = defineTap({ urls: [market, own] });

/** Cents as a number, or as the text that the older answer holds. */
function dollars(cents: unknown): Money | undefined {
  const units = typeof cents === 'string' && /^\d{1,12}$/.test(cents) ? Number(cents) : cents;
  const amount = typeof units === 'number' ? decimalFromMinor(units, 2) : undefined;
  return amount === undefined ? undefined : { amount, currency: 'USD' };
}

/** One item under each of its ids, for a card has one of them. */
function readItem(value: unknown, kind: ListingKind): readonly Row[] {
  const { itemId, offerId, assetId, title, extra, cs2, price, priceCents, instantPrice } = fieldsOf(value);
  const shown = textOf(title);
  if (!shown) return [];
  const { item, phase: inName } = splitPhase(shown);
  const stated = textOf(at(extra, 'phase')) ?? textOf(at(cs2, 'phase')) ?? '';
  const phase = hasPhases(item) ? (inName ?? readPhase(stated)) : undefined;
  const asked = dollars(priceCents ?? at(price, 'USD'));
  const listing = kind === 'ask' ? asked : dollars(at(instantPrice, 'USD'));
  const ids = new Set([itemId, offerId, assetId].map(idOf));
  return [...ids].flatMap((key) => (key ? [{ key, item, phase, listing, kind }] : []));
}

/** @throws TypeError when no field holds a list of items. */
function readItems(body: unknown, kind: ListingKind): readonly Row[] {
  const fields = fieldsOf(body);
  const name = ['objects', 'offers', 'assets', 'items'].find((each) => Array.isArray(fields[each])) ?? 'objects';
  return listAt(body, name).flatMap((value) => readItem(value, kind));
}

/** The currency in which the page shows prices; `undefined` when it is not told. */
const shownCurrency = memoizeUntilMicrotask(({ defaultView }: Document): string | undefined => {
  try {
    const stores: unknown = JSON.parse(defaultView?.localStorage.getItem('dmarket/AkitaStores') ?? '');
    return /^[A-Z]{3}$/.exec(textOf(at(stores, 'currency', 'activeCurrency')) ?? '')?.[0];
  } catch {
    return undefined;
  }
});

/** The print, which in US dollars must be the amount that the answer told: a card may show one of several prices. */
function priceOf(card: Element, told: Money | undefined): Money | undefined {
  const [print, ...others] = card.querySelectorAll('.c-asset__footerLeft > [class*="c-asset__price"]');
  const currency = shownCurrency(card.ownerDocument) ?? 'USD';
  const printed = others.length === 0 ? parsePrinted(print?.textContent ?? '', { decimal: '.', currency }) : undefined;
  if (!printed || !told) return undefined;
  if (printed.currency !== told.currency) return printed;
  return sameAmount(printed.amount, told.amount) ? told : undefined;
}

/** The name of the card's image; a row under the card's id must not tell another. */
function read(card: Element, rows: Rows): Reading | undefined {
  const [name, ...others] = [...card.querySelectorAll('img.c-asset__img, .u-game img')].map(
    (image) => image.getAttribute('alt') ?? '',
  );
  if (!name || others.length > 0 || !isPlausibleName(name)) return undefined;
  const { item, phase } = splitPhase(name);
  const row = rows.get(card.id);
  if (!row) return { item, phase };
  if (normaliseName(row.item ?? '') !== normaliseName(item)) return undefined;
  return { item, phase: row.phase ?? phase, listing: priceOf(card, row.listing), kind: row.kind };
}

export default defineSite({
  id: 'dmarket',
  name: 'DMarket',
  matches: ['https://dmarket.com/*'],
  attributes: ['id', 'alt'],
  pages: [
    {
      path: /^\/ingame-items\/item-list\/csgo-skins\/?$/,
      card: 'asset-card, asset-card-v2',
      mount: { append: '.c-asset__footerInner' },
      read,
    },
  ],
  feeds: [
    { url: market, read: (body) => readItems(body, 'ask') },
    { url: own, read: (body) => readItems(body, 'bid') },
  ],
  tap,
});
