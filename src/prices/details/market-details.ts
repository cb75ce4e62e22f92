import * as z from 'zod/mini';
import { Fault } from '#core/fault.ts';
import type { MarketId } from '#core/markets.ts';
import { findDetails, type ShelvedMarket, shelve, shelved } from '#prices/details/detail-store.ts';
import { parseMarket } from '#prices/details/parse-market-prices.ts';
import { fetchFeed, type Relay } from '#prices/refresh/relay-client.ts';
import { nextCheck } from '#prices/refresh/schedule.ts';
import type { Store } from '#prices/storage/stored-state.ts';
import type { MarketDetail } from '#protocol/messages.ts';
import { endpoints, marketFields } from '#protocol/price-api.ts';

export interface DetailsParts {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly random: () => number;
  /** A store of its own: what lies beside the hot table slows each wake-up. */
  readonly store: Store;
  readonly relay: () => Promise<Relay>;
  /** The markets that the settings name. */
  readonly markets: () => Promise<readonly MarketId[]>;
  /** Waits between two requests, ms. */
  readonly pause: (ms: number) => Promise<void>;
  /** When to call `resume` should the worker be gone before the round is over; `undefined`: it is over. */
  readonly onRound: (at: number | undefined) => void;
}

export interface Details {
  /** Fetches, one market after the other, what is due. Never rejects; a fault ends the round. */
  readonly sweep: () => Promise<void>;
  /** Goes on with a round that a worker before this one did not finish. Never rejects. */
  readonly resume: () => Promise<void>;
  /** Another relay or token was chosen: how the looks at the one before fared no longer counts. Never rejects. */
  readonly relayChanged: () => Promise<void>;
  readonly find: (name: string) => Promise<readonly MarketDetail[]>;
}

/** Pause between two markets, ms: memory and the relay get their breath back. */
export const calmPauseMs = 1500;
/** The pause when somebody looks at an item's details, or when the relay is on this machine. */
export const shortPauseMs = 200;
/** Whoever asked for details so long ago waits no more. */
const patienceMs = 30_000;
/** A worker that said nothing for so long is gone: browsers end one after 30 s. */
const resumeMs = 35_000;
/** A round that began so long ago is none any more: its markets are due anew. */
const longestRoundMs = 30 * 60_000;

/** Under which keys of the store the looks at all markets, and the begin of a round, are remembered. */
const looksKey = 'looks';
const roundKey = 'round';

const look = z.object({
  lastCheckAt: z.number(),
  failures: z.number(),
  retryAt: z.optional(z.number()),
  jitter: z.number(),
});

type Look = z.infer<typeof look>;

const looks = z.catch(z.record(z.string(), look), {});

/** The owner of the second feed: what the chosen markets say of each item, one market at a time. */
export function createDetails(parts: DetailsParts): Details {
  let lastAskedAt = Number.NEGATIVE_INFINITY;
  const pauseMs = (relay: Relay) =>
    isThisMachine(relay.base) || parts.now() - lastAskedAt < patienceMs ? shortPauseMs : calmPauseMs;
  const sweep = oneAtATime(() => runRound(parts, pauseMs));

  return {
    sweep,
    resume: async () => {
      const [begun] = await parts.store.read([roundKey]).catch(() => []);
      if (typeof begun === 'number' && Math.abs(parts.now() - begun) < longestRoundMs) await sweep();
    },
    relayChanged: () => parts.store.write({ [looksKey]: undefined }).catch(() => undefined),
    find: async (name) => {
      lastAskedAt = parts.now();
      const chosen = await parts.markets();
      const [held, found] = await Promise.all([shelved(parts.store, chosen), findDetails(parts.store, chosen, name)]);
      return chosen.map((market, index) => ({ market, detail: found[index], asOf: held[index]?.updatedAt }));
    },
  };
}

/** Whoever asks while a round is under way may know of more markets than it does, and gets one more behind it. */
function oneAtATime(round: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let askedAgain = false;
  const rounds = async () => {
    do {
      askedAgain = false;
      await round().catch(() => undefined);
    } while (askedAgain);
    running = undefined;
  };
  return () => {
    askedAgain = true;
    running ??= rounds();
    return running;
  };
}

/** Asks for all that is due; a fault ends the round. Rejects when the relay or the storage cannot be used. */
async function runRound(parts: DetailsParts, pauseMs: (relay: Relay) => number): Promise<void> {
  const { store, now, pause, onRound } = parts;
  const relay = await parts.relay();
  const { due, known } = await findDue(parts, relay);
  for (const { market, held } of due) {
    // Before each request: a call to the browser also keeps the worker alive for another half minute.
    onRound(now() + resumeMs);
    await store.write({ [roundKey]: now() });
    const fault = await fetchMarket(parts, relay, market, held);
    // Another was chosen meanwhile: nothing more is asked of this one, and how it fared does not count.
    if (!isSame(await parts.relay(), relay)) break;
    known[market] = lookAfter(fault, known[market], parts);
    await store.write({ [looksKey]: known });
    if (fault) break;
    await pause(pauseMs(relay));
  }
  if (due.length > 0) await store.write({ [roundKey]: undefined });
  onRound(undefined);
}

const isSame = (one: Relay, other: Relay): boolean => one.base.href === other.base.href && one.token === other.token;

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const isThisMachine = ({ hostname }: URL): boolean => loopback.test(hostname);

/** The chosen markets that are to be asked now, with what is held of them, and all looks so far. */
async function findDue({ store, markets, now }: DetailsParts, relay: Relay) {
  const chosen = [...new Set(await markets())];
  const held = await shelved(store, chosen);
  const known = { ...looks.parse((await store.read([looksKey]))[0]) };
  const mine = chosen.map((market, index) => ({
    market,
    held: held[index]?.relay === relay.base.href ? held[index] : undefined,
  }));
  return { due: mine.filter(({ market, held }) => isDue(known[market], held, now())), known };
}

/** Due by the same clockwork as the first feed. */
function isDue(last: Look | undefined, held: ShelvedMarket | undefined, now: number): boolean {
  const { lastCheckAt, failures = 0, retryAt, jitter = 0 } = last ?? {};
  const due = nextCheck({ now, lastUseAt: now, lastCheckAt, asOf: held?.updatedAt, failures, retryAt, jitter });
  return due !== undefined && due <= now;
}

function lookAfter(fault: Fault | undefined, before: Look | undefined, { now, random }: DetailsParts): Look {
  const lastCheckAt = now();
  const retryAt = fault?.retryAfterMs === undefined ? undefined : lastCheckAt + fault.retryAfterMs;
  return { lastCheckAt, failures: fault ? (before?.failures ?? 0) + 1 : 0, retryAt, jitter: random() };
}

/** Address of one market's details; always the same spelling, so that relay and caches hold one answer. */
const marketPath = (market: MarketId): string =>
  `${endpoints.prices}?markets=${market}&fields=${[...marketFields].sort().join(',')}`;

async function fetchMarket(
  parts: DetailsParts,
  relay: Relay,
  market: MarketId,
  held: ShelvedMarket | undefined,
): Promise<Fault | undefined> {
  try {
    const answer = await fetchFeed({ ...parts, relay, path: marketPath(market), etag: held?.etag });
    if (!answer.changed) return undefined;
    const { updatedAt, details } = parseMarket(answer.body, market);
    const of = { relay: relay.base.href, etag: answer.etag, updatedAt, items: details.size };
    await shelve(parts.store, market, details, of);
    return undefined;
  } catch (error) {
    return error instanceof Fault ? error : new Fault('malformed', String(error), { cause: error });
  }
}
