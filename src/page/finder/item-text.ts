import { isUnprefixedName, type PrefixedType, prefixedTypes, weapons, wears } from '#core/items/item-kinds.ts';
import { isPlausibleName, type Phase, phases, readPhase, wearSpellings, wearsIn } from '#core/items/names.ts';
import type { Words } from '#page/finder/words.ts';

const weaponNames: ReadonlySet<string> = new Set(weapons);
const weaponWithin = new RegExp(`(?<![\\w-])(?:${weapons.join('|')})(?![\\w-])`, 'g');
const marksBefore = /^(?:★ ?)?(?:(?:StatTrak™?|Souvenir) )?(?:★ ?)?/;

/** The longest text that is tried as a name; the longest real one has 72 characters. */
const maxLength = 100;

/** One line without spaces at its ends, as a browser shows it. */
export const oneLine = (text: string): string =>
  /^\s|\s$|\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;

/** Some names have two spaces before a bar, which browsers show as one, as "Ground Rebel  | Elite Crew". */
export const spellingsOf = (text: string): readonly string[] =>
  text.includes('  | ')
    ? [oneLine(text), text.replace(/\s+/g, (run, at) => (run === '  ' && text[at + 2] === '|' ? run : ' ')).trim()]
    : [oneLine(text)];

/** Types of items without a wear, and rarities that pages also write alone. */
const types = 'container|sticker|agent|charm|patch|music kit|graffiti|key|collectible|pass|tool|gift';
const rarities = 'remarkable|exotic|extraordinary';

/** "★ Covert Knife", "Base Grade Container", "Master Agent": the rarity and the type of an item, as Steam writes them. */
const typeLine = new RegExp(
  `^(?:★ |StatTrak™ |Souvenir |Highlight )*(?:consumer|industrial|mil-spec|restricted|classified|covert|contraband|base|high|${rarities}|distinguished|exceptional|superior|master)(?: grade)? (?:knife|gloves|pistol|rifle|smg|shotgun|sniper rifle|machinegun|equipment|tag|${types})$`,
  'i',
);

const isTypeLine = (text: string): boolean => text.length < 60 && typeLine.test(text);

/** Whether a text has the form of a market hash name, so that it is worth asking the table for it. */
export const looksLikeName = (text: string): boolean =>
  text.length > 4 &&
  text.length <= maxLength &&
  (text.includes(' | ') || (text.startsWith('★ ') && text.length > 6) || isUnprefixedName(text)) &&
  !isTypeLine(text) &&
  isPlausibleName(text);

/** Whether a text is the name of a weapon without its finish: "★ Karambit", "StatTrak™ M4A1-S". */
export const isWeapon = (text: string): boolean => text.length < 40 && weaponNames.has(text.replace(marksBefore, ''));

/** Whether a text may be an item's name, or the first piece of it. */
export const mayName = (text: string): boolean => looksLikeName(text) || isWeapon(text);

export const weaponsIn = (text: string): readonly string[] =>
  text.length <= maxLength ? (text.match(weaponWithin) ?? []) : [];

/** What stands before a wear, as "Exterior: FT". */
const wearLabels = /exterior|wear|condition|quality|float|качество|износ|abnutzung|zustand|desgaste|外观|磨损/gi;

/** Whether a text says nothing but wears, marks, phases and numbers, or is a type line with a mark. */
export function isOwnStatement(text: string): boolean {
  if (text.length > 60) return false;
  if (isTypeLine(text)) return true;
  const rest = [...Object.values(wearSpellings()), wearLabels].reduce((left, part) => left.replace(part, ' '), text);
  return !/\p{L}{2}/u.test(rest.replace(statedMarks, ' ').replace(statedPhases, ' '));
}

const statedMarks = /stat[-_\s]?trak|souvenir|纪念品|сувенир\p{L}*|(?<![\w-])(?:ST|SV|TM)(?![\w-])/giu;
const statedPhases = new RegExp(phases.join('|'), 'g');

/** A float value: a share of wear with four decimals at least, which no price has. */
export const hasFloat = (text: string): boolean => /(?<![\d.,])0[.,]\d{4,}/.test(text);

/** Ten decimals are hardly ever those of two items, and pages round the last ones. No id begins with a tilde. */
export const floatKeysIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\d.,])0[.,](\d{9})\d/g)].map(([, decimals]) => `~${decimals}`);

const separators = /[·•,;:()[\]|/–—]+| - /;

/** The phases and gems that a text states as a whole part: "Factory New · Phase 2", "Ruby". */
export const phasesIn = (text: string): readonly Phase[] =>
  text.length > maxLength
    ? []
    : text.split(separators).flatMap((part) => readPhase(part.trim().replace(beforePhase, '')) ?? []);

/** "Doppler Phase 2", "FN Ruby". */
const beforePhase = new RegExp(`^(?:.*Doppler|FN|.*New) (?=(?:${phases.join('|')})$)`, 'i');

/** Whether a text writes the mark out. A short "ST" may mean something else, so it only contradicts. */
export const writesStatTrak = (text: string): boolean => /stat[-_\s]?trak/i.test(text);
export const writesSouvenir = (text: string): boolean => /souvenir|纪念品|сувенир/i.test(text);

export const statesStatTrak = (text: string): boolean =>
  writesStatTrak(text) || (text.length <= 12 && /(?<![\w-])ST(?:™|(?![\w-]))/.test(text));

/** Whether a text may have the word for a mark as a part of the name of an item without one, as souvenir packages do. */
export const namesMark = (text: string): boolean => /\b(?:Package|Charm|Music Kit|Box|Tool)\b/.test(text);

export const statesSouvenir = (text: string): boolean =>
  writesSouvenir(text) || (text.length <= 12 && /(?<![\w-])SV(?![\w-])/.test(text));

/** Whether a text has a ★ that belongs to a name and not to a rating. */
export const hasNameStar = (text: string): boolean => /^[^★]*★[^★]*$/.test(text) && /[\p{L}]/u.test(text);

/** Whether a text has letters that no English name has, as a translation does. */
export const isTranslated = (text: string): boolean => /[^ -~★™\u00c0-\u024f♥]/.test(text);

const marks = new RegExp(`★|StatTrak™?|Souvenir(?= )|\\((?:${wears.join('|')})\\)`, 'g');

/** What is left of a name without its marks and its wear, in lower case. */
export const coreOf = (text: string): string => oneLine(text.replace(marks, ' ')).toLowerCase();

/**
 * Whether two cores may belong to the same item: one begins the other, as some pages write no bar, or a sentence such as
 * "Add … to cart" has it, or a word of another language stands before it ("Arme Kilowatt Case").
 */
export function areCompatible(one: string, other: string): boolean {
  const [a, b] = [withoutBar(one), withoutBar(other)];
  return a.startsWith(b) || b.startsWith(a) || isWithin(one, other) || isWithin(other, one);
}

const withoutBar = (core: string): string => core.replaceAll(' | ', ' ');

const isWithin = (core: string, sentence: string): boolean =>
  core.includes(' | ') ? sentence.includes(core) : sentence.endsWith(` ${core}`);

/** The key of a name in another language, among the ids that page and answers share. No id begins with a quote. */
export const translationKey = (text: string): string => `"${text}`;

/** Whether a text has words, and not only a number, a price or a short mark. */
export const isWorded = (text: string): boolean => (text.match(/\p{L}/gu) ?? []).length > 2;

export const isFinish = (text: string): boolean =>
  text.length > 1 && text.length < 50 && /[\p{L}\d]/u.test(text) && !text.includes('|') && wearsIn(text).length === 0;

/** The key of a slug: "ak-47-redline-field-tested" for the whole name. No id begins with a slash. */
export const slugKey = (slug: string): string => `/${slug.toLowerCase()}`;

export const slugOf = (name: string): string =>
  name
    .replace(/[™★'’.,]/g, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The type of items that a short text states at its end: "Remarkable Sticker", "StatTrak™ Music Kit". */
export function typeIn(text: string): PrefixedType | undefined {
  const [, stated] = (text.length <= 40 && typeAtEnd.exec(text)) || [];
  return prefixedTypes.find((type) => type === stated);
}

const typeAtEnd = new RegExp(`(?:^| )(${prefixedTypes.join('|')})$`);

/** What pages write above the name of an item. */
const labels = new RegExp(
  `^(?:starting at:?|from:?|new|hot|sale|[a-z-]+ grade|(?:weapon )?case|pin|capsule|(?:souvenir )?package|${types}|${rarities})s?$`,
  'i',
);

/** Whether a text only labels what stands below it, as "Container" does. */
export const isLabel = (text: string): boolean => (text.length < 30 && labels.test(text)) || isTypeLine(text);

const mentions = (text: string): boolean => writesStatTrak(text) || writesSouvenir(text) || wearsIn(text).length > 0;

/** What a text that says nothing else states of an item, or how it begins its name. */
export function statementIn(text: string): 'wear' | 'mark' | undefined {
  if (!mentions(text) || !(isOwnStatement(text) || mayName(text))) return undefined;
  return wearsIn(text).length > 0 ? 'wear' : 'mark';
}

/**
 * The wear and the marks that words state of a name, whose pieces are the texts `from` to `to`. They count in a text of their
 * own, at the place where the page's cards have them or beside the name, and in a text that repeats the name. `undefined`
 * where another text mentions one: sellers write names, tags and shops as they like.
 */
export function statedOf({ texts, places }: Words, from: number, to: number) {
  const pieces = from < 0 ? [] : texts.slice(from, to + 1);
  const repeats = (text: string) => pieces.length > 0 && pieces.every((piece) => text.includes(piece));
  const isAmong = besides(texts, from, to);
  const counting: string[] = [];
  for (const [at, text] of texts.entries()) {
    if (!mentions(text)) continue;
    const isOwn = isOwnStatement(text) && (places[at] === 'usual' || (places[at] !== 'other' && isAmong(at)));
    if (!isOwn && !repeats(text) && !(at >= from && at <= to)) return undefined;
    counting.push(text);
  }
  const [wear, ...more] = new Set(counting.flatMap(wearsIn));
  if (more.length > 0) return undefined;
  return { wear, statTrak: counting.some(writesStatTrak), souvenir: counting.some(writesSouvenir) };
}

/** Whether nothing but what belongs to an item stands between a text and a name. */
function besides(texts: readonly string[], from: number, to: number): (at: number) => boolean {
  if (from < 0) return () => false;
  const belongs = (text: string | undefined) => text !== undefined && belongsToItem(text);
  let [first, last] = [from, to];
  while (belongs(texts[first - 1])) first--;
  while (belongs(texts[last + 1])) last++;
  return (at) => at >= first && at <= last;
}

const belongsToItem = (text: string): boolean =>
  statementIn(text) !== undefined ||
  isLabel(text) ||
  isWeapon(text) ||
  hasFloat(text) ||
  phasesIn(text).length > 0 ||
  typeIn(text) !== undefined ||
  /^[★~#%/|·\s-]+$/.test(text);
