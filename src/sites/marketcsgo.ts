import { type DecimalSign, type Money, parsePrinted } from '#core/money.ts';
import { decodeSegment, isPlausibleName, normaliseName } from '#core/names.ts';
import { splitPhase } from '#core/phases.ts';
import { defineSite, type Reading } from '#core/site.ts';
import { textAt, withoutQuery } from '#sites/reading/elements.ts';
import { at, textOf } from '#sites/reading/json.ts';
import { storedCurrency, storedJson } from '#sites/reading/local-storage.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';
import { phasedName } from '#sites/reading/phased-name.ts';
import { single } from '#sites/reading/single.ts';

/** Facts: src/sites/marketcsgo.md. A card's title and the end of its address are the exact name. */

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

function priceOf(element: Element | null | undefined): Money | undefined {
  if (!element) return undefined;
  const language = languageOf(element.ownerDocument);
  const decimal = Object.hasOwn(decimals, language) ? decimals[language] : undefined;
  return parsePrinted(element.textContent, { decimal, currency: shownCurrency(element.ownerDocument) });
}

/** The name that ends an address of the form /category/weapon/name, with or without a language in front. */
function nameInAddress(href: string): string | undefined {
  const path = withoutQuery(href.replace(/^https?:\/\/[^/]*/, ''));
  const segment = /^(?:\/[A-Za-z]{2}(?:-[A-Za-z]{2})?)?\/(?![a-z])[^/]+\/[^/]+\/([^/]+)\/?$/.exec(path)?.[1];
  return segment === undefined ? undefined : decodeSegment(segment);
}

/** Whether two spellings name the same item, of any phase. */
const isSameName = (one: string, other: string): boolean =>
  normaliseName(splitPhase(one).item) === normaliseName(splitPhase(other).item);

function readCard(card: Element): Reading | undefined {
  const name = card.getAttribute('title') ?? '';
  const addressed = nameInAddress(card.getAttribute('href') ?? '') ?? name;
  if (!isPlausibleName(name) || !isSameName(addressed, name)) return undefined;
  return { ...phasedName(name, textAt(card, '.phase > span')), listing: priceOf(card.querySelector('.price > span')) };
}

/**
 * An item's own page: its exact name is an attribute, its phase follows a heading. After a change of route the last item is
 * still shown, so the address must name the same one.
 */
function readItemPage(info: Element): Reading | undefined {
  const name = single(info.querySelectorAll('h1.name > span[data-hash]'))?.getAttribute('data-hash');
  const addressed = nameInAddress(info.ownerDocument.location.pathname);
  if (!name || !isPlausibleName(name) || (addressed !== undefined && !isSameName(addressed, name))) return undefined;
  const heading = [...info.querySelectorAll('h4.desc')].find(({ textContent }) => textContent.trim() === 'Phase');
  const price = single(info.querySelectorAll('app-page-inventory-price .price'));
  const shownPhase = heading?.nextElementSibling?.textContent ?? '';
  return { ...phasedName(name, shownPhase), listing: priceOf(price?.querySelector('span')) };
}

export default defineSite({
  id: 'marketcsgo',
  name: 'Market.CSGO',
  matches: ['https://market.csgo.com/*'],
  attributes: ['title', 'href', 'data-hash'],
  pages: [
    {
      // A category, and so every item, starts with a capital; the account's pages do not.
      path: /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?![a-z])[^/]+(?:\/[^/]+){0,2}\/?$/,
      card: '.item-info:has(h1.name)',
      mount: { after: 'h1.name' },
      read: readItemPage,
    },
    {
      path: /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?(?:\/(?![a-z])[^/]+(?:\/[^/]+){0,2})?\/?$/,
      card: 'a[href]:has(> .item-container)',
      mount: { after: '.price' },
      read: readCard,
    },
  ],
});
