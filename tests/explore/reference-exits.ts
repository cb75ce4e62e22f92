import { balanceCents, costCents } from '#core/money/fees.ts';
import { type Exit, exitAt, type SellingOffer } from '#core/prices/exit-value.ts';
import type { PlainItem, ReferenceInput } from './plain-items.ts';
import { lowerOf, mayBuy, mayCashIn, pricesAt } from './reference-prices.ts';

/** By the function that the cards use, market by market. */
export const exitOf = (item: PlainItem, input: ReferenceInput): number | undefined => bestExit(item, input)?.netCents;

function bestExit(item: PlainItem, input: ReferenceInput): Exit | undefined {
  const { view, fees, now, maxAgeMs, minOffers } = input;
  const { overruled, maxAgeMinutes } = view.rules;
  const isLifted = (reason: (typeof overruled)[number]) => overruled.includes(reason);
  const rules = {
    fees: { confirmed: fees !== undefined, markets: fees ?? {} },
    minCount: isLifted('offers') ? 0 : (view.rules.minOffers ?? minOffers),
    staleAfterMs: isLifted('old')
      ? Number.POSITIVE_INFINITY
      : maxAgeMinutes === undefined
        ? maxAgeMs
        : maxAgeMinutes * 60_000,
    now,
  };
  const exits = item.prices.flatMap((price) => {
    const { market, cents, avg7, offers, seconds } = price;
    const flagged = price.inflated && !isLifted('inflated');
    const count = offers < 0 ? undefined : offers;
    const offer: SellingOffer = { market, cents, avg7, count, flagged, asOf: seconds * 1000 };
    const exit = mayCashIn(price, input) ? exitAt(offer, rules) : 'no-price';
    return typeof exit === 'string' ? [] : [exit];
  });
  return exits.reduce<Exit | undefined>(
    (best, exit) => (exit.netCents > (best?.netCents ?? 0) ? exit : best),
    undefined,
  );
}

export function cashOf(item: PlainItem, input: ReferenceInput): number | undefined {
  const steam = pricesAt(item, 'usable', input).find(({ market }) => market === 'steam');
  const exit = bestExit(item, input);
  return steam && exit && exit.netCents / steam.cents;
}

/** What Steam credits for the item. */
export function creditOf(item: PlainItem, input: ReferenceInput): number | undefined {
  const steam = pricesAt(item, 'usable', input).find(({ market }) => market === 'steam');
  const fees = input.fees?.steam;
  return steam && fees && balanceCents(lowerOf(steam), fees);
}

/** The cheapest purchase outside Steam. */
export function balanceOf(item: PlainItem, input: ReferenceInput): number | undefined {
  const credit = creditOf(item, input);
  const costs = pricesAt(item, 'usable', input).flatMap((price) => {
    const fees = mayBuy(price, input.view) && price.market !== 'steam' ? input.fees?.[price.market] : undefined;
    return costCents(price.cents, fees) ?? [];
  });
  return credit === undefined || costs.length === 0 ? undefined : credit / Math.min(...costs);
}
