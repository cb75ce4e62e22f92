import type { AnswerNames } from '#page/finder/answer-names.ts';
import { isNamedBy } from '#page/finder/attribute-signs.ts';
import { wordsOf } from '#page/finder/card-words.ts';
import { isOwnStatement, mayName, namesMark, writesSouvenir, writesStatTrak } from '#page/finder/item-text.ts';
import { Places } from '#page/finder/places.ts';
import { type FoundReading, readWords } from '#page/finder/read-words.ts';
import type { Visibility } from '#page/finder/visibility.ts';
import type { KnownNames } from '#page/finder/words.ts';

export type CardReader = ReturnType<typeof createCardReader>;

/** Reads the items of a page's cards. `unsureNames`: they are not believed on the page. */
export function createCardReader(
  { of, measure }: Visibility,
  known: KnownNames,
  answers: AnswerNames,
  unsureNames: RegExp | undefined,
) {
  /** The marks that cards of the page write out: such a page shows no other card's mark by a picture alone. */
  const written = new Set<string>();
  const places = new Places();
  /** How many of them `takeNews` has told. */
  let told = 0;
  /** Unless the page's own answers name an item with the other mark. */
  const hasUnwritten = (name: string) => answers.hasItem(name) && marksIn(name).every((mark) => !written.has(mark));
  return {
    /** Notes where a card states a wear or a mark, before any is read. */
    note: (card: Element): void => places.note(card),
    /** `pending` while the table has to be asked, `unmeasured` while the layout has. `address`: the page's must name it too. */
    read: (
      card: Element,
      mayMeasure: boolean,
      address?: string,
    ): FoundReading | 'pending' | 'unmeasured' | undefined => {
      const isShown = (element: Element) => of(element) ?? (mayMeasure ? measure(element) : undefined);
      const words = wordsOf(card, {
        isShown,
        namesOf: answers.namesOf,
        placeOf: (text) => (address === undefined ? places.of(text, card) : 'single'),
        isOdd: (node) => address === undefined && places.isOdd(node, card),
      });
      if (!words) return undefined;
      if (words.unmeasured.length > 0) return 'unmeasured';
      for (const mark of words.texts.filter(statesMark).flatMap(marksIn)) written.add(mark);
      const found = readWords(words, known, {
        mayTranslate: words.joined.length > 0,
        writesMarks: written.size > 0 || address !== undefined,
        hasUnwritten: address === undefined ? hasUnwritten : undefined,
      });
      if (typeof found !== 'object') return found;
      if (words.texts.some((text) => !namesMark(text) && marksIn(text).length > 0))
        for (const mark of marksIn(found.item)) written.add(mark);
      const isWritten = words.signs.some(({ text, from }) => from === 'data' && text === found.item);
      if (!found.joined && !isWritten && unsureNames?.test(found.item)) return undefined;
      return address === undefined || isNamedBy(address, found.item) ? found : undefined;
    },
    takeNews: (): boolean => {
      const has = written.size > told;
      told = written.size;
      return has;
    },
  };
}

/** Not as a seller may write it. */
const statesMark = (text: string): boolean => !namesMark(text) && (isOwnStatement(text) || mayName(text));

const marksIn = (text: string): readonly string[] => [
  ...(writesStatTrak(text) ? ['StatTrak'] : []),
  ...(writesSouvenir(text) ? ['Souvenir'] : []),
];
