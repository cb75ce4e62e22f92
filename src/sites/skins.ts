import { hundredths, type Money, parsePrinted } from '#core/money.ts';
import { buildName } from '#core/name-pieces.ts';
import { isPlausibleName } from '#core/names.ts';
import { hasPhases, phases, splitPhase } from '#core/phases.ts';
import { defineSite, defineTap, type Reading, type Row, type Rows } from '#core/site.ts';
import { readWear, wears } from '#core/wears.ts';
import { leavesOf, nameAt, textAt, withoutQuery } from '#sites/reading/elements.ts';
import { at, fieldsOf, listAt, textOf } from '#sites/reading/json.ts';
import { decimalFromMajor, sameAmount, toMoney } from '#sites/reading/listed-price.ts';
import { phasedName } from '#sites/reading/phased-name.ts';

/**
 * Facts: src/sites/skins.md. A card shows weapon and finish; where it shows wear and StatTrak is not known, and it holds no
 * key. A card is therefore read only when exactly one known version of its finish has the printed price.
 */

const items = /^https:\/\/api\.skins\.com\/public\/market\/items\/?(?:\?|$)/;

export const tap = defineTap({ urls: [items] });

const keyOf = (item: string, phase?: string): string => `item:${item}\n${phase ?? ''}`;
const slugKey = (slug: string): string => `slug:${slug}`;

function rowsFromItem(value: unknown): Row[] {
  const { slug, marketHashName, lowestPrice, currency, metadata } = fieldsOf(value);
  const name = textOf(marketHashName) ?? '';
  if (!isPlausibleName(name)) return [];
  const { item, phase } = phasedName(name, textOf(at(metadata, 'phase')));
  const row = { item, phase, listing: toMoney(decimalFromMajor(lowestPrice), currency) };
  const address = textOf(slug);
  return [{ key: keyOf(item, phase), ...row }, ...(address ? [{ key: slugKey(address), ...row }] : [])];
}

/** Wears shown anywhere in the card. */
const shownWears = (card: Element): ReadonlySet<string> =>
  new Set(leavesOf(card).flatMap(({ textContent }) => readWear(textContent.trim()) ?? []));

const marks = [{}, { statTrak: true }, { souvenir: true }];

/** All names that an item with the card's words can have. */
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

/** The known versions of the card's finish that its words allow. */
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

/** The printed price, if it is the row's; whether answers count in dollars or in cents is not known. */
function printedPrice(card: Element, { listing }: Row): Money | undefined {
  const print = textAt(card, '.item-footer__price');
  const printed = listing && parsePrinted(print, { decimal: '.', currency: listing.currency });
  const agrees =
    printed && (sameAmount(printed.amount, listing.amount) || hundredths(printed.amount) === Number(listing.amount));
  return agrees ? printed : undefined;
}

function slugRow(card: Element, rows: Rows): Row | undefined {
  const link = (card.closest('a[href]') ?? card.querySelector('a[href]'))?.getAttribute('href') ?? '';
  const path = withoutQuery(link);
  return rows.get(slugKey(path.replace(/^.*\/(?=[^/])/, '').replace(/\/$/, '')));
}

function readCard(card: Element, rows: Rows): Reading | undefined {
  const versions = versionsOf(card, rows);
  const linked = slugRow(card, rows);
  const found = linked
    ? versions.filter(({ item, phase }) => item === linked.item && phase === linked.phase)
    : versions.filter((row) => printedPrice(card, row));
  const [row, ...others] = found;
  if (!row?.item || others.some(({ item }) => item !== row.item)) return undefined;
  const phase = others.length === 0 ? row.phase : undefined;
  // The row was found by a name that is put together from the card's words.
  return { item: row.item, phase, assembled: true, listing: printedPrice(card, row) };
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
      read: readCard,
    },
  ],
  feeds: [{ url: items, read: (body) => listAt(body, 'data').flatMap(rowsFromItem) }],
  tap,
});
