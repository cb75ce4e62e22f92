/**
 * The past of an item is asked for by the first bits of its name's hash, and answered for all items whose hashes begin so.
 * The relay says how many bits leave at least `leastGroup` items in every group; whatever it says, the extension sends no
 * more than `maxPrefixBits`, which some 35 of all items share.
 */
export const leastGroup = 16;
export const maxPrefixBits = 10;

/** The first bits of a SHA-256 as zeros and ones. */
export const prefixOfHash = ([first = 0, second = 0]: Uint8Array): string =>
  ((first << 8) | second).toString(2).padStart(16, '0').slice(0, maxPrefixBits);

/** A number, or `null` for a gap, at each of successive days or half hours. */
export type Steps = readonly (number | null)[];

/**
 * The past of one item on one market: USD cents, or hundredths of a coin. `days` has the first day since 1970, the changes of
 * the last price, and how far below and above it each day's prices were; `recent` the first half hour since 1970 and the
 * changes of the price. Changes of prices compress to a third of what prices do. `gone` is how many listings a day went at least
 * (src/core/prices/listings-gone.ts).
 */
export interface GroupedPast {
  readonly days: readonly [first: number, last: Steps, below: Steps, above: Steps];
  readonly recent: readonly [first: number, prices: Steps];
  readonly gone?: number | undefined;
}

/** The body of `/api/histories` is a list of these, one for each prefix of the question. */
export interface GroupHistories {
  /** The bits of a prefix that has an answer. A shorter one has none. */
  readonly bits: number;
  /** The first day with a price of any item, days since 1970. */
  readonly since: number | null;
  readonly histories: Readonly<Record<string, Readonly<Record<string, GroupedPast>>>>;
}

export function toSteps(prices: Steps): Steps {
  let before = 0;
  return prices.map((price) => {
    if (price === null) return null;
    const step = price - before;
    before = price;
    return step;
  });
}

/** What `toSteps` was given; what is no number makes all later prices none. */
export function fromSteps(steps: readonly unknown[]): (number | null)[] {
  let before = 0;
  return steps.map((step) => {
    if (step === null) return null;
    before += typeof step === 'number' ? step : Number.NaN;
    return before;
  });
}
