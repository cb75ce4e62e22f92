import { isAttachable } from '#core/items/attached.ts';
import { finishesIn, mayHaveFinish, wearOf, wears } from '#core/items/item-kinds.ts';
import { hasPhases, splitPhase, wearsIn } from '#core/items/names.ts';
import type { Reading } from '#core/site.ts';
import { assembledNames } from '#page/finder/assemble.ts';
import {
  hasFloat,
  hasNameStar,
  isFinish,
  isTranslated,
  isWeapon,
  isWorded,
  looksLikeName,
  phasesIn,
  statedOf,
  statesSouvenir,
  statesStatTrak,
  typeIn,
  weaponsIn,
} from '#page/finder/item-text.ts';
import type { Evidence, KnownNames, Words, WordsContext } from '#page/finder/words.ts';

export interface FoundReading extends Reading {
  /** The page's answers have the name under an id of the card. */
  readonly joined?: true | undefined;
}

/** `pending`: the table has to be asked first. */
type WordsReading = FoundReading | 'pending' | undefined;

/** `undefined` when words name none, several, or one that other words contradict. */
export function readWords(written: Words, known: KnownNames, context: WordsContext): WordsReading {
  const words = withSlabs(written);
  const exact = exactNames(words, known);
  if (exact === 'pending') return 'pending';
  const own = new Set([...exact, ...words.joined]);
  const pictured = own.size > 0 ? [] : words.pictured.filter((name) => isLikePicture(name, words, context));
  const names = new Set([...own, ...pictured]);
  const assembled = [...names].some((name) => wearOf(name) !== undefined) ? [] : assembledNames(words, known, context);
  if (assembled === 'pending') return 'pending';
  for (const name of assembled) names.add(name);
  const whole = [...names].filter((name) => ![...names].some((other) => isPieceOf(name, other)));
  const [item, ...others] = whole.length > 1 ? withoutAttached(whole, words) : whole;
  if (item === undefined || others.length > 0) return undefined;
  const isJoined = words.joined.includes(item) || pictured.includes(item);
  // The page's own answer has another item under the card's picture.
  if (words.pictured.length > 0 && !words.pictured.includes(item)) return undefined;
  const isWrittenForMachines = words.signs.some(({ text, from }) => from === 'data' && text === item);
  const mayTranslate = isWrittenForMachines || (context.mayTranslate && (isJoined || words.joined.length === 0));
  if (contradicts(item, words, mayTranslate) || (!isWrittenForMachines && mayBeGroup(item, words))) return undefined;
  const isCertain = isJoined || wearOf(item) !== undefined || isCertainWithoutWear(item, words, known, context);
  if (isCertain !== true) return isCertain === 'pending' ? 'pending' : undefined;
  const isAssembled = assembled.includes(item) && !exact.includes(item) && !isJoined;
  return {
    item,
    phase: phaseOf(item, words),
    byName: true,
    ...(isAssembled && { assembled: true }),
    ...(words.joined.includes(item) && { joined: true }),
  };
}

/** "Sticker | Crown (Foil)" of the type "Sticker Slab" is the slab, unless a machine wrote the name. */
function withSlabs(words: Words): Words {
  if (!words.texts.some((text) => typeIn(text) === 'Sticker Slab')) return words;
  const slabOf = (text: string) => text.replace(/^Sticker \| /, 'Sticker Slab | ');
  const signs = words.signs.map((sign) => (sign.from === 'data' ? sign : { ...sign, text: slabOf(sign.text) }));
  return { ...words, signs, texts: words.texts.map(slabOf) };
}

/** Wears share pictures, and so do StatTrak™ items: the card must state the wear, and StatTrak™ where the page states it. */
const isLikePicture = (name: string, words: Words, { writesMarks }: WordsContext): boolean => {
  const [finish = ''] = name
    .replace(/ \([^()]+\)$/, '')
    .split(' | ')
    .slice(-1);
  const at = words.texts.findIndex((text) => text.includes(finish));
  const stated = at < 0 ? undefined : statedOf(words, at, at);
  return (
    stated !== undefined && stated.wear === wearOf(name) && (name.includes('StatTrak™') ? stated.statTrak : writesMarks)
  );
};

/** A price from which offers start, in the five languages. */
const startsAt = /^(?:(?:starting (?:at|from)|from|ab|desde|a partir de|от)(?![\p{L}])|最低|起价)/iu;

/** Whether a card stands for several items: "★ Bayonet" or a music kit from a price may have StatTrak™ among them. */
const mayBeGroup = (item: string, { texts }: Words): boolean =>
  /^(?:★ |Music Kit \| )[^|]*$/.test(item) && texts.some((text) => startsAt.test(text));

/** Without the stickers on the one skin of a card. A sticker that leads the card is its item. */
function withoutAttached(names: readonly string[], { signs }: Words): readonly string[] {
  const leads = (name: string) => signs.some(({ text, leads }) => leads && text === name);
  return names.some((name) => wearOf(name)) ? names.filter((name) => !isAttachable(name) || leads(name)) : names;
}

/** "★ Karambit" is an item, and a piece of every other Karambit. */
const isPieceOf = (name: string, other: string): boolean => other !== name && other.startsWith(`${name} | `);

/** Names that the table has exactly as they are written. */
function exactNames({ signs }: Words, known: KnownNames): readonly string[] | 'pending' {
  const asked = new Map<string, boolean | undefined>();
  for (const { text } of signs) {
    if (!looksLikeName(text)) continue;
    const { item } = splitPhase(text);
    if (!asked.has(item)) asked.set(item, known.has(item));
  }
  if ([...asked.values()].includes(undefined)) return 'pending';
  return [...asked].flatMap(([name, has]) => (has ? [name] : []));
}

/**
 * Names without a wear are short and also occur as labels: a case as the origin of a skin, a sticker on a gun, a knife's
 * kind above its finish. They count only where they lead the card, and a knife only where no text is its finish.
 */
function isCertainWithoutWear(
  name: string,
  words: Words,
  known: KnownNames,
  { mayTranslate }: WordsContext,
): boolean | 'pending' {
  const own = words.signs.filter(({ text }) => splitPhase(text).item === name);
  if (own.length > 0 && !own.some(({ leads, from }) => leads || from === 'data')) return false;
  if (!name.startsWith('★ ')) return !words.texts.some((text) => text !== name && isNearName(text));
  const others = [...new Set(words.texts)].filter(
    (text) => text !== name && isWorded(text) && isFinish(text) && !(mayTranslate && isTranslated(text)),
  );
  const answers = others.map((text) => isFinishOf(name, text, known));
  if (answers.includes(true)) return false;
  return answers.includes('pending') ? 'pending' : true;
}

/** A text that is likely to be a piece of a skin's name. */
const isNearName = (text: string): boolean => isWeapon(text) || hasFloat(text);

/** Other worded texts on a knife's card that are tried as its finish, at most so long. */
const longestFinish = 24;

function isFinishOf(knife: string, text: string, known: KnownNames): boolean | 'pending' {
  if (isTranslated(text)) return true;
  if (/^vanilla$/i.test(text) || text.length > longestFinish) return false;
  const answers = wears.map((wear) => known.has(`${knife} | ${text} (${wear})`));
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? 'pending' : false;
}

function phaseOf(item: string, { texts, signs }: Words): string | undefined {
  if (!hasPhases(item)) return undefined;
  const stated = new Set([...texts, ...signs.map(({ text }) => text)].flatMap(phasesIn));
  return stated.size === 1 ? [...stated][0] : undefined;
}

/**
 * Whether the words say that the item is another one: a wear, StatTrak™, Souvenir or ★ that the name lacks, another
 * weapon, a phase of a skin without phases, or another name. A missing word contradicts nothing. `mayTranslate`: texts in
 * another language may be the name's translations, because an id that page and answer share led to it.
 */
function contradicts(name: string, { texts, codes }: Evidence, mayTranslate: boolean): boolean {
  // Pages tell the wear of a knife without a finish, which its name lacks.
  const isVanilla =
    name.startsWith('★') &&
    !name.includes(' | ') &&
    texts.some((text) => /(?:^|\| )vanilla$/i.test(text) || (text.startsWith(`${name} (`) && wearsIn(text).length > 0));
  return (
    texts.some((text) => textContradicts(name, text, mayTranslate) || (!isVanilla && wearContradicts(name, text))) ||
    codes.some((code) => codeContradicts(name, code, isVanilla))
  );
}

function textContradicts(name: string, text: string, mayTranslate: boolean): boolean {
  if (text === name || isOn(name, text)) return false;
  return (
    marksContradict(name, text) ||
    isSlabOf(name, text) ||
    (hasNameStar(text) && !name.includes('★')) ||
    weaponsIn(text).some((weapon) => !name.includes(weapon)) ||
    (!hasPhases(name) && phasesIn(text).some((phase) => !name.includes(phase))) ||
    (text.length <= 60 && mayHaveFinish(name) && finishesIn(text).some((finish) => !name.includes(finish))) ||
    (text.includes(' | ') && (isAnotherName(name, text, mayTranslate) || hasOtherWear(name, text)))
  );
}

/** A sticker, patch or charm on a skin is no other item of the card. */
const isOn = (name: string, text: string): boolean => wearOf(name) !== undefined && isAttachable(text);

/** The slab of a sticker may have the sticker's title, and the type "Sticker Slab". */
const isSlabOf = (name: string, text: string): boolean =>
  name.startsWith('Sticker | ') && typeIn(text) === 'Sticker Slab';

const codeContradicts = (name: string, code: string, isVanilla: boolean): boolean =>
  (/stat[-_]?trak/i.test(code) && !name.includes('StatTrak™')) ||
  (/souvenir/i.test(code) && !/souvenir/i.test(name)) ||
  (!isVanilla && wearsIn(code).some((wear) => wear !== wearOf(name)));

const marksContradict = (name: string, text: string): boolean =>
  (statesStatTrak(text) && !name.includes('StatTrak™')) ||
  (statesSouvenir(text) && !/souvenir/i.test(name)) ||
  (/\bhighlight\b/i.test(text) && /Package$/.test(name) && !name.includes('Highlight'));

const wearContradicts = (name: string, text: string): boolean =>
  wearsIn(text).some((stated) => stated !== wearOf(name));

const ignored = new RegExp(`[★™()[\\]|]|StatTrak|Souvenir|${wears.join('|')}|Phase \\d|-`, 'g');

/** The words of a text that are neither marks nor a wear, in lower case, with a space before and behind each. */
const plainWords = (text: string): string =>
  ` ${text.replace(ignored, ' ').replace(/\s+/g, ' ').trim().toLowerCase()} `;

/** A bracket at a name's end that is no part of the item's, nor a wear in a language that is known, may be another wear. */
function hasOtherWear(name: string, text: string): boolean {
  const [, bracket] = / \(([^()]+)\)$/.exec(text) ?? [];
  return (
    bracket !== undefined && wearOf(name) !== undefined && !name.includes(bracket) && wearsIn(bracket).length === 0
  );
}

/** A text with `|` is another name unless all its parts are in this one. Parts of a translation cannot be compared. */
function isAnotherName(name: string, text: string, mayTranslate: boolean): boolean {
  // "Add AK-47 | Redline (Field-Tested) to cart" repeats it.
  if (text.includes(name)) return text.replace(name, '').includes('|');
  const whole = plainWords(name);
  return text.split(' | ').some((part) => {
    if (isTranslated(part) && !name.includes(part.trim())) return !mayTranslate;
    const spoken = part.replace(/ \([^()]+\)$/, (bracket) => (wearsIn(bracket).length > 0 ? '' : bracket));
    const plain = plainWords(
      hasPhases(name) ? spoken.replace(/ ?-? ?(?:Ruby|Sapphire|Black Pearl|Emerald)\b/, '') : spoken,
    );
    return plain.trim() !== '' && !whole.includes(plain);
  });
}
