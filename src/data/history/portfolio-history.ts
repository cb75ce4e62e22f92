import { createMutex } from '#core/asks/concurrency.ts';
import { Fault, toFault } from '#core/asks/fault.ts';
import { isObject } from '#core/asks/guards.ts';
import type { DailyPrices } from '#core/owned/portfolio-past.ts';
import { dayMs } from '#core/prices/age.ts';
import { type ItemPast, toPastChart } from '#core/prices/item-past.ts';
import type { ReferenceMarket } from '#core/prices/markets.ts';
import { createMemory } from '#data/history/memory.ts';
import { parseHistory } from '#data/history/parse-history.ts';
import { fetchFromRelay, type RelayTarget } from '#data/refresh/relay-client.ts';
import type { PortfolioPastAnswer } from '#protocol/portfolio-messages.ts';

export interface PortfolioHistoryDeps {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly relay: () => Promise<RelayTarget>;
}

/** The recorded prices of some items on one market, a year back. Never rejects. */
export type FindPortfolioPast = (request: PortfolioPastRequest) => Promise<PortfolioPastAnswer>;

interface PortfolioPastRequest {
  readonly market: ReferenceMarket;
  readonly names: readonly string[];
}

const span = 365;
/** Items that are kept, at most. */
const maxKept = 200;
/** Longest query string that the relay takes. */
const maxQueryLength = 2048;

interface KeptPast {
  readonly prices: DailyPrices;
  readonly since: number | null;
}

/** Asks the relay for items that are not kept, one request at a time. A fault is not kept and not retried. */
export function createPortfolioHistory(parts: PortfolioHistoryDeps): FindPortfolioPast {
  const inTurn = createMutex();
  const kept = createMemory<KeptPast>(parts.now, maxKept);
  const find: FindPortfolioPast = async ({ market, names }) => {
    try {
      const relay = await parts.relay();
      const keyOf = (name: string) => JSON.stringify([relay.base.href, relay.token, market, name]);
      // Read once: what is kept now may be too old when the others have come, and prices must stand by their names.
      const pasts = new Map(names.map((name) => [name, kept.get(keyOf(name))]));
      const missing = names.filter((name) => !pasts.get(name));
      for (const batch of toBatches(missing, market))
        for (const [name, past] of await fetchPasts(parts, relay, market, batch)) {
          pasts.set(name, past);
          kept.set(keyOf(name), past);
        }
      const told = names.map((name) => pasts.get(name));
      const since = told.find((past) => typeof past?.since === 'number')?.since ?? null;
      return { state: 'found', prices: told.map((past) => past?.prices ?? []), since };
    } catch (error) {
      return toPastAnswer(error);
    }
  };
  return (request) => inTurn(() => find(request));
}

const queryOf = (names: readonly string[], market: ReferenceMarket): string => {
  const query = new URLSearchParams({ markets: market, days: String(span) });
  for (const name of names) query.append('item', name);
  return `?${query}`;
};

/** Names in groups that fit into one query. */
function toBatches(names: readonly string[], market: ReferenceMarket): string[][] {
  const batches: string[][] = [];
  for (const name of names) {
    const last = batches.at(-1);
    if (last && queryOf([...last, name], market).length <= maxQueryLength) last.push(name);
    else batches.push([name]);
  }
  return batches;
}

async function fetchPasts(
  { fetch, now }: PortfolioHistoryDeps,
  relay: RelayTarget,
  market: ReferenceMarket,
  names: readonly string[],
): Promise<(readonly [name: string, past: KeptPast])[]> {
  const response = await fetchFromRelay({ fetch, now, relay, path: `/api/histories${queryOf(names, market)}` });
  const body = response.body();
  const told = isObject(body) ? body['histories'] : undefined;
  if (!Array.isArray(told) || told.length !== names.length) throw new Fault('malformed', 'the answer is no histories');
  const at = now();
  return names.map((name, index) => {
    const one: unknown = told[index];
    const past: ItemPast =
      one === null ? { markets: [], since: null } : parseHistory(one, { item: name, markets: [market], now: at });
    return [name, { prices: toDailyPrices(past, at), since: past.since }];
  });
}

/** The last price of each day; today has the latest one. */
function toDailyPrices({ markets }: ItemPast, now: number): DailyPrices {
  const { at, lines } = toPastChart(markets, { span, now }, (_, price) => price);
  return at.flatMap((time, index) => {
    const cents = lines[0]?.values[index];
    return typeof cents === 'number' ? [[time / dayMs, cents] as const] : [];
  });
}

function toPastAnswer(error: unknown): PortfolioPastAnswer {
  const { status, kind } = toFault(error);
  return status === 404 ? { state: 'none' } : { state: 'fault', fault: kind };
}
