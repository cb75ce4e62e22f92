import type { MarketId } from '#core/prices/markets.ts';
import type { MarketState } from '#service/market.ts';
import { readAsks } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/market-columns.ts';

const start = Date.UTC(2026, 10, 20, 10, 30);
const refreshMs = 1_800_000;
export const catalogue = await readAsks();
/** What Steam asks, cents. */
export const asks = new Map(
  [...catalogue].flatMap(([name, { cents, isEstimate }]) => (isEstimate ? [] : [[name, cents]])),
);
/** Every sixth name, for tests that read all columns of all markets. */
export const sample = [...catalogue.keys()].filter((_, item) => item % 6 === 0);

/** The state of a market that started at `start`, some steps later. */
export async function atStep(steps: number, seed = 1, names: readonly string[] = sample): Promise<MarketState> {
  let now = start;
  const market = createSimulatedMarket({ names, asks: catalogue, seed, refreshMs, now: () => now });
  now += steps * refreshMs;
  const state = await market();
  if (!state) throw new Error('no state');
  return state;
}

export const valuesOf = (state: MarketState, id: MarketId): (number | undefined)[] => {
  const { value } = state.market(id);
  return state.names.map((_, item) => value(item));
};
export const priced = (state: MarketState, id: MarketId): number[] =>
  valuesOf(state, id).filter((value) => value !== undefined);
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
export const share = <T>(list: readonly T[], test: (each: T, at: number) => boolean): number =>
  list.filter(test).length / list.length;
