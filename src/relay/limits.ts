/** Bounds of the relay. `defaultLimits` holds in production; tests and benchmarks pass their own. */
export interface RelayLimits {
  /** Longest time for a whole upstream response, in ms. */
  readonly upstreamTimeoutMs: number;
  /** Largest upstream body after decoding, in bytes. */
  readonly maxBodyBytes: number;
  /** Upstream requests a minute over all feeds; a key may make 60 (src/protocol/price-api.md, "Limits"). */
  readonly upstreamPerMinute: number;
  /** How many of these feeds other than the extension's may start; the rest is left to the extension's. */
  readonly otherUpstreamPerMinute: number;
  /** How many of those one client token may start. */
  readonly tokenUpstreamPerMinute: number;
  /** Requests a minute for each client token; `Infinity` lifts the limit. */
  readonly clientPerMinute: number;
  /** Wrong tokens a minute from one address; beyond them the response is 429 instead of 401. */
  readonly wrongTokensPerMinute: number;
  /** Longest query string, in bytes. */
  readonly maxQueryBytes: number;
  /** Feeds (upstream queries) in memory and on disk, beside the extension's. */
  readonly maxFeeds: number;
  /** Snapshots filtered by `min` and `max` in memory. */
  readonly maxFilteredSnapshots: number;
  /** Filters that may run or wait at once: they take turns in the body thread. */
  readonly maxConcurrentFilters: number;
  /** How many of these one client may start. */
  readonly maxFiltersPerClient: number;
  /** Decoded bytes of all feeds together, beside the extension's. */
  readonly maxSnapshotBytes: number;
  /** Decoded bytes of all filtered snapshots together. */
  readonly maxFilteredBytes: number;
  /** Earlier snapshots of a feed that a client may use as its dictionary. */
  readonly maxDictionaries: number;
  /** Pause after the price API refused the key, in ms. */
  readonly refusedKeyPauseMs: number;
  /** Longest `Retry-After` of the price API that is honoured, in ms. */
  readonly maxRetryAfterMs: number;
  /** Longest time for a stored answer to be read or written, in ms. */
  readonly diskTimeoutMs: number;
  /** How often the history looks whether a half hour is still to be recorded, in ms. */
  readonly historyPollMs: number;
  /** Longest time for one answer of the store that relays share, in ms. */
  readonly storeTimeoutMs: number;
  /** Time without a request to upstream after that store has forgotten the last minute's, in ms. */
  readonly storeQuietMs: number;
  /** How often a relay looks whether that store answers, in ms. */
  readonly storeCheckMs: number;
  /** Longest time for a client's request head, in ms. */
  readonly requestHeadTimeoutMs: number;
  /** Longest time without traffic on a client's connection, in ms. */
  readonly idleTimeoutMs: number;
  /** Longest time for the delivery of an alert, in ms. */
  readonly alertTimeoutMs: number;
  /** The first wait after a failed delivery, in ms. */
  readonly alertRetryMs: number;
}

const minute = 60_000;

export const defaultLimits: RelayLimits = {
  upstreamTimeoutMs: 20_000,
  maxBodyBytes: 256 * 1024 * 1024,
  upstreamPerMinute: 50,
  otherUpstreamPerMinute: 30,
  tokenUpstreamPerMinute: 10,
  clientPerMinute: 120,
  wrongTokensPerMinute: 10,
  maxQueryBytes: 2048,
  maxFeeds: 64,
  maxFilteredSnapshots: 32,
  maxConcurrentFilters: 8,
  maxFiltersPerClient: 2,
  maxSnapshotBytes: 512 * 1024 * 1024,
  maxFilteredBytes: 128 * 1024 * 1024,
  maxDictionaries: 4,
  refusedKeyPauseMs: minute,
  maxRetryAfterMs: 60 * minute,
  diskTimeoutMs: 3000,
  historyPollMs: minute,
  storeTimeoutMs: 2000,
  storeQuietMs: minute,
  storeCheckMs: 5000,
  requestHeadTimeoutMs: 10_000,
  idleTimeoutMs: minute,
  alertTimeoutMs: 10_000,
  alertRetryMs: minute,
};
