import { decodeSegment, isPlausibleName, normaliseName, splitPhase } from '#core/items/names.ts';
import { type DecimalSign, type Money, parsePrinted } from '#core/money/money.ts';
import { mergeRows } from '#core/prices/merge-rows.ts';
import { type CardReading, defineSite, defineTap, notAnItem, type Reading, type Row, type Rows } from '#core/site.ts';
import { amountText, leavesOf, storedCurrency, storedJson, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { centsFromMajor, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { phasedName } from '#sites/reading/rows.ts';
import { at, fieldsOf, listAt, objectAt, single, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/marketcsgo.md. A card's title and the end of its address are the exact name; answers tell both and prices. */

const graphql = /^https:\/\/market\.csgo\.com\/api\/graphql\/?(?:\?|$)/;

export const tap = defineTap({ urls: [graphql] });

const nameKey = (name: string): string => `name ${name}`;

/** The price of an item whose digits a card prints: which sign is the decimal one depends on the language. */
const priceKey = (item: string, phase: string | undefined, print: string): string =>
  `price ${item} ${phase ?? ''} ${print.replace(/\D/g, '')}`;

function rowsFromItem(value: unknown): readonly Row[] {
  const { market_hash_name, phase: stated, price, currency } = fieldsOf(value);
  const name = textOf(market_hash_name) ?? '';
  if (!isPlausibleName(name)) return [];
  const { item, phase } = phasedName(name, textOf(stated));
  const listing = toMoney(centsFromMajor(price), currency);
  const prints = typeof price === 'number' ? new Set([price.toFixed(2), price.toFixed(3), String(price)]) : [];
  const priced = listing ? [...prints].map((print) => ({ key: priceKey(item, phase, print), listing })) : [];
  return [{ key: nameKey(name), item }, ...priced];
}

/** One address answers all queries of the page; only lists of items are read. */
function rowsFromAnswer(body: unknown): readonly Row[] {
  const items = at(objectAt(body, 'data'), 'items');
  return items === undefined || items === null ? [] : mergeRows(listAt(items, 'data').flatMap(rowsFromItem));
}

/** Decimal signs by language; amounts have up to three decimals, so "1,234" is ambiguous in any other language. */
const decimals: Readonly<Record<string, DecimalSign>> = { en: '.', pt: ',' };

const languageOf = ({ location }: Document): string => /^\/([a-z]{2})(?:[/-]|$)/.exec(location.pathname)?.[1] ?? '';

/** The currency that the page shows; `undefined` when it is not stored. */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  const filters = storedJson(document, `FiltersFILTERS-${languageOf(document)}`);
  if (filters === undefined) return undefined;
  const current = textOf(at(filters, 'currencies', 'current'));
  if (current !== undefined) return /^[A-Z]{3}$/i.exec(current)?.[0].toUpperCase();
  return storedCurrency(document, 'currency');
});

const printOn = (document: Document) => (text: string) => {
  const language = languageOf(document);
  const decimal = Object.hasOwn(decimals, language) ? decimals[language] : undefined;
  return parsePrinted(text, { decimal, currency: shownCurrency(document) });
};

const priceOf = (element: Element | undefined): Money | undefined =>
  element ? printOn(element.ownerDocument)(amountText(element)) : undefined;

/** A second part of the price's place is a discount, and what is deeper is another extension's. */
const readListing = (card: Element) => printedListing(card, place, printOn(card.ownerDocument));

const place = '.price > span';

/** The name that ends an address of the form /category/weapon/name, with or without a language; two parts may be empty. */
function nameInAddress(href: string): string | undefined {
  const path = withoutQuery(href.replace(/^https?:\/\/[^/]*/, ''));
  const segment = /^(?:\/[A-Za-z]{2}(?:-[A-Za-z]{2})?)?\/(?![a-z])[^/]*\/[^/]*\/([^/]+)\/?$/.exec(path)?.[1];
  return segment === undefined ? undefined : decodeSegment(segment);
}

/** Whether two spellings name the same item, of any phase. */
const isSameName = (one: string, other: string): boolean =>
  normaliseName(splitPhase(one).item) === normaliseName(splitPhase(other).item);

/** A title alone may be an advertisement's ("Invite friends"): the address or an answer must say the same. */
function readCard(card: Element, rows: Rows): CardReading {
  const name = card.getAttribute('title') ?? '';
  const href = card.getAttribute('href') ?? '';
  const addressed = nameInAddress(href);
  const isTold = rows.get(nameKey(name))?.item !== undefined;
  if (addressed === undefined && !isTold && !isSameName(lastPart(href), name))
    return name === '' || isProduct(href) ? undefined : notAnItem;
  if (!isPlausibleName(name) || !isSameName(addressed ?? name, name)) return undefined;
  const named = phasedName(name, textAt(card, '.phase > span'));
  const [print, ...others] = card.querySelectorAll(place);
  const listing = others.some(priceOf) ? readListing(card)?.listing : priceOf(print);
  if (listing) return { ...named, listing };
  const told = (print ? [print] : leavesOf(card)).map(
    (leaf) => [leaf, rows.get(priceKey(named.item, named.phase, leaf.textContent))?.listing] as const,
  );
  const [leaf, known] = told.find((each) => each[1]) ?? [];
  const printed = priceOf(leaf);
  if (!known && !print) return { ...named, ...readListing(card) };
  return { ...named, listing: known, printed: printed && [printed] };
}

const lastPart = (href: string): string => decodeSegment(/([^/]*)\/?$/.exec(withoutQuery(href))?.[1] ?? '');

const isProduct = (href: string): boolean => /\/product\//.test(href);

/** An exact name in an attribute, a phase after a heading. After a route the last item stays: the address must name it too. */
function readItemPage(info: Element): Reading | undefined {
  const name = single(info.querySelectorAll('h1.name > span[data-hash]'))?.getAttribute('data-hash');
  const addressed = nameInAddress(info.ownerDocument.location.pathname);
  if (!name || !isPlausibleName(name) || (addressed !== undefined && !isSameName(addressed, name))) return undefined;
  const heading = [...info.querySelectorAll('h4.desc')].find(({ textContent }) => textContent.trim() === 'Phase');
  const shownPhase = heading?.nextElementSibling?.textContent ?? '';
  return { ...phasedName(name, shownPhase), ...readListing(info) };
}

export default defineSite({
  id: 'marketcsgo',
  name: 'Market.CSGO',
  matches: ['https://market.csgo.com/*'],
  attributes: ['title', 'href', 'data-hash'],
  pages: [
    {
      // A category, and so every item, starts with a capital; the account's pages do not.
      path: /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:(?![a-z])[^/]+|(?=\/[^/]))(?:\/[^/]*){0,2}\/?$/,
      card: '.item-info:has(h1.name)',
      mount: { after: 'app-page-inventory-price' },
      read: readItemPage,
      readListing,
    },
    {
      path: /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?(?:\/(?:(?![a-z])[^/]+|(?=\/[^/]))(?:\/[^/]*){0,2})?\/?$/,
      card: 'a[href]:has(> .item-container), a[title][href]:has([data-testid*="product-card"])',
      mount: { after: '.price' },
      read: readCard,
      readListing,
    },
  ],
  feeds: [{ url: graphql, read: rowsFromAnswer }],
});
