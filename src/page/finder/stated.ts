import { wearsIn } from '#core/items/shown-wears.ts';
import {
  hasFloat,
  isLabel,
  isOwnStatement,
  isWeapon,
  mayName,
  phasesIn,
  typeIn,
  writesSouvenir,
  writesStatTrak,
} from '#page/finder/item-text.ts';
import type { Words } from '#page/finder/words.ts';

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
