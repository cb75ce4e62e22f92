import { isAttachable } from '#core/attached.ts';
import { finishesIn, mayHaveFinish } from '#core/item-kinds.ts';
import { hasPhases } from '#core/phases.ts';
import { wearOf, wears } from '#core/wears.ts';
import {
  hasNameStar,
  isTranslated,
  phasesIn,
  statesSouvenir,
  statesStatTrak,
  typeIn,
  weaponsIn,
  wearsIn,
} from '#page/finder/item-text.ts';
import type { Evidence } from '#page/finder/words.ts';

/**
 * Whether the words say that the item is another one: a wear, StatTrak™, Souvenir or ★ that the name lacks, another
 * weapon, a phase of a skin without phases, or another name. A missing word contradicts nothing. `mayTranslate`: texts in
 * another language may be the name's translations, because an id that page and answer share led to it.
 */
export function contradicts(name: string, { texts, codes }: Evidence, mayTranslate: boolean): boolean {
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
    (text.includes(' | ') && isAnotherName(name, text, mayTranslate))
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
  (statesStatTrak(text) && !name.includes('StatTrak™')) || (statesSouvenir(text) && !/souvenir/i.test(name));

const wearContradicts = (name: string, text: string): boolean =>
  wearsIn(text).some((stated) => stated !== wearOf(name));

const ignored = new RegExp(`[★™()[\\]|]|StatTrak|Souvenir|${wears.join('|')}|Phase \\d|-`, 'g');

/** The words of a text that are neither marks nor a wear, in lower case, with a space before and behind each. */
const plainWords = (text: string): string =>
  ` ${text.replace(ignored, ' ').replace(/\s+/g, ' ').trim().toLowerCase()} `;

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
