import { currenciesOf } from '#core/currencies.ts';
import { type Money, parsePrinted } from '#core/money.ts';
import { buildName, prefixedTypes } from '#core/name-pieces.ts';
import { nameFromText } from '#core/names.ts';
import { type PhasedName, readPhase, splitPhase } from '#core/phases.ts';
import { defineSite, type Reading } from '#core/site.ts';
import { readWear } from '#core/wears.ts';
import { memoizeUntilMicrotask } from '#sites/reading/memoize-until-microtask.ts';

/** Facts of this file: sites.md, 2. A card shows an item in pieces: its name without prefix, and a line below it. */

const leadingMark = /^(StatTrak™|Souvenir|Highlight)(?: |$)/;
const unprefixedType = /\b(?:Container|Agent|Collectible)\b/;

interface Subtext {
  readonly marks: ReadonlySet<string>;
  readonly phase: PhasedName['phase'];
  /** A wear, or a type with its rarity. */
  readonly rest: string;
}

function readSubtext(shown: string): Subtext {
  const marks = new Set<string>();
  let rest = shown;
  for (let mark = leadingMark.exec(rest); mark; mark = leadingMark.exec(rest)) {
    marks.add(mark[1] ?? '');
    rest = rest.slice(mark[0].length);
  }
  const [, before = '', inner = ''] = (rest.endsWith(')') && /^(.*)\(([^()]*)\)$/.exec(rest)) || [];
  const phase = inner ? readPhase(inner) : undefined;
  return { marks, phase, rest: phase ? before.trim() : rest };
}

/**
 * Puts the market hash name together from the two lines of a card's `app-item-name`, as text.
 * A line below that says neither a wear nor a known type tells too little, but for a knife without a finish.
 */
export function assemble(itemName: string, subtext: string): PhasedName | undefined {
  const { marks, phase, rest } = readSubtext(nameFromText(subtext) ?? '');
  const shown = nameFromText(itemName)?.replace(/\| 027$/, '| 27');
  const isWear = readWear(rest) !== undefined;
  const type = isWear ? undefined : prefixedTypes.find((word) => ` ${rest} `.includes(` ${word} `));
  const isVanilla = shown?.startsWith('★') && !shown.includes('|');
  if (!shown || !(isWear || type || isVanilla || unprefixedType.test(rest))) return undefined;
  const item = buildName({
    base: marks.has('Highlight') ? shown.replace(/(?<!Highlight )Package$/, 'Highlight Package') : shown,
    type,
    wear: isWear ? rest : undefined,
    statTrak: marks.has('StatTrak™'),
    souvenir: marks.has('Souvenir'),
  });
  return item === undefined ? undefined : { phase, ...splitPhase(item) };
}

/**
 * What the header's currency menu says; other menus on the page hold no currency.
 * A bare `$` there is the US dollar, for all other dollars carry their country.
 */
const shownCurrency = memoizeUntilMicrotask((document: Document): string | undefined => {
  const menus = [...document.getElementsByTagName('mat-select-trigger')];
  const [currency, ...others] = new Set(menus.flatMap((menu) => currenciesOf(menu.textContent.trim(), { $: 'USD' })));
  return others.length === 0 ? currency : undefined;
});

function readPrice(card: Element): Money | undefined {
  const price = card.querySelector('.price-row .price')?.textContent ?? '';
  return parsePrinted(price, { decimal: '.', currency: shownCurrency(card.ownerDocument) });
}

function read(card: Element): Reading | undefined {
  const name = card.querySelector('app-item-name .item-name')?.textContent ?? '';
  const subtext = card.querySelector('app-item-name .subtext')?.textContent ?? '';
  const assembled = assemble(name, subtext);
  if (!assembled) return undefined;
  const kind = /\bbids?\b/i.test(card.textContent) ? 'bid' : 'ask';
  return { ...assembled, listing: readPrice(card), kind };
}

export default defineSite({
  id: 'csfloat',
  name: 'CSFloat',
  matches: ['https://csfloat.com/*'],
  pages: [
    {
      // Home, search, a stall, and an item with its similar ones; /db and the account's pages hold no listings to buy.
      path: /^\/(?:(?:search|item|stall)(?:\/|$)|$)/,
      card: 'item-card',
      mount: { after: '.price-row' },
      read,
    },
  ],
});
