import { type AskQuotes, lookUp, onlyAdds, type QuoteBook } from '#content/quotes/quote-cache.ts';
import { maxNames } from '#protocol/limits.ts';

/** What an answer changed. */
interface Answered {
  /** The book before, where all that it says still holds. */
  readonly same: QuoteBook | undefined;
}

/** Asks for the prices of one page's items, one question at a time, and keeps what it was told. */
export class Asker {
  readonly #ask: AskQuotes;
  #book: QuoteBook | undefined;
  #asking = false;
  #anew = false;
  #expected: readonly string[] = [];

  constructor(ask: AskQuotes) {
    this.#ask = ask;
  }

  get book(): QuoteBook | undefined {
    return this.#book;
  }

  /** A question is on its way. */
  get asking(): boolean {
    return this.#asking;
  }

  /**
   * Names of which cards are likely to come: they are asked for with the next question, so that their cards have prices
   * when they are painted first. 500 at most, for it is the page that tells them.
   */
  expect(names: readonly string[]): void {
    this.#expected = names.slice(0, maxNames);
  }

  /**
   * Asks for names that the book lacks, or for all anew. `undefined`: nothing was asked, for all is known, or a question is
   * on its way and this has to come after it. Resolves to `undefined` when no answer came.
   */
  ask(names: readonly string[], anew: boolean): Promise<Answered | undefined> | undefined {
    const all = [...names, ...this.#expected];
    this.#anew ||= anew;
    if (this.#asking || all.length === 0) return undefined;
    this.#expected = [];
    if (!this.#anew && this.#knows(all)) return undefined;
    const known = this.#anew ? undefined : this.#book;
    this.#anew = false;
    return this.#lookUp(known, all);
  }

  async #lookUp(known: QuoteBook | undefined, names: readonly string[]): Promise<Answered | undefined> {
    this.#asking = true;
    const book = await lookUp(known, names, this.#ask).catch(() => undefined);
    this.#asking = false;
    if (!book) {
      // What was to be asked anew is still owed.
      this.#anew ||= known === undefined;
      return undefined;
    }
    this.#book = book;
    return { same: onlyAdds(known, book) ? known : undefined };
  }

  /** Without a table there is nothing to ask before the worker says that there is one. */
  #knows(names: readonly string[]): boolean {
    const book = this.#book;
    return book !== undefined && (book.table === null || names.every((name) => book.quotes.has(name)));
  }
}
