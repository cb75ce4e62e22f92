import { isAttachable } from '#core/items/attached.ts';
import { mayHaveFinish, readFinish, wearOf } from '#core/items/item-kinds.ts';
import { buildName } from '#core/items/name-pieces.ts';
import { splitPhase, wearsIn } from '#core/items/names.ts';
import { isNamedBy } from '#page/finder/attribute-signs.ts';
import {
  isFinish,
  isLabel,
  isWeapon,
  isWorded,
  looksLikeName,
  phasesIn,
  statedOf,
  typeIn,
  weaponsIn,
} from '#page/finder/item-text.ts';
import type { KnownNames, Words, WordsContext } from '#page/finder/words.ts';

export function assembledNames(words: Words, known: KnownNames, context: WordsContext): readonly string[] | 'pending' {
  const [wear, ...more] = new Set(words.texts.flatMap(wearsIn));
  if (more.length > 0) return [];
  const built = wear ? skinNames(words) : wearlessNames(words);
  const answers = built.map((name) => [name, isSafe(name, words, known, context)] as const);
  if (answers.some(([, has]) => has === 'pending')) return 'pending';
  return answers.flatMap(([name, has]) => (has ? [name] : []));
}

/**
 * Many sites show StatTrak and Souvenir by a picture alone. A name without a mark counts only where the page writes the
 * marks of other items, where no item has the same name with a mark, or where a link of the card spells it.
 */
function isSafe(
  name: string,
  { links }: Words,
  known: KnownNames,
  { writesMarks, hasUnwritten }: WordsContext,
): boolean | 'pending' {
  const has = known.has(name);
  if (!has) return has ?? 'pending';
  if (/StatTrak™|Souvenir /.test(name) || links.some((link) => isNamedBy(link, name))) return true;
  if (writesMarks) return !hasUnwritten || !twinsOf(name).some(hasUnwritten);
  // Every finish of a gun may be a souvenir (names.md, "Form"), also one that no feed has told yet.
  if (wearOf(name) && !name.startsWith('★ ')) return false;
  const twins = twinsOf(name).map((twin) => known.has(twin));
  if (twins.includes(true)) return false;
  return twins.includes(undefined) ? 'pending' : true;
}

const twinsOf = (name: string): readonly string[] =>
  name.startsWith('★ ') ? [name.replace('★ ', '★ StatTrak™ ')] : [`StatTrak™ ${name}`, `Souvenir ${name}`];

/** Skins without their wear, and the only wear of the words. */
function skinNames(words: Words): readonly string[] {
  const names = basesIn(words).flatMap(({ base, from, to }) => {
    const stated = statedOf(words, from, to);
    const name = stated?.wear && buildName({ ...stated, base: splitPhase(base).item });
    return name ? [name] : [];
  });
  return [...new Set(names)];
}

interface Base {
  readonly base: string;
  readonly from: number;
  readonly to: number;
}

/** "AK-47 | Redline", also from "AK-47" and the text that follows it, or that follows a phase or what is attached. */
function basesIn({ signs, texts }: Words): readonly Base[] {
  const followed = texts.flatMap((text, at) => {
    if (!isWeapon(text)) return [];
    const behind = texts.slice(at + 1);
    const further = behind.findIndex((each) => !isAttachable(each) && phasesIn(each).length === 0);
    return [...new Set([0, further])].flatMap((index) => {
      const next = behind[index];
      return next && isFinish(next) ? [{ base: `${text} | ${next}`, from: at, to: at + 1 + index }] : [];
    });
  });
  // "… (Fabrikneu)": the wear alone is translated.
  const translated = signs.flatMap(({ text }) =>
    / \| .+ \([^()]+\)$/.test(text) && wearsIn(/\(([^()]+)\)$/.exec(text)?.[1] ?? '').length === 1
      ? [text.replace(/ \([^()]+\)$/, '')]
      : [],
  );
  const whole = signs.flatMap(({ text, from }) =>
    from !== 'data' && text.includes(' | ') && wearOf(text) === undefined && weaponsIn(text).length > 0 ? [text] : [],
  );
  const named = [...new Set([...whole, ...translated])].map((base) => {
    const at = texts.findIndex((text) => text.includes(base));
    return { base, from: at, to: at };
  });
  return [...named, ...followed];
}

/** Stickers, charms, kits and agents, from the text that leads a card and its type or the text that follows it. */
function wearlessNames(words: Words): readonly string[] {
  const { texts } = words;
  const lead = texts.findIndex((text) => isWorded(text) && !isLabel(text));
  const [first, second] = [texts[lead], texts[lead + 1]];
  if (first === undefined) return [];
  if (isWeapon(first)) return second !== undefined && /^vanilla$/i.test(second) ? [vanillaName(first)] : [];
  const [type, ...moreTypes] = new Set(texts.flatMap((text) => typeIn(text) ?? []));
  const [finish, ...moreFinishes] = new Set(texts.flatMap((text) => readFinish(text) ?? []));
  if (moreTypes.length > 0 || moreFinishes.length > 0) return [];
  const stated = statedOf(words, lead, lead + 1);
  if (!stated) return [];
  const { statTrak } = stated;
  const base = typeIn(first) ? second : first;
  const typed = type && base && isWorded(base) ? buildName({ base, type, finish, statTrak }) : undefined;
  const followed = second !== undefined && isWorded(second) ? `${first} | ${second}` : undefined;
  return [...new Set([typed, followed])].flatMap((name) =>
    name && looksLikeName(name) && hasFinishIfSticker(name) ? [name] : [],
  );
}

/** "★ Bayonet" from "Bayonet" above "Vanilla". The table has no weapon but a knife without a finish. */
const vanillaName = (weapon: string): string => `★ ${weapon.replace(/^★ ?/, '')}`;

/** The finish of a sticker may be a picture. Without one in its name it may be another sticker. */
const hasFinishIfSticker = (name: string): boolean => !mayHaveFinish(name) || name.includes('(');
