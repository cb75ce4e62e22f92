import { readWear, wears } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { hasPhases, normaliseName, phases, splitPhase } from '#core/items/names.ts';
import { type Money, parsePrinted, sameAmount } from '#core/money/money.ts';
import { type CardReading, defineSite, defineTap, notAnItem, type Row, type Rows } from '#core/site.ts';
import { isEmptyCard, leavesOf, nameAt } from '#sites/reading/elements.ts';
import { centsFromMajor, printedListing, toMoney } from '#sites/reading/listed-price.ts';
import { namedBy, rowsIn } from '#sites/reading/rows.ts';
import { at, fieldsOf, textOf } from '#sites/reading/values.ts';

/** Facts: src/sites/skins.md. No key, no known place of wear and StatTrak: a card is read only where one version has its price. */

const items = /^https:\/\/api\.skins\.com\/public\/market\/items\/?(?:\?|$)/;

export const tap = defineTap({ urls: [items] });

/** By the usual spelling: a card shows two spaces as one. */
const keyOf = (item: string, phase?: string): string => `item:${normaliseName(item)}\n${phase ?? ''}`;
/** Versions may share a slug, so a slug alone is no key of one. */
const slugKey = (slug: string, { item, phase }: Pick<Row, 'item' | 'phase'>): string =>
  `slug:${slug}\n${item}\n${phase ?? ''}`;
const knownSlug = (slug: string): string => `slug:${slug}`;

function rowsFromItem(value: unknown): Row[] {
  const { slug, marketHashName, lowestPrice, currency, metadata } = fieldsOf(value);
  const named = namedBy(marketHashName, at(metadata, 'phase'));
  if (!named) return [];
  const { item, phase } = named;
  const row = { item, phase, listing: toMoney(centsFromMajor(lowestPrice), currency) };
  const address = textOf(slug);
  const keys = address ? [knownSlug(address), slugKey(address, { item, phase })] : [];
  return [{ key: keyOf(item, phase), shared: true, ...row }, ...keys.map((key) => ({ key, ...row }))];
}

/** Wears shown anywhere in the card. */
const shownWears = (card: Element): ReadonlySet<string> =>
  new Set(leavesOf(card).flatMap(({ textContent }) => readWear(textContent.trim()) ?? []));

const marks = [{}, { statTrak: true }, { souvenir: true }];

function possibleNames(card: Element): Set<string> {
  const weapon = nameAt(card, '.item-details__category');
  const skin = nameAt(card, '.item-details__name');
  const bases = skin ? [`${weapon} | ${skin}`, skin] : [weapon];
  const shown = shownWears(card);
  return new Set(
    bases.flatMap((base) =>
      [undefined, ...wears]
        .filter((wear) => shown.size === 0 || (wear && shown.has(wear)))
        .flatMap((wear) => marks.flatMap((mark) => buildName({ base, wear, ...mark }) ?? [])),
    ),
  );
}

function versionsOf(card: Element, rows: Rows): Row[] {
  const isStatTrak = card.textContent.includes('StatTrak');
  const isSouvenir = card.textContent.includes('Souvenir');
  return [...possibleNames(card)]
    .filter((name) => (!isStatTrak || name.includes('StatTrak')) && (!isSouvenir || name.includes('Souvenir')))
    .map(splitPhase)
    .flatMap(({ item, phase }) => {
      const possible = hasPhases(item) && !phase ? [undefined, ...phases] : [phase];
      return possible.flatMap((each) => rows.get(keyOf(item, each)) ?? []);
    });
}

const readListing = (card: Element, currency = 'USD') =>
  printedListing(card, '.item-footer__price', (text) => parsePrinted(text, { decimal: '.', currency }));

/** The printed price, if it is the row's; whether answers count in dollars or in cents is not known. */
function printedPrice(card: Element, { listing }: Row): Money | undefined {
  const printed = listing && readListing(card, listing.currency)?.listing;
  const agrees = printed && (sameAmount(printed, listing) || printed.cents === listing.cents / 100);
  return agrees ? printed : undefined;
}

/** The version of an item that a card's link leads to, as far as it tells. */
function readLink(card: Element) {
  const href = (card.closest('a[href]') ?? card.querySelector('a[href]'))?.getAttribute('href');
  if (!href || !URL.canParse(href, 'https://skins.com')) return undefined;
  const { pathname, searchParams } = new URL(href, 'https://skins.com');
  const st = searchParams.get('st') ?? '';
  return {
    slug: /([^/]*)\/?$/.exec(pathname)?.[1] ?? '',
    wear: readWear(searchParams.get('exterior') ?? ''),
    statTrak: /^(?:1|true)$/.test(st) || (/^(?:0|false)$/.test(st) ? false : undefined),
  };
}

type Link = NonNullable<ReturnType<typeof readLink>>;

const fits = ({ slug, wear, statTrak }: Link, row: Row, rows: Rows): boolean =>
  rows.get(slugKey(slug, row)) !== undefined &&
  (wear === undefined || row.item?.endsWith(` (${wear})`) === true) &&
  (statTrak === undefined || row.item?.includes('StatTrak™') === statTrak);

/** The versions that words, link and price allow; the price only where the link does not tell the version. */
function candidatesOf(card: Element, rows: Rows): readonly Row[] {
  const versions = versionsOf(card, rows);
  const link = readLink(card);
  const isKnown = link && rows.get(knownSlug(link.slug)) !== undefined;
  const linked = isKnown ? versions.filter((row) => fits(link, row, rows)) : versions;
  const isExact = isKnown && link.wear !== undefined && link.statTrak !== undefined;
  return isExact ? linked : linked.filter((row) => printedPrice(card, row));
}

function readCard(card: Element, rows: Rows): CardReading {
  if (isEmptyCard(card)) return notAnItem;
  const [row, ...others] = candidatesOf(card, rows);
  if (!row?.item || others.some(({ item }) => item !== row.item)) return undefined;
  const phase = others.length === 0 ? row.phase : undefined;
  return { item: row.item, phase, listing: printedPrice(card, row) };
}

export default defineSite({
  id: 'skins',
  name: 'Skins.com',
  matches: ['https://skins.com/*'],
  // A placeholder becomes an item by its class.
  attributes: ['class', 'href'],
  pages: [
    {
      // An item's own page shows similar ones.
      path: /^\/(?:[a-z]{2}\/)?(?:market|item\/[^/]+)\/?$/,
      card: '.item-listing:not(.item-listing--placeholder)',
      mount: { after: '.item-footer__price' },
      read: readCard,
      readListing: (card) => readListing(card),
    },
  ],
  feeds: [{ url: items, read: rowsIn(rowsFromItem, 'data') }],
});
