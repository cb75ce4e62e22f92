import { fetchPrices, type PriceLookup } from '#demo/sample-history.ts';
import { goodKey, startWithFew } from './stack.ts';

/** Some of their prices fall from one seed of the simulated market to the next. */
const candidates = ['Redline', 'Vulcan', 'Slate', 'Asiimov', 'Frontside Misty', 'Bloodsport', 'Neon Rider'].map(
  (finish) => `AK-47 | ${finish} (Field-Tested)`,
);

async function nextPrices(): Promise<PriceLookup> {
  const service = await startWithFew()(0, 2);
  try {
    return await fetchPrices(service.url, goodKey);
  } finally {
    await service.close(0);
  }
}

const lowest = (prices: PriceLookup, item: string): number => {
  const { price_buff, price_uu, price_csfloat, is_inflated } = prices(item) ?? {};
  const known = [price_buff, price_uu, price_csfloat].flatMap((cents) => cents || []);
  return is_inflated || known.length === 0 ? Number.NaN : Math.min(...known);
};

/** An item whose lowest price falls when the second seed follows the first, and that price, USD cents. */
export async function fallingItem(before: PriceLookup): Promise<{ readonly item: string; readonly cents: number }> {
  const after = await nextPrices();
  const item = candidates.find((name) => lowest(after, name) < lowest(before, name));
  if (item === undefined) throw new Error('no price falls');
  return { item, cents: lowest(after, item) };
}
