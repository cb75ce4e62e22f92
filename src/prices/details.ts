import * as z from 'zod/mini';
import { Fault } from '#core/fault.ts';
import type { MarketId } from '#core/markets.ts';
import { fetchFeed, type Relay } from '#prices/feed.ts';
import { parseMarket } from '#prices/market-answer.ts';
import type { Store } from '#prices/memory.ts';
import { nextCheck } from '#prices/schedule.ts';
import { findDetails, type ShelvedMarket, shelve, shelved } from '#prices/shelf.ts';
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
}

export interface Details {
  /** Fetches, one market after the other, what is due. Never rejects; a fault ends the round. */
  readonly sweep: () => Promise<void>;
  readonly find: (name: string) => Promise<readonly MarketDetail[]>;
}

/** Pause between two markets, ms: memory and the relay get their breath back. */
const pauseMs = 1500;

/** Under which key of the store the looks at all markets are remembered. */
const looksKey = 'looks';

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
  let sweeping: Promise<void> | undefined;

  const round = async () => {
    const chosen = [...new Set(await parts.markets())];
    const held = await shelved(parts.store, chosen);
    const known = { ...looks.parse((await parts.store.read([looksKey]))[0]) };
    const relay = await parts.relay();
    for (const [index, market] of chosen.entries()) {
      const mine = held[index]?.relay === relay.base.href ? held[index] : undefined;
      if (!isDue(known[market], mine, parts.now())) continue;
      const fault = await fetchMarket(parts, relay, market, mine);
      known[market] = lookAfter(fault, known[market], parts);
      await parts.store.write({ [looksKey]: known });
      if (fault) return;
      await parts.pause(pauseMs);
    }
  };

  return {
    sweep: () => {
      sweeping ??= round()
        .catch(() => undefined)
        .finally(() => {
          sweeping = undefined;
        });
      return sweeping;
    },
    find: async (name) => {
      const chosen = await parts.markets();
      const [held, found] = await Promise.all([shelved(parts.store, chosen), findDetails(parts.store, chosen, name)]);
      return chosen.map((market, index) => ({ market, detail: found[index], asOf: held[index]?.updatedAt }));
    },
  };
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
export const marketPath = (market: MarketId): string =>
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
