import { isNamedBy } from '#page/finder/addresses.ts';
import type { AnswerNames } from '#page/finder/answer-names.ts';
import { wordsOf } from '#page/finder/card-words.ts';
import { namesMark, writesSouvenir, writesStatTrak } from '#page/finder/item-text.ts';
import { type FoundReading, readWords } from '#page/finder/read-words.ts';
import type { Visibility } from '#page/finder/visibility.ts';
import type { KnownNames } from '#page/finder/words.ts';

/** Reads the items of a page's cards. */
export class CardReader {
  readonly #visibility: Visibility;
  readonly #known: KnownNames;
  readonly #answers: AnswerNames;
  readonly #unsureNames: RegExp | undefined;
  /** The marks that cards of the page write out. */
  readonly #written = new Set<string>();
  /** How many of them `takeNews` has told. */
  #told = 0;

  /** `unsureNames`: they are not believed on the page. */
  constructor(visibility: Visibility, known: KnownNames, answers: AnswerNames, unsureNames: RegExp | undefined) {
    this.#visibility = visibility;
    this.#known = known;
    this.#answers = answers;
    this.#unsureNames = unsureNames;
  }

  /**
   * The item of a card; `pending` while the table has to be asked, `unmeasured` while the layout has. `mayMeasure`: the
   * layout can be asked now. `address`: that of the page, which must name the item as well.
   */
  read(card: Element, mayMeasure: boolean, address?: string): FoundReading | 'pending' | 'unmeasured' | undefined {
    const { of, measure } = this.#visibility;
    const isShown = (element: Element) => of(element) ?? (mayMeasure ? measure(element) : undefined);
    const words = wordsOf(card, { isShown, namesOf: this.#answers.namesOf });
    if (!words) return undefined;
    if (words.unmeasured.length > 0) return 'unmeasured';
    this.#noteMarks(words.texts);
    const found = readWords(words, this.#known, {
      mayTranslate: words.joined.length > 0,
      writesMarks: this.#written.size > 0 || address !== undefined,
      hasUnwritten: address === undefined ? this.#hasUnwritten : undefined,
    });
    if (typeof found !== 'object') return found;
    const isWritten = words.signs.some(({ text, from }) => from === 'data' && text === found.item);
    if (!found.joined && !isWritten && this.#unsureNames?.test(found.item)) return undefined;
    return address === undefined || isNamedBy(address, found.item) ? found : undefined;
  }

  /** Whether other cards may have become readable since the last call. */
  takeNews(): boolean {
    const has = this.#written.size > this.#told;
    this.#told = this.#written.size;
    return has;
  }

  /** A page that writes StatTrak™ or Souvenir on one card shows no other card's mark by a picture alone. */
  #noteMarks(texts: readonly string[]): void {
    for (const mark of texts.filter((text) => !namesMark(text)).flatMap(marksIn)) this.#written.add(mark);
  }

  /** Unless the page's own answers name an item with the other mark. */
  readonly #hasUnwritten = (name: string): boolean =>
    this.#answers.hasItem(name) && marksIn(name).every((mark) => !this.#written.has(mark));
}

const marksIn = (text: string): readonly string[] => [
  ...(writesStatTrak(text) ? ['StatTrak'] : []),
  ...(writesSouvenir(text) ? ['Souvenir'] : []),
];
