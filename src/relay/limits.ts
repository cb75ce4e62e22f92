/** What the relay bounds; the defaults hold in service, tests and benches hand in their own. */
export interface Limits {
  /** How long an upstream answer may take in all, in ms. */
  readonly upstreamTimeoutMs: number;
  /** Largest upstream body after decoding, in bytes. */
  readonly maxBodyBytes: number;
  /** Upstream requests a minute over all data; price-api.md, "Limits" allows a key 60. */
  readonly upstreamPerMinute: number;
  /** Requests a minute that one client token may make; `Infinity` lifts the limit. */
  readonly clientPerMinute: number;
  /** Longest query string that is read, in bytes. */
  readonly maxQueryBytes: number;
  /** Distinct data (upstream queries) that are kept in memory and on disk. */
  readonly maxFeeds: number;
  /** Distinct `min`/`max` cuts of them that are kept in memory. */
  readonly maxCuts: number;
  /** Cuts that may be in the making at once: each is a thread's work, and a new body waits behind them. */
  readonly maxCutsAtOnce: number;
  /** Decoded bytes that all data may hold together, and all cuts of them. */
  readonly maxHeldBytes: number;
  readonly maxCutBytes: number;
  /** Earlier snapshots of the same data that a client may name as its dictionary. */
  readonly maxDictionaries: number;
  /** Least time between two upstream requests while the price API refuses the key, in ms. */
  readonly refusedMs: number;
  /** Longest time that a `Retry-After` of the price API is believed, in ms. */
  readonly maxPauseMs: number;
  /** How long a client may take for its request head, in ms. */
  readonly headMs: number;
  /** How long a connection may stand without a byte moving, in ms. */
  readonly idleMs: number;
}

const minute = 60_000;

export const defaultLimits: Limits = {
  upstreamTimeoutMs: 20_000,
  maxBodyBytes: 256 * 1024 * 1024,
  upstreamPerMinute: 50,
  clientPerMinute: 120,
  maxQueryBytes: 2048,
  maxFeeds: 64,
  maxCuts: 32,
  maxCutsAtOnce: 8,
  maxHeldBytes: 512 * 1024 * 1024,
  maxCutBytes: 128 * 1024 * 1024,
  maxDictionaries: 4,
  refusedMs: minute,
  maxPauseMs: 60 * minute,
  headMs: 10_000,
  idleMs: minute,
};
