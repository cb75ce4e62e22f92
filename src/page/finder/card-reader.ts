import { isNamedBy } from '#page/finder/addresses.ts';
import { wordsOf } from '#page/finder/card-words.ts';
import { namesMark, writesSouvenir, writesStatTrak } from '#page/finder/item-text.ts';
import { type FoundReading, readWords } from '#page/finder/read-words.ts';
import type { Visibility } from '#page/finder/visibility.ts';
import type { KnownNames } from '#page/finder/words.ts';

interface ReadPage {
  readonly visibility: Visibility;
  /** Names that are not believed on the page. */
  readonly unsureNames?: RegExp | undefined;
}

/** Reads the items of a page's cards. */
export class CardReader {
  readonly #page: ReadPage;
  readonly #known: KnownNames;
  readonly #namesOf: (id: string) => readonly string[];
  #writesMarks = false;
  #hasNews = false;

  constructor(page: ReadPage, known: KnownNames, namesOf: (id: string) => readonly string[]) {
    this.#page = page;
    this.#known = known;
    this.#namesOf = namesOf;
  }

  /**
   * The item of a card; `pending` while the table has to be asked, `unmeasured` while the layout has. `mayMeasure`: the
   * layout can be asked now. `address`: that of the page, which must name the item as well.
   */
  read(card: Element, mayMeasure: boolean, address?: string): FoundReading | 'pending' | 'unmeasured' | undefined {
    const { unsureNames, visibility } = this.#page;
    const { of, measure } = visibility;
    const isShown = (element: Element) => of(element) ?? (mayMeasure ? measure(element) : undefined);
    const words = wordsOf(card, { isShown, namesOf: this.#namesOf });
    if (!words) return undefined;
    if (words.unmeasured.length > 0) return 'unmeasured';
    this.#noteMarks(words.texts);
    const writesMarks = this.#writesMarks || address !== undefined;
    const found = readWords(words, this.#known, { mayTranslate: words.joined.length > 0, writesMarks });
    if (typeof found !== 'object') return found;
    const isUnsure = unsureNames?.test(found.item) || (address !== undefined && !isNamedBy(address, found.item));
    return isUnsure ? undefined : found;
  }

  /** Whether other cards may have become readable since the last call. */
  takeNews(): boolean {
    const had = this.#hasNews;
    this.#hasNews = false;
    return had;
  }

  /** A page that writes StatTrak™ or Souvenir on one card shows no other card's mark by a picture alone. */
  #noteMarks(texts: readonly string[]): void {
    if (this.#writesMarks || !texts.some(writesMark)) return;
    this.#writesMarks = true;
    this.#hasNews = true;
  }
}

const writesMark = (text: string): boolean => (writesStatTrak(text) || writesSouvenir(text)) && !namesMark(text);
