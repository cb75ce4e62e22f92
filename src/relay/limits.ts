/** Bounds of the relay. `defaultLimits` holds in production; tests and benchmarks pass their own. */
export interface RelayLimits {
  /** Longest time for a whole upstream response, in ms. */
  readonly upstreamTimeoutMs: number;
  /** Largest upstream body after decoding, in bytes. All fields of 13 markets of 40,000 items are 102 MB. */
  readonly maxBodyBytes: number;
  /** Largest body of one of the extension's feeds, which are never dropped. One of 40,000 items has 11 MB. */
  readonly maxExtensionBodyBytes: number;
  /** Heap of the thread that parses a large body, in MB. */
  readonly bodyHeapMb: number;
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
  /** Longest time for the database to read or write something, in ms. */
  readonly diskTimeoutMs: number;
  /** Largest database, in bytes. */
  readonly maxDatabaseBytes: number;
  /** Time from the start to the first poll without a client, in ms: by then the relay listens. */
  readonly firstPollMs: number;
  /** How often is checked whether a half hour is still to be observed, in ms. */
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
  /** Least time between two writes of the uses of invites, in ms. */
  readonly inviteSaveMs: number;
  /** Longest time for the delivery of an alert, in ms. */
  readonly alertTimeoutMs: number;
  /** The first wait after a failed delivery, in ms. */
  readonly alertRetryMs: number;
}

const minute = 60_000;
const megabyte = 1024 * 1024;

export const defaultLimits: RelayLimits = {
  upstreamTimeoutMs: 20_000,
  maxBodyBytes: 128 * megabyte,
  maxExtensionBodyBytes: 32 * megabyte,
  bodyHeapMb: 1024,
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
  maxSnapshotBytes: 256 * megabyte,
  maxFilteredBytes: 64 * megabyte,
  maxDictionaries: 4,
  refusedKeyPauseMs: minute,
  maxRetryAfterMs: 60 * minute,
  diskTimeoutMs: 3000,
  maxDatabaseBytes: 2 * 1024 ** 3,
  firstPollMs: 1000,
  historyPollMs: minute,
  storeTimeoutMs: 2000,
  storeQuietMs: minute,
  storeCheckMs: 5000,
  requestHeadTimeoutMs: 10_000,
  idleTimeoutMs: minute,
  inviteSaveMs: minute,
  alertTimeoutMs: 10_000,
  alertRetryMs: minute,
};

/** For less than 2 GB: the relay stays below 1 GB, whatever upstream sends and clients ask for. */
const smallLimits: Partial<RelayLimits> = {
  maxBodyBytes: 32 * megabyte,
  maxExtensionBodyBytes: 24 * megabyte,
  bodyHeapMb: 256,
  maxSnapshotBytes: 96 * megabyte,
  maxFilteredBytes: 32 * megabyte,
};

/** @param memoryMb the memory of the machine or container */
export const limitsFor = (memoryMb: number): RelayLimits =>
  memoryMb < 2048 ? { ...defaultLimits, ...smallLimits } : defaultLimits;
