import { hundredths, type Money, parsePrinted } from '#core/money.ts';
import { buildName } from '#core/name-pieces.ts';
import { isPlausibleName, nameFromText } from '#core/names.ts';
import { hasPhases, phases, readPhase, splitPhase } from '#core/phases.ts';
import { defineSite, defineTap, type Reading, type Row, type Rows } from '#core/site.ts';
import { readWear, wears } from '#core/wears.ts';
import { at, fieldsOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, sameAmount } from '#sites/reading/listed-price.ts';

/**
 * Facts of this file: sites.md, 12. A card shows weapon and skin, but nobody knows where it shows wear and StatTrak, and
 * it holds no key. So it is read only when, of all the versions of its skin that the page was told of, a single one
 * has the price that the card shows.
 */

const items = /^https:\/\/api\.skins\.com\/public\/market\/items\/?(?:\?|$)/;

export const tap = defineTap({ urls: [items] });

const keyOf = (item: string, phase?: string): string => `item:${item}\n${phase ?? ''}`;
const slugKey = (slug: string): string => `slug:${slug}`;

function readItem(value: unknown): Row[] {
  const { slug, marketHashName, lowestPrice, currency, metadata } = fieldsOf(value);
  const name = textOf(marketHashName) ?? '';
  if (!isPlausibleName(name)) return [];
  const { item, phase = readPhase(textOf(at(metadata, 'phase')) ?? '') } = splitPhase(name);
  const told = hasPhases(item) ? phase : undefined;
  const amount = decimalFromMajor(lowestPrice);
  const code = textOf(currency) ?? '';
  const row = {
    item,
    phase: told,
    listing: amount && /^[A-Z]{3}$/.test(code) ? { amount, currency: code } : undefined,
  };
  const address = textOf(slug);
  return [{ key: keyOf(item, told), ...row }, ...(address ? [{ key: slugKey(address), ...row }] : [])];
}

const textAt = (card: Element, selector: string): string =>
  nameFromText(card.querySelector(selector)?.textContent ?? '') ?? '';

/** Wears that the card shows, wherever it does. */
function shownWears(card: Element): Set<string> {
  const leaves = [...card.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0);
  return new Set(leaves.flatMap(({ textContent }) => readWear(textContent.trim()) ?? []));
}

const marks = [{}, { statTrak: true }, { souvenir: true }];

/** All names that an item with these words can have. */
function possibleNames(card: Element): Set<string> {
  const weapon = textAt(card, '.item-details__category');
  const skin = textAt(card, '.item-details__name');
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

/** The versions of the card's skin that the page was told of, as far as its words allow them. */
function versionsOf(card: Element, rows: Rows): Row[] {
  const isStatTrak = card.textContent.includes('StatTrak');
  const isSouvenir = card.textContent.includes('Souvenir');
  return [...possibleNames(card)]
    .filter((name) => (!isStatTrak || name.includes('StatTrak')) && (!isSouvenir || name.includes('Souvenir')))
    .map(splitPhase)
    .flatMap(({ item, phase }) => {
      const told = hasPhases(item) && !phase ? [undefined, ...phases] : [phase];
      return told.flatMap((each) => rows.get(keyOf(item, each)) ?? []);
    });
}

/** The printed price, if it is the row's; whether the answer counts in dollars or in cents is not known. */
function printedPrice(card: Element, { listing }: Row): Money | undefined {
  const print = card.querySelector('.item-footer__price')?.textContent ?? '';
  const printed = listing && parsePrinted(print, { decimal: '.', currency: listing.currency });
  const agrees =
    printed && (sameAmount(printed.amount, listing.amount) || hundredths(printed.amount) === Number(listing.amount));
  return agrees ? printed : undefined;
}

function slugRow(card: Element, rows: Rows): Row | undefined {
  const link = (card.closest('a[href]') ?? card.querySelector('a[href]'))?.getAttribute('href') ?? '';
  return rows.get(
    slugKey(
      link
        .replace(/[?#].*$/, '')
        .replace(/^.*\/(?=[^/])/, '')
        .replace(/\/$/, ''),
    ),
  );
}

function read(card: Element, rows: Rows): Reading | undefined {
  const versions = versionsOf(card, rows);
  const linked = slugRow(card, rows);
  const found = linked
    ? versions.filter(({ item, phase }) => item === linked.item && phase === linked.phase)
    : versions.filter((row) => printedPrice(card, row));
  const [row, ...others] = found;
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
      path: /^\/(?:[a-z]{2}\/)?market\/?$/,
      card: '.item-listing:not(.item-listing--placeholder)',
      mount: { after: '.item-footer__price' },
      read,
    },
  ],
  feeds: [{ url: items, read: (body) => listAt(body, 'data').flatMap(readItem) }],
  tap,
});
