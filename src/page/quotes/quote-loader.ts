import { AskOnce } from '#core/asks/ask-once.ts';
import { halfHourMs, minuteMs } from '#core/prices/age.ts';
import { type FetchQuotes, fetchMissing, onlyAddsQuotes, type QuoteCache } from '#page/quotes/quote-cache.ts';
import { maxNames } from '#protocol/limits.ts';

/** Least time between two questions by which a page at rest says that it uses prices, ms; a third of the worker's limit. */
const usePeriodMs = 10 * minuteMs;

interface LoadResult {
  /** The previous cache, if its quotes are unchanged and overlays drawn from them need no redraw. */
  readonly unchanged: QuoteCache | undefined;
}

export class QuoteLoader {
  readonly #fetchQuotes: FetchQuotes;
  readonly #now: () => number;
  #cache: QuoteCache | undefined;
  #loading = false;
  #force = false;
  /** ms since the epoch. */
  #askedAt = 0;
  #expected: readonly string[] = [];

  /** `now`: ms since the epoch. */
  constructor(fetchQuotes: FetchQuotes, now: () => number) {
    this.#fetchQuotes = fetchQuotes;
    this.#now = now;
  }

  get cache(): QuoteCache | undefined {
    return this.#cache;
  }

  get loading(): boolean {
    return this.#loading;
  }

  /** Whether newer prices may be there, or the worker must hear that these are used. It pushes what comes by itself. */
  isDue(): boolean {
    const now = this.#now();
    const table = this.#cache?.table;
    return !table || (now - table.asOf >= halfHourMs && now - this.#askedAt >= usePeriodMs);
  }

  /** The next request includes them, so that cards have prices at the first paint. The page controls the names: 500 at most. */
  expect(keys: readonly string[]): void {
    this.#expected = keys.slice(0, maxNames);
  }

  /** `force` loads all. `undefined`: nothing to load, or another request runs. Resolves to `undefined` when no answer came. */
  load(keys: readonly string[], force: boolean): Promise<LoadResult | undefined> | undefined {
    const all = [...keys, ...this.#expected];
    this.#force ||= force;
    if (this.#loading || all.length === 0) return undefined;
    this.#expected = [];
    if (!this.#force && this.#has(all)) return undefined;
    const known = this.#force ? undefined : this.#cache;
    this.#force = false;
    this.#askedAt = this.#now();
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

interface FirstPricesDeps {
  readonly fetchQuotes: FetchQuotes;
  /** Resolves when the worker has checked for the first prices. Rejects when the worker ends before. */
  readonly firstCheck: () => Promise<unknown>;
  readonly isAlive: () => boolean;
  readonly after: (work: () => void, ms: number) => void;
  readonly askAgain: () => void;
}

/** Pause before the next question, ms: the browser starts a new worker for it. */
const pauseMs = 500;

/** The worker pushes a message when the first prices come, but none when it ends during the download. */
export function withFirstPrices(deps: FirstPricesDeps): FetchQuotes {
  const onChange = () => {
    if (check.isLost && deps.isAlive()) deps.after(deps.askAgain, pauseMs);
  };
  const check = new AskOnce(deps.firstCheck, { onChange });
  return async (names) => {
    const answer = await deps.fetchQuotes(names);
    if (!answer.table && !answer.fault) check.need();
    return answer;
  };
}
