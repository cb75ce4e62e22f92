import type { Quote } from '#core/prices/quote.ts';
import type { FinderDeps } from '#page/finder/deps.ts';
import type { KnownNames } from '#page/finder/words.ts';
import { maxNames } from '#protocol/limits.ts';
import type { PageQuotes } from '#protocol/messages.ts';

/** Names that a page may ask the table for within one second. */
const maxNamesPerSecond = 2000;
const secondMs = 1000;

/** Pause after a request without an answer, ms, and how many such requests are tried again. */
const retryMs = 3000;
const maxTries = 5;

/** Answers that are kept; then the page's names are forgotten and asked again. */
const maxKept = 50_000;

type LookupDeps = Pick<FinderDeps, 'now' | 'fetchQuotes' | 'after'>;

/** Asks the price table which of a page's texts are names of items, in batches and at a limited pace. */
export class NameLookup implements KnownNames {
  readonly #deps: LookupDeps;
  readonly #answered: () => void;
  /** `null`: the table does not have the name. */
  readonly #known = new Map<string, Quote | null>();
  readonly #waiting = new Set<string>();
  #version: string | undefined;
  #isAsking = false;
  #isPausing = false;
  #triesLeft = maxTries;
  #stopped = false;
  #windowStart = Number.NEGATIVE_INFINITY;
  #inWindow = 0;

  constructor(deps: LookupDeps, answered: () => void) {
    this.#deps = deps;
    this.#answered = answered;
  }

  has(name: string): boolean | undefined {
    const known = this.#known.get(name);
    if (known === undefined) this.#waiting.add(name);
    return known === undefined ? undefined : known !== null;
  }

  /** Asks for the names that `has` did not know, unless a request runs. */
  ask(): void {
    if (this.#stopped || this.#isAsking || this.#isPausing || this.#waiting.size === 0) return;
    const allowed = Math.min(maxNames, this.#left());
    if (allowed === 0) return void this.#pause();
    const names = [...this.#waiting].slice(0, allowed);
    for (const name of names) this.#waiting.delete(name);
    this.#inWindow += names.length;
    void this.#fetch(names);
  }

  /** A newer table may have names that the older one lacked, so these are forgotten; names of items stay names. */
  async refresh(): Promise<boolean> {
    const answer = await this.#deps.fetchQuotes([]).catch(() => undefined);
    if (this.#stopped || !answer) return false;
    this.ask();
    return this.#takeVersion(answer);
  }

  #takeVersion({ table }: PageQuotes): boolean {
    if (!table || table.version === this.#version) return false;
    this.#version = table.version;
    for (const [name, known] of this.#known) if (known === null) this.#known.delete(name);
    return true;
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting.clear();
  }

  async #fetch(names: readonly string[]): Promise<void> {
    this.#isAsking = true;
    const answer = await this.#deps.fetchQuotes(names).catch(() => undefined);
    this.#isAsking = false;
    if (this.#stopped) return;
    if (!answer?.table) {
      // Without a table nothing is known, until the worker's next push. Without an answer there may be no push.
      for (const name of names) this.#waiting.add(name);
      if (!answer && this.#triesLeft-- > 0) this.#pause(retryMs);
      return;
    }
    this.#triesLeft = maxTries;
    if (this.#known.size > maxKept) this.#known.clear();
    this.#takeVersion(answer);
    // A quote with another spelling may be that of another item.
    for (const [at, name] of names.entries())
      this.#known.set(name, (answer.spellings?.[at] === undefined && answer.quotes[at]) || null);
    this.#answered();
    this.ask();
  }

  #left(): number {
    const now = this.#deps.now();
    if (now - this.#windowStart >= secondMs) {
      this.#windowStart = now;
      this.#inWindow = 0;
    }
    return maxNamesPerSecond - this.#inWindow;
  }

  #pause(ms = secondMs): void {
    this.#isPausing = true;
    this.#deps.after(() => {
      this.#isPausing = false;
      this.ask();
    }, ms);
  }
}
