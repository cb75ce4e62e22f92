import { type Money, parsePrinted } from '#core/money.ts';
import { buildName, type PrefixedType, prefixedTypes } from '#core/name-pieces.ts';
import { splitPhase } from '#core/phases.ts';
import { defineSite, type Reading } from '#core/site.ts';
import { readWear, type Wear } from '#core/wears.ts';
import { leavesOf, nameAt } from '#sites/reading/elements.ts';
import { single } from '#sites/reading/single.ts';

/**
 * Facts: src/sites/csgoroll.md. A card shows an item in pieces and its price in coins. It has no id that would join it
 * to one of the page's answers.
 */

/** The wear at the start of a text such as "FT 0.2187" or "Field-Tested". */
const wearIn = ({ textContent }: Element): Wear | undefined =>
  readWear(/^[A-Za-z]+(?:[ -][A-Za-z]+)?/.exec(textContent.trim())?.[0] ?? '');

/** A bar's class states any wear but Factory New. */
const barWears = ({ classList }: Element): readonly Wear[] =>
  [...classList].flatMap((name) => readWear(/^(?:wear-bar)?-+([a-z]{2})$/.exec(name)?.[1] ?? '') ?? []);

const wearTexts = '[data-test="item-card-float-range"] span, cw-item-float-wear-info > span';

/** A bar without a class for a wear, and without an unknown class. */
const isPlain = ({ classList }: Element): boolean =>
  [...classList].every((name) => name === 'wear-bar' || name.startsWith('ng-'));

/** The wear that all texts and bars agree on; a plain bar without a text is Factory New. */
function wearOf(card: Element): Wear | 'contradicted' | undefined {
  const bars = [...card.querySelectorAll('[class*="wear-bar"]')];
  const texts = [...card.querySelectorAll(wearTexts)];
  const stated = [...texts.flatMap((text) => wearIn(text) ?? []), ...bars.flatMap(barWears)];
  if (stated.length > 0) return single(stated) ?? 'contradicted';
  const isSilent = texts.every(({ textContent }) => textContent.trim() === '');
  return bars.length > 0 && bars.every(isPlain) && isSilent ? 'Factory New' : undefined;
}

const finishes = /^\(?((?:Holo|Foil|Gold|Glitter|Lenticular|Embroidered|Holo[-/]Foil)(?:, ?Champion)?|Champion)\)?$/;

/** A sticker's finish, which is a separate piece. */
function finishOf(card: Element): string | 'contradicted' | undefined {
  const found = leavesOf(card).flatMap(({ textContent }) => finishes.exec(textContent.trim())?.[1] ?? []);
  return found.length > 0 ? (single(found) ?? 'contradicted') : undefined;
}

/** The piece above the name: a type that the name leaves out, a type without wear, or else a weapon. */
interface Category {
  readonly type: PrefixedType | undefined;
  readonly unworn: boolean;
}

function readCategory(subcategory: string): Category {
  const type = prefixedTypes.find((word) => word === subcategory.replace(/^StatTrak™ /, ''));
  return { type, unworn: /(?:^| )(?:Case|Capsule|Package|Container|Agent|Collectible)$/.test(subcategory) };
}

/** The item's name; a weapon needs a wear unless it is a knife without a finish. */
function nameOf(card: Element): string | undefined {
  const subcategory = nameAt(card, 'span[data-test="item-subcategory"]');
  const name = nameAt(card, 'label[data-test="item-name"]');
  const { type, unworn } = readCategory(subcategory);
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
    // These words may be anywhere in the card; without them the name would be another item's.
    statTrak: card.textContent.includes('StatTrak'),
    souvenir: card.textContent.includes('Souvenir'),
  });
}

const balances = ['cw-pretty-balance [data-test="value"]', 'cw-pretty-balance > span', '.currency-value'];

/** The price in coins, from the first selector that matches; `undefined` for two different prices. */
function priceOf(card: Element): Money | undefined {
  const places =
    balances.map((selector) => [...card.querySelectorAll(selector)]).find(({ length }) => length > 0) ?? [];
  const print = single(places.map(({ textContent }) => textContent.trim())) ?? '';
  return parsePrinted(print, { decimal: '.', currency: 'COIN' });
}

function readCard(card: Element): Reading | undefined {
  const name = nameOf(card);
  return name === undefined ? undefined : { ...splitPhase(name), assembled: true, listing: priceOf(card) };
}

/** Cards of withdrawals and deposits. Boxes are unknown, and other games have pages of their own. */
const cards = {
  // The same element is horizontal in the list of chosen items.
  card: 'cw-csgo-market-item-card:not(:has(> .horizontal:first-child))',
  mount: { append: '.item-card' },
  read: readCard,
};

export default defineSite({
  id: 'csgoroll',
  name: 'CSGORoll',
  matches: ['https://*.csgoroll.com/*', 'https://*.csgoroll.gg/*', 'https://*.csgorolltr.com/*'],
  // A bar's class states the wear.
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
