import type { MarketId } from '#core/markets.ts';
import type { MarketSource, MarketState } from '#service/market.ts';
import { marketColumns, memoizeLast } from '#service/simulated/market-columns.ts';
import { movementAt } from '#service/simulated/price-movement.ts';
import { type PricedCatalogue, priceCatalogue } from '#service/simulated/priced-catalogue.ts';
import { seededFraction, seedFromText } from '#service/simulated/seeded-random.ts';

export interface SimulationOptions {
  readonly names: readonly string[];
  /** Steam's lowest asks in USD cents, by name. They are the prices at step 0 but for the last days' changes. */
  readonly asks: ReadonlyMap<string, number>;
  /** Equal seeds give equal prices at equal steps. */
  readonly seed: number;
  /** Duration of a step, ms. */
  readonly refreshMs: number;
  /** Wall clock, ms since 1970. Step 0 starts when the market is created. */
  readonly now: () => number;
}

/** A market with simulated prices: at every step the offers of a tenth of the items change on all their markets. */
export function createSimulatedMarket({ names, asks, seed, refreshMs, now }: SimulationOptions): MarketSource {
  const catalogue = priceCatalogue(names, asks, seed);
  const start = now();
  return async () => {
    const step = Math.max(0, Math.floor((now() - start) / refreshMs));
    return stateAt(catalogue, step, { seed, refreshMs, time: start + step * refreshMs });
  };
}

interface Timing {
  readonly seed: number;
  readonly refreshMs: number;
  /** Start of the step, ms since 1970. */
  readonly time: number;
}

function stateAt(catalogue: PricedCatalogue, step: number, { seed, refreshMs, time }: Timing): MarketState {
  const movements = memoizeLast((item) => movementAt(catalogue.seeds[item] ?? 0, step));
  return {
    version: `simulated ${seed} ${step} ${time}`,
    updatedAt: new Date(time).toISOString(),
    names: catalogue.names,
    liquidity: (item) => catalogue.liquidity[item],
    market: (id) => marketColumns(id, { catalogue, movements, updatedAt: lastUpdate(id, time, refreshMs) }),
  };
}

/** Up to ten minutes before the step, different for each market. */
function lastUpdate(id: MarketId, time: number, refreshMs: number): string {
  const before = Math.min(refreshMs, 600_000) * seededFraction(seedFromText(0, id), 0);
  return new Date(Math.floor(time - before)).toISOString();
}
