import { type DecimalSign, type Money, parsePrinted } from '#core/money.ts';
import { decodeSegment, isPlausibleName, normaliseName } from '#core/names.ts';
import { hasPhases, type PhasedName, readPhase, splitPhase } from '#core/phases.ts';
import { defineSite, type Reading } from '#core/site.ts';
import { at, textOf } from '#sites/reading/json.ts';
import { storedCurrency } from '#sites/reading/listed-price.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';

/** Facts of this file: sites.md, 7. A card's title and the end of its address are the exact name. */

/** Amounts are printed as the page's language does, with up to three decimals; of others "1,234" is not read. */
const decimals: Readonly<Record<string, DecimalSign>> = { en: '.', pt: ',' };

const languageOf = ({ location }: Document): string => /^\/([a-z]{2})(?:[/-]|$)/.exec(location.pathname)?.[1] ?? '';

/** The currency that the page shows; `undefined` when its storage does not tell. Never throws. */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  try {
    const key = `FiltersFILTERS-${languageOf(document)}`;
    const filters: unknown = JSON.parse(document.defaultView?.localStorage.getItem(key) ?? 'null');
    const current = textOf(at(filters, 'currencies', 'current'));
    if (current !== undefined) return /^[A-Z]{3}$/i.exec(current)?.[0].toUpperCase();
  } catch {
    return undefined;
  }
  return storedCurrency(document, 'currency');
});

function readPrice(element: Element | null): Money | undefined {
  if (!element) return undefined;
  const language = languageOf(element.ownerDocument);
  const decimal = Object.hasOwn(decimals, language) ? decimals[language] : undefined;
  return parsePrinted(element.textContent, { decimal, currency: shownCurrency(element.ownerDocument) });
}

/** A name and the phase that stands beside it, which only some finishes have. */
function phased(name: string, shown: string | null | undefined): PhasedName {
  const { item, phase } = splitPhase(name);
  return hasPhases(item) ? { item, phase: phase ?? readPhase(shown ?? '') } : { item };
}

/** The name that ends an address of the form /language/category/weapon/name. */
function nameInAddress(href: string): string | undefined {
  const path = href.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '');
  const segment = /^\/[a-z]{2}(?:-[a-z]{2})?\/[^/]+\/[^/]+\/([^/]+)\/?$/i.exec(path)?.[1];
  return segment === undefined || path.includes('/product/') ? undefined : decodeSegment(segment);
}

function readCard(card: Element): Reading | undefined {
  const name = card.getAttribute('title') ?? '';
  const addressed = nameInAddress(card.getAttribute('href') ?? '') ?? name;
  const reading = phased(name, card.querySelector('.phase > span')?.textContent);
  const agrees = normaliseName(phased(addressed, '').item) === normaliseName(reading.item);
  if (!isPlausibleName(name) || !agrees) return undefined;
  return { ...reading, listing: readPrice(card.querySelector('.price > span')) };
}

/** An item's own page: its exact name is an attribute, its phase stands behind a heading. */
function readItem(info: Element): Reading | undefined {
  const [name, ...others] = [...info.querySelectorAll('h1.name > span[data-hash]')].map(
    (span) => span.getAttribute('data-hash') ?? '',
  );
  if (!name || others.length > 0 || !isPlausibleName(name)) return undefined;
  const heading = [...info.querySelectorAll('h4.desc')].find(({ textContent }) => textContent.trim() === 'Phase');
  const [price = null, ...prices] = info.querySelectorAll('app-page-inventory-price .price');
  const listing = prices.length === 0 ? readPrice(price?.querySelector('span') ?? null) : undefined;
  return { ...phased(name, heading?.nextElementSibling?.textContent), listing };
}

export default defineSite({
  id: 'marketcsgo',
  name: 'Market.CSGO',
  matches: ['https://market.csgo.com/*'],
  attributes: ['title', 'href', 'data-hash'],
  pages: [
    {
      // A category, and so every item, starts with a capital; the account's pages do not.
      path: /^\/[a-z]{2}(?:-[a-z]{2})?\/(?![a-z])[^/]+(?:\/[^/]+){0,2}\/?$/,
      card: '.item-info:has(h1.name)',
      mount: { after: 'h1.name' },
      read: readItem,
    },
    {
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?(?:\/(?![a-z])[^/]+(?:\/[^/]+){0,2})?\/?)?$/,
      card: 'a[href]:has(> .item-container)',
      mount: { after: '.price' },
      read: readCard,
    },
  ],
});
