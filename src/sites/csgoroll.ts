import { type Money, parsePrinted } from '#core/money.ts';
import { buildName, type PrefixedType, prefixedTypes } from '#core/name-pieces.ts';
import { nameFromText } from '#core/names.ts';
import { splitPhase } from '#core/phases.ts';
import { defineSite, type Reading } from '#core/site.ts';
import { readWear, type Wear } from '#core/wears.ts';

/**
 * Facts of this file: sites.md, 13. A card shows an item in pieces and its price in coins; it holds no id by which one
 * of the page's answers could be joined.
 */

/** The one member of a list without doubles; `undefined` when there is none, or more than one. */
function single<T>(values: readonly T[]): T | undefined {
  const [value, ...others] = new Set(values);
  return others.length === 0 ? value : undefined;
}

const textAt = (card: Element, selector: string): string =>
  nameFromText(card.querySelector(selector)?.textContent ?? '') ?? '';

/** The wear at the front of a text such as "FT 0.2187" or "Field-Tested". */
const wearIn = ({ textContent }: Element): Wear | undefined =>
  readWear(/^[A-Za-z]+(?:[ -][A-Za-z]+)?/.exec(textContent.trim())?.[0] ?? '');

/** A bar says any wear but Factory New by its class. */
const barWears = ({ classList }: Element): readonly Wear[] =>
  [...classList].flatMap((name) => readWear(/^(?:wear-bar)?-+([a-z]{2})$/.exec(name)?.[1] ?? '') ?? []);

const wearTexts = '[data-test="item-card-float-range"] span, cw-item-float-wear-info > span';

/** A bar without a word for its wear, and not one whose words are new to us. */
const isPlain = ({ classList }: Element): boolean =>
  [...classList].every((name) => name === 'wear-bar' || name.startsWith('ng-'));

/** What all signs of wear in the card agree on; a plain bar and no text is Factory New. */
function wearOf(card: Element): Wear | 'contradicted' | undefined {
  const bars = [...card.querySelectorAll('[class*="wear-bar"]')];
  const texts = [...card.querySelectorAll(wearTexts)];
  const told = [...texts.flatMap((text) => wearIn(text) ?? []), ...bars.flatMap(barWears)];
  if (told.length > 0) return single(told) ?? 'contradicted';
  const isSilent = texts.every(({ textContent }) => textContent.trim() === '');
  return bars.length > 0 && bars.every(isPlain) && isSilent ? 'Factory New' : undefined;
}

const finishes = /^\(?((?:Holo|Foil|Gold|Glitter|Lenticular|Embroidered|Holo[-/]Foil)(?:, ?Champion)?|Champion)\)?$/;

/** A sticker's finish stands in a piece of its own; two of them are one too many. */
function finishOf(card: Element): string | 'contradicted' | undefined {
  const leaves = [...card.querySelectorAll('*')].filter(({ childElementCount }) => childElementCount === 0);
  const found = leaves.flatMap(({ textContent }) => finishes.exec(textContent.trim())?.[1] ?? []);
  return found.length > 0 ? (single(found) ?? 'contradicted') : undefined;
}

/** What the piece above the name says: a type that the name leaves out, what has no wear, or else a weapon. */
interface Kind {
  readonly type: PrefixedType | undefined;
  readonly unworn: boolean;
}

function kindOf(subcategory: string): Kind {
  const type = prefixedTypes.find((word) => word === subcategory.replace(/^StatTrak™ /, ''));
  return { type, unworn: /(?:^| )(?:Case|Capsule|Package|Container|Agent|Collectible)$/.test(subcategory) };
}

/** The item's name; a weapon needs a wear, but for a knife without a finish. */
function nameOf(card: Element): string | undefined {
  const subcategory = textAt(card, 'span[data-test="item-subcategory"]');
  const name = textAt(card, 'label[data-test="item-name"]');
  const { type, unworn } = kindOf(subcategory);
  if (unworn) return name || undefined;
  const isVanilla = subcategory.startsWith('★') && (!name || name === 'Vanilla' || name === subcategory);
  const wear = wearOf(card);
  const finish = type && finishOf(card);
  const isComplete = type ? name !== '' : isVanilla || (name !== '' && wear !== undefined);
  if (!subcategory || !isComplete || wear === 'contradicted' || finish === 'contradicted') return undefined;
  return buildName({
    base: type ? name : isVanilla ? subcategory : `${subcategory} | ${name}`,
    type,
    finish,
    wear: type ? undefined : wear,
    // Wherever in the card these words stand, without them it would be another item.
    statTrak: card.textContent.includes('StatTrak'),
    souvenir: card.textContent.includes('Souvenir'),
  });
}

const balances = ['cw-pretty-balance [data-test="value"]', 'cw-pretty-balance > span', '.currency-value'];

/** The price in coins, in the first place that has one; two prices are none. */
function priceOf(card: Element): Money | undefined {
  const places =
    balances.map((selector) => [...card.querySelectorAll(selector)]).find(({ length }) => length > 0) ?? [];
  const print = single(places.map(({ textContent }) => textContent.trim())) ?? '';
  return parsePrinted(print, { decimal: '.', currency: 'COIN' });
}

function read(card: Element): Reading | undefined {
  const name = nameOf(card);
  return name === undefined ? undefined : { ...splitPhase(name), listing: priceOf(card) };
}

/** Cards of withdrawing and depositing; of boxes nothing is known, and other games have pages of their own. */
const cards = {
  // The same element lies on its side in lists of what was chosen.
  card: 'cw-csgo-market-item-card:not(:has(> .horizontal:first-child))',
  mount: { append: '.item-card' },
  read,
};

export default defineSite({
  id: 'csgoroll',
  name: 'CSGORoll',
  matches: ['https://*.csgoroll.com/*', 'https://*.csgoroll.gg/*', 'https://*.csgorolltr.com/*'],
  // A bar says the wear by its class.
  attributes: ['class', 'data-test'],
  pages: [
    { ...cards, path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?withdraw\/(?:[^/]+\/)*csgo(?:\/|$)/i },
    {
      ...cards,
      path: /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?deposit(?!\/(?:[^/]+\/)*(?:rust|dota))(?:\/|$)/i,
      kind: 'inventory',
    },
  ],
});
