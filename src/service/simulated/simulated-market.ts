import type { MarketId } from '#core/markets.ts';
import type { MarketSource, MarketState } from '#service/market.ts';
import { chance, mixText } from '#service/simulated/chance.ts';
import { appraise, type Goods, liquidityOf, moodOf } from '#service/simulated/goods.ts';
import { marketColumns, rememberLast } from '#service/simulated/market-columns.ts';

export interface Simulation {
  readonly names: readonly string[];
  /** The same seed gives the same prices at the same step. */
  readonly seed: number;
  /** How long a step lasts, ms. */
  readonly refreshMs: number;
  /** Wall clock, ms since 1970. Step 0 starts when the simulation is made. */
  readonly now: () => number;
}

/** A market that makes up its prices; at every step a tenth of the items move on all their markets. */
export function simulatedMarket({ names, seed, refreshMs, now }: Simulation): MarketSource {
  const goods = appraise(names, seed);
  const start = now();
  return async () => {
    const step = Math.max(0, Math.floor((now() - start) / refreshMs));
    return stateAt(goods, step, { seed, refreshMs, time: start + step * refreshMs });
  };
}

interface Timing {
  readonly seed: number;
  readonly refreshMs: number;
  /** When the step began, ms since 1970. */
  readonly time: number;
}

function stateAt(goods: Goods, step: number, { seed, refreshMs, time }: Timing): MarketState {
  const moods = rememberLast((item) => moodOf(goods.seeds[item] ?? 0, step));
  return {
    version: `simulated ${seed} ${step} ${time}`,
    updatedAt: new Date(time).toISOString(),
    names: goods.names,
    liquidity: (item) => liquidityOf(goods, item),
    market: (id) => marketColumns(id, { goods, moods, updatedAt: lastUpdate(id, time, refreshMs) }),
  };
}

/** Every market was read some time before the whole was put together, ten minutes at most. */
function lastUpdate(id: MarketId, time: number, refreshMs: number): string {
  const before = Math.min(refreshMs, 600_000) * chance(mixText(0, id), 0);
  return new Date(Math.floor(time - before)).toISOString();
}
