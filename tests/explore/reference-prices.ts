import { type Doubt, doubtOf } from '#core/prices/price-at.ts';
import type { ExploreView, LeftOutReason } from '#explore/state/view.ts';
import type { PlainItem, PlainPrice, ReferenceInput } from './plain-items.ts';

const stages = ['priced', 'notFlagged', 'current', 'usable'] as const;
type Stage = (typeof stages)[number];

/** The stage of Explore in which a doubt of the cards takes a price away. */
const stageOf: Readonly<Record<Doubt, Stage>> = {
  sample: 'priced',
  'no-rate': 'priced',
  unknown: 'priced',
  phase: 'priced',
  flagged: 'notFlagged',
  clock: 'current',
  old: 'current',
  few: 'usable',
};

/** The prices that are left after a rule and those before it, by the function that the cards use. */
export function pricesAt(
  item: PlainItem,
  stage: Stage,
  { view: { rules }, now, maxAgeMs, minOffers }: ReferenceInput,
): PlainPrice[] {
  const age = rules.maxAgeMinutes === undefined ? maxAgeMs : rules.maxAgeMinutes * 60_000;
  const overruled = (reason: LeftOutReason) => rules.overruled.some((one) => one === reason);
  return item.prices.filter(({ cents, inflated, seconds, offers }) => {
    const asOf = overruled('old') ? now : seconds * 1000;
    const price = { cents, flagged: inflated && !overruled('inflated'), asOf, count: Math.max(0, offers) };
    const minCount = overruled('offers') ? 0 : (rules.minOffers ?? minOffers);
    const doubt = doubtOf(price, { now, staleAfterMs: age, minCount });
    return doubt === undefined || stages.indexOf(stageOf[doubt]) > stages.indexOf(stage);
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
