import { marketIds } from '#core/markets.ts';
import { writePartnerPrices, writePrices } from '#service/bodies.ts';
import type { MarketState } from '#service/market.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/simulated-market.ts';

/** The simulated market, standing still. */
export async function openState(): Promise<MarketState> {
  const names = await readCatalogue();
  const state = await createSimulatedMarket({ names, seed: 1, refreshMs: 3_600_000, now: Date.now })();
  if (!state) throw new Error('the simulated market has no state');
  return state;
}

export const partnerText = (state: MarketState): string => [...writePartnerPrices(state)].join('');

/** The whole of `/api/prices`: 13 markets, only their prices. */
export const allMarketsText = (state: MarketState): string =>
  [...writePrices(state, { markets: marketIds, fields: [] })].join('');

/** The same partner prices with a share of the items (0 to 1) a few per cent dearer, spread evenly. */
export function withChanges(text: string, share: number): string {
  let item = 0;
  return text.replace(/"price_buff":(\d+)/g, (same, cents) => {
    const moves = Math.floor(++item * share) > Math.floor((item - 1) * share);
    return moves ? `"price_buff":${Math.round(Number(cents) * 1.03) + 1}` : same;
  });
}
