/** Pauses before a lost answer is asked for again, ms. After the last one, an `ask` asks again, not more often than that. */
export const retryPausesMs: readonly number[] = [1000, 5000, 25_000];

interface AskOptions {
  /** Called after each answer and each loss. */
  readonly onChange?: (() => void) | undefined;
  /** Without pauses, a lost answer is asked for again by the next `ask`. */
  readonly pausesMs?: readonly number[] | undefined;
}

/** One answer that several callers need. A loss is never kept: it is asked for again, after pauses or by the next `ask`. */
export class AskOnce<T> {
  readonly #question: () => Promise<T>;
  readonly #options: AskOptions;
  #told: { readonly answer: T } | undefined;
  #underWay: Promise<T | undefined> | undefined;
  #isDue = true;
  #losses = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  /** `question` rejects when its answer is lost; it must not wait for ever. */
  constructor(question: () => Promise<T>, options: AskOptions = {}) {
    this.#question = question;
    this.#options = options;
  }

  get answer(): T | undefined {
    return this.#told?.answer;
  }

  get isIdle(): boolean {
    return !this.#told && !this.#underWay && !this.isLost;
  }

  get isLost(): boolean {
    return this.#losses > 0;
  }

  /** Resolves to the answer; to the one before, if any, where it is lost or a pause is not over. */
  ask(): Promise<T | undefined> {
    if (!this.#underWay && (!this.#isDue || this.#pause !== undefined || this.#isStopped))
      return Promise.resolve(this.answer);
    this.#underWay ??= this.#run();
    return this.#underWay;
  }

  /** Asks, also where an answer is known that is not enough. Waits for a pause to end. */
  need(): void {
    if (!this.#underWay) this.#isDue = true;
    void this.ask();
  }

  /** Asks anew, at once. What is known stays until then. A question that is under way is followed by another. */
  again(): Promise<T | undefined> {
    this.#isDue = true;
    this.#losses = 0;
    this.#endPause();
    return this.ask();
  }

  /** Asks no more, and tells no answer that comes later. */
  stop(): void {
    this.#isStopped = true;
    this.#endPause();
  }

  async #run(): Promise<T | undefined> {
    this.#isDue = false;
    const told = await this.#question().then(
      (answer) => ({ answer }),
      () => undefined,
    );
    this.#underWay = undefined;
    if (this.#isStopped) return undefined;
    const isDue = this.#isDue;
    if (told) {
      this.#told = told;
      this.#losses = 0;
    } else if (!isDue) this.#lose();
    this.#options.onChange?.();
    if (isDue) void this.ask();
    return this.answer;
  }

  #lose(): void {
    this.#isDue = true;
    const { pausesMs = [] } = this.#options;
    const pauseMs = pausesMs[this.#losses++];
    if (pausesMs.length === 0) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (pauseMs !== undefined) void this.ask();
    }, pauseMs ?? pausesMs.at(-1));
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }
}
