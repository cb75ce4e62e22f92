import { minuteMs } from '#core/prices/age.ts';

const megabyte = 1024 * 1024;

/** Bounds of the relay. They hold in production; tests and benchmarks pass their own. */
export const defaultLimits = {
  /** Longest time for a whole upstream response, in ms. */
  upstreamTimeoutMs: 20_000,
  /** Largest upstream body after decoding, in bytes. All fields of 13 markets of 40,000 items are 102 MB. */
  maxBodyBytes: 128 * megabyte,
  /** Largest body of one of the extension's feeds, which are never dropped. One of 40,000 items has 11 MB. */
  maxExtensionBodyBytes: 32 * megabyte,
  /** Heap of the thread that parses a large body, in MB. */
  bodyHeapMb: 1024,
  /** Heap of the thread of the database, in MB. Bodies are outside of it. */
  diskHeapMb: 256,
  /** Upstream requests a minute over all feeds; a key may make 60 (src/protocol/price-api.md, "Limits"). */
  upstreamPerMinute: 50,
  /** How many of these feeds other than the extension's may start; the rest is left to the extension's. */
  otherUpstreamPerMinute: 30,
  /** How many of those one client token may start. */
  tokenUpstreamPerMinute: 10,
  /** Requests a minute for each client token; `Infinity` lifts the limit. */
  clientPerMinute: 120,
  /** Bytes of bodies an hour for each invite, whose traffic another pays for; all markets uncompressed are 154 MB. */
  inviteBytesPerHour: 1024 * megabyte,
  /** Groups, or items, of the past times markets that one client may ask for in a minute. */
  historyLinesPerMinute: 600,
  maxQueryBytes: 2048,
  /** Feeds (upstream queries) in memory, beside the extension's. */
  maxFeeds: 64,
  /** Answers to queries that the extension does not send, until they are sent. */
  maxUnsentAnswers: 8,
  /** Answers of the past, of which each asks the disk's thread one question at a time. */
  maxUnsentHistories: 50,
  /** Watch lists on their way, of up to 256 kB: whoever holds back the end of one keeps it in memory for 10 s. */
  maxUnsentLists: 400,
  /** How long answers to such queries of one client may be made in a minute, in ms: a quarter of a core. */
  makingPerMinuteMs: 15_000,
  /** How many of each one client may have. */
  maxUnsentPerClient: 2,
  /** Decoded bytes of all feeds together, beside the extension's. */
  maxSnapshotBytes: 256 * megabyte,
  /** Bytes of answers of the history, which are kept until the next observation. One for ten groups on all markets has 20 MB. */
  maxHistoryBytes: 32 * megabyte,
  /** Watch lists of all clients, with what their views remember. In memory they take five times as much. */
  maxListBytes: 128 * megabyte,
  /** Earlier snapshots of a feed that a client may use as its dictionary. */
  maxDictionaries: 4,
  refusedKeyPauseMs: minuteMs,
  maxRetryAfterMs: 60 * minuteMs,
  /** Longest time for the database to read or write something, in ms. */
  diskTimeoutMs: 3000,
  /** Largest database, in bytes: over four times what a year of all markets takes. */
  maxDatabaseBytes: 2 * 1024 ** 3,
  /** How often the relay looks whether data are needed without a client, in ms. */
  backgroundPollMs: minuteMs,
  /** Longest time for one answer of the store that relays share, in ms. */
  storeTimeoutMs: 2000,
  /** Time without a request to upstream after that store has forgotten the last minute's, in ms. */
  storeQuietMs: minuteMs,
  storeCheckMs: 1000,
  requestHeadTimeoutMs: 10_000,
  /** Connections at once; a hostile one takes 40 kB, and 10 s. */
  maxConnections: 16_000,
  /** Longest time without traffic on a client's connection, in ms. */
  idleTimeoutMs: minuteMs,
  inviteSaveMs: minuteMs,
  /** Longer than a connection may take to come about, 10 s: what never left is tried again. */
  alertTimeoutMs: 20_000,
  /** The least time between two messages of alerts, and the first wait after a failed delivery, in ms. */
  alertRetryMs: minuteMs,
  /** Time from new data to the look of the alerts at all that have come by then, in ms. */
  alertSettleMs: 20_000,
  /** How long found alerts wait for the rows of views, to be one message, in ms. All views of all guests take minutes. */
  viewsFirstMs: 20_000,
};

export type RelayLimits = Readonly<typeof defaultLimits>;

/** For less than 2 GB: the relay stays below 1 GB, whatever upstream sends and clients ask for. */
const smallLimits: Partial<RelayLimits> = {
  maxBodyBytes: 32 * megabyte,
  maxExtensionBodyBytes: 24 * megabyte,
  bodyHeapMb: 256,
  diskHeapMb: 128,
  maxSnapshotBytes: 32 * megabyte,
  maxHistoryBytes: 8 * megabyte,
  maxListBytes: 32 * megabyte,
  maxDictionaries: 2,
  maxConnections: 4000,
};

export const limitsFor = (memoryMb: number): RelayLimits =>
  memoryMb < 2048 ? { ...defaultLimits, ...smallLimits } : defaultLimits;
