import type { ExploreView, LeftOutReason } from '#explore/state/view.ts';
import type { PlainItem, PlainPrice, ReferenceInput } from './plain-items.ts';

type Stage = 'priced' | 'notFlagged' | 'current' | 'usable';

/** The prices that are left after a rule and those before it. */
export function pricesAt(
  item: PlainItem,
  stage: Stage,
  { view: { rules }, now, maxAgeMs, minOffers }: ReferenceInput,
): PlainPrice[] {
  const age = rules.maxAgeMinutes === undefined ? maxAgeMs : rules.maxAgeMinutes * 60_000;
  const overruled = (reason: LeftOutReason) => rules.overruled.some((one) => one === reason);
  return item.prices.filter((price) => {
    if (stage === 'priced') return true;
    if (price.inflated && !overruled('inflated')) return false;
    if (stage === 'notFlagged') return true;
    if (now - price.seconds * 1000 > age && !overruled('old')) return false;
    return stage === 'current' || Math.max(0, price.offers) >= (rules.minOffers ?? minOffers) || overruled('offers');
  });
}

/** Recorded changes; without an item of 30 days, averages. */
export const trendOf = ({ items }: ReferenceInput): 'change7' | 'against7' =>
  items.some(({ change }) => change && !change.thin) ? 'change7' : 'against7';

/** The price of the first market where it counts and has an average. */
export const averaged = (item: PlainItem, average: 'avg7' | 'avg30', input: ReferenceInput): PlainPrice | undefined =>
  input.markets
    .flatMap((market) => pricesAt(item, 'usable', input).filter((price) => price.market === market))
    .find((price) => (price[average] ?? 0) > 0);

export const isRouteView = ({ kind }: ExploreView): boolean =>
  kind === 'cheaper' || kind === 'steam' || kind === 'balance';

export const mayBuy = ({ market }: PlainPrice, { kind, rules }: ExploreView): boolean =>
  kind === 'steam'
    ? market === 'steam'
    : (kind !== 'balance' || market !== 'steam') && (rules.buy.length === 0 || rules.buy.includes(market));

/** Where a view sells: on Steam for balance, else for cash. */
export const maySell = (price: PlainPrice, input: ReferenceInput): boolean =>
  input.view.kind === 'balance' ? price.market === 'steam' : mayCashIn(price, input);

export function mayCashIn({ market }: PlainPrice, { view: { rules }, selling }: ReferenceInput): boolean {
  const chosen = rules.sell.length === 0 ? selling : rules.sell;
  return market !== 'steam' && (chosen.length === 0 || chosen.includes(market));
}

export const lowerOf = ({ cents, avg7 }: PlainPrice): number => (avg7 > 0 ? Math.min(cents, avg7) : cents);
