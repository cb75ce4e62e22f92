import { until } from '#demo/driver-contract.ts';
import { refreshPrices } from './send.ts';
import type { World } from './world.ts';

export async function movePrices({ own, stack }: World): Promise<void> {
  await stack.movePrices();
  // The relay responds with its stored prices while it fetches newer ones.
  await until('new prices', async () => (await refreshPrices(own)) === 'new' || undefined);
}
