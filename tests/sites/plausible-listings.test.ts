import { expect, test } from 'vitest';
import { difference } from '#core/prices/comparison.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { perEuro, sampleCoinUsd } from '#demo/sample-rates.ts';
import { atStep, catalogue } from '../service/simulated-state.ts';
import { type Expectation, expectationsIn } from './expectation.ts';
import { pages } from './page.ts';

const state = await atStep(0, 1, [...catalogue.keys()]);
const itemOf = new Map(state.names.map((name, item) => [name, item]));
const columns = referenceMarkets.map((id) => ({ id, ...state.market(id) }));

const euroIn = (currency: string): number | undefined => (currency === 'EUR' ? 1 : perEuro[currency]);

/** Units of a currency per US dollar. */
const perUsd = (currency: string): number =>
  currency === 'COIN' ? 1 / sampleCoinUsd : (euroIn(currency) ?? Number.NaN) / (euroIn('USD') ?? Number.NaN);

/** Lowest and highest difference, per cent. Gems cost up to five times what the cheapest phase costs. */
const sane = { of: [-50, 80], ofGems: [0, 450] } as const;
const isGem = (phase: string | undefined): boolean => phase !== undefined && !phase.startsWith('Phase');

/** What is odd about a listing. Bids are lower than asks, and no difference is shown for a price that is inflated. */
function oddities({ item, phase, listing, currency = '', kind }: Expectation): readonly string[] {
  const at = itemOf.get(item);
  if (at === undefined) return [`${item} is not on the market`];
  if (listing === undefined || kind) return [];
  const cents = (Number(listing) * 100) / perUsd(currency);
  const [lowest, highest] = isGem(phase) ? sane.ofGems : sane.of;
  return columns.flatMap(({ id, value, is_inflated }) => {
    const reference = value(at);
    if (reference === undefined || is_inflated(at)) return [];
    const diff = difference(cents, reference);
    return diff >= lowest && diff <= highest ? [] : [`${item} for ${listing} ${currency}: ${diff} % from ${id}`];
  });
}

test.each(pages)('every listing is near the simulated prices: $site $page', ({ html }) => {
  expect(expectationsIn(html).flatMap((one) => (one ? oddities(one) : []))).toEqual([]);
});
