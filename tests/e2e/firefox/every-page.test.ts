import { describe, test } from 'vitest';
import { samples } from '../browser.ts';
import { expectPriced } from '../expect-overlays.ts';
import { useSharedTab } from '../shared-tab.ts';
import { useWorld } from '../world.ts';

describe('every card has exactly its own item and prices', () => {
  const world = useWorld({ names: 'few' });
  const tab = useSharedTab(world);

  test.each(samples)('$site: $page', async (sample) => {
    await expectPriced(await tab.open(sample), await world().stack.prices());
  });
});
