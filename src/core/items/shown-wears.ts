import { readWear, type Wear, wearInitials, wearOf, wears } from '#core/items/item-kinds.ts';

/** The five wears as translated names have them. A spelling that is missing here only fails to contradict. */
const translations = [
  '崭新出厂|全新|прямо с завода|fabrikneu|nova de fábrica',
  '略有磨损|немного поношенн\\p{L}*|minimale gebrauchsspuren|pouco usad[oa]',
  '久经沙场|после полевых(?: испытаний)?|einsatzerprobt|testad[oa] em campo',
  '破损不堪|поношенное|abgenutzt|bem desgastad[oa]',
  '战痕累累|закал[её]нн\\p{L}*(?: в боях)?|kampfspuren|veteran[oa] de guerra',
];

const createSpellings = () => ({
  spelled: new RegExp(wears.map((wear) => wear.replace(/[ -]/, '[-_\\s]?')).join('|'), 'gi'),
  short: new RegExp(`(?<![\\w-])(?:${wears.map(wearInitials).join('|')})(?![\\w-])`, 'g'),
  translated: new RegExp(translations.map((each) => `(?<!\\p{L})(${each})(?!\\p{L})`).join('|'), 'giu'),
});

// Built on first use: the taps bundle this file and read no texts.
let known: ReturnType<typeof createSpellings> | undefined;

export const wearSpellings = () => (known ??= createSpellings());

/** The wears that a text states, in any spelling, also within an address. */
export function wearsIn(text: string): readonly Wear[] {
  const spellings = wearSpellings();
  const spelled = text.match(spellings.spelled) ?? [];
  const short = text.length <= 40 ? (text.match(spellings.short) ?? []) : [];
  const translated = [...text.matchAll(spellings.translated)].flatMap(
    ([, ...groups]) => wears[groups.findIndex((group) => group !== undefined)] ?? [],
  );
  return [...spelled, ...short].flatMap((wear) => readWear(wear) ?? []).concat(translated);
}

/** Whether a text shows the wear of an item, in any language that is known here, and no other; none where it has none. */
export function showsWear(shown: string, item: string): boolean {
  const stated = new Set(wearsIn(shown));
  const wear = wearOf(item);
  return wear ? stated.size === 1 && stated.has(wear) : stated.size === 0;
}
