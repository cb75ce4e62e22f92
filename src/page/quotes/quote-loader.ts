import { type FetchQuotes, fetchMissing, onlyAddsQuotes, type QuoteCache } from '#page/quotes/quote-cache.ts';
import { maxNames } from '#protocol/limits.ts';

interface LoadResult {
  /** The previous cache, if its quotes are unchanged and overlays drawn from them need no redraw. */
  readonly unchanged: QuoteCache | undefined;
}

/** Loads and caches the quotes of one page, one request at a time. */
export class QuoteLoader {
  readonly #fetchQuotes: FetchQuotes;
  #cache: QuoteCache | undefined;
  #loading = false;
  #force = false;
  #expected: readonly string[] = [];

  constructor(fetchQuotes: FetchQuotes) {
    this.#fetchQuotes = fetchQuotes;
  }

  get cache(): QuoteCache | undefined {
    return this.#cache;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /**
   * Names items whose cards are likely to come, by key. The next request includes them, so that their cards have prices at
   * the first paint. The page controls the names, so 500 at most count.
   */
  expect(keys: readonly string[]): void {
    this.#expected = keys.slice(0, maxNames);
  }

  /**
   * Loads the quotes of the keys that the cache lacks; `force` loads all. Returns `undefined` when nothing has to be loaded, and while
   * another request runs: the caller asks again after that one. Resolves to `undefined` when no answer came.
   */
  load(keys: readonly string[], force: boolean): Promise<LoadResult | undefined> | undefined {
    const all = [...keys, ...this.#expected];
    this.#force ||= force;
    if (this.#loading || all.length === 0) return undefined;
    this.#expected = [];
    if (!this.#force && this.#has(all)) return undefined;
    const known = this.#force ? undefined : this.#cache;
    this.#force = false;
    return this.#fetch(known, all);
  }

  async #fetch(known: QuoteCache | undefined, keys: readonly string[]): Promise<LoadResult | undefined> {
    this.#loading = true;
    const cache = await fetchMissing(known, keys, this.#fetchQuotes).catch(() => undefined);
    this.#loading = false;
    if (!cache) {
      // A forced load that failed is still due.
      this.#force ||= known === undefined;
      return undefined;
    }
    this.#cache = cache;
    return { unchanged: onlyAddsQuotes(known, cache) ? known : undefined };
  }

  /** Without a table no request helps; the worker pushes a message when there is one. */
  #has(keys: readonly string[]): boolean {
    const cache = this.#cache;
    return cache !== undefined && (cache.table === null || keys.every((key) => cache.quotes.has(key)));
  }
}
