import { type MarketId, markets } from '#core/markets.ts';
import { byField, type Column, type MarketColumns } from '#service/market.ts';
import type { PriceMovement } from '#service/simulated/price-movement.ts';
import type { PricedCatalogue } from '#service/simulated/priced-catalogue.ts';
import { profiles } from '#service/simulated/profiles.ts';
import { seededFraction, seededInteger, seedFromText } from '#service/simulated/seeded-random.ts';

const salt = { presence: 9, spread: 2, outlier: 3, count: 4, week: 5, month: 6, link: 7, cash: 8 };

/** Prices of one item differ by up to this much between markets of the same level, up and down; more where it sells seldom. */
const spreadOf = (liquidity: number): number => 0.015 + 0.045 * (1 - liquidity / 100);
/** An item's price on all markets but Steam differs by up to this much from what their level says. */
const cashSpread = 0.06;
/** The share of its markets on which an inflated item is an outlier. */
const outlierShare = 0.85;
const linkShare = 0.92;
const coinsPerCent = 0.015;

/** One item on one market at one step. */
interface Offer {
  /** Depends on the item and the market. */
  readonly seed: number;
  /** The price before movements, in cents. */
  readonly usual: number;
  readonly movement: PriceMovement;
  readonly outlier: boolean;
}

const centsOf = ({ usual, movement, outlier }: Offer): number =>
  Math.max(1, Math.round(usual * movement.level * (outlier ? movement.inflation : 1)));

const coinsOf = (offer: Offer): number => Math.round(centsOf(offer) * coinsPerCent * 100) / 100;

const averageOf = ({ usual, movement, seed }: Offer, kind: number, width: number): number =>
  Math.max(
    1,
    Math.round(
      usual * movement.trend * (1 - width / 2 + width * seededFraction(seededInteger(seed, movement.move), kind)),
    ),
  );

const countOf = ({ seed, movement }: Offer, liquidity: number, size: number): number =>
  Math.ceil(2 ** (liquidity / 9) * size * (0.5 + seededFraction(seededInteger(seed, movement.move), salt.count)));

/** The share of items like this one that a market has offers of. */
function shareWithOffers({ onSteam, liquidity }: PricedCatalogue, id: MarketId, item: number): number {
  const { coverage, listedOnly } = profiles[id];
  if (listedOnly) return onSteam[item] ?? 0;
  const seldom = 1 - (liquidity[item] ?? 0) / 100;
  return 1 - (1 - coverage) * 2 * seldom;
}

/** What a market asks for an item before movements, in cents. */
function usualPrice(catalogue: PricedCatalogue, id: MarketId, { item, seed }: { item: number; seed: number }): number {
  const { level, listedOnly } = profiles[id];
  const ask = catalogue.asks[item] ?? 0;
  if (listedOnly) return ask;
  const cash = around(cashSpread, seededFraction(catalogue.seeds[item] ?? 0, salt.cash));
  const market = around(spreadOf(catalogue.liquidity[item] ?? 0), seededFraction(seed, salt.spread));
  return ask * level * cash * market;
}

/** From `1 - spread` for a fraction of 0 to `1 + spread` for 1. */
const around = (spread: number, fraction: number): number => 1 - spread + 2 * spread * fraction;

/** The offer of each item on one market; `undefined` when the market has none. */
function offers(catalogue: PricedCatalogue, id: MarketId, movements: (item: number) => PriceMovement): Column<Offer> {
  const { limit = Number.POSITIVE_INFINITY } = profiles[id];
  const market = seedFromText(0, id);
  return (item) => {
    const seed = seededInteger(catalogue.seeds[item] ?? 0, market);
    if (seededFraction(seed, salt.presence) >= shareWithOffers(catalogue, id, item)) return undefined;
    const usual = usualPrice(catalogue, id, { item, seed });
    const movement = movements(item);
    const outlier = movement.inflation > 1 && seededFraction(seed, salt.outlier) < outlierShare;
    const offer = { seed, usual, movement, outlier };
    return centsOf(offer) > limit ? undefined : offer;
  };
}

/** Caches the last result: a row reads one item column by column. */
export function memoizeLast<T>(read: (item: number) => T): (item: number) => T {
  let last: { readonly item: number; readonly value: T } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, value: read(item) };
    return last.value;
  };
}

/** One market at one step. */
export interface MarketStep {
  readonly catalogue: PricedCatalogue;
  readonly movements: (item: number) => PriceMovement;
  /** The market's last update, ISO 8601. */
  readonly updatedAt: string;
}

/** The columns of one market; values are computed when they are read. */
export function marketColumns(id: MarketId, { catalogue, movements, updatedAt }: MarketStep): MarketColumns {
  const offerOf = memoizeLast(offers(catalogue, id, movements));
  const { size, link } = profiles[id];
  const each =
    <T>(read: (offer: Offer, item: number) => T | undefined): Column<T> =>
    (item) => {
      const offer = offerOf(item);
      return offer && read(offer, item);
    };
  const byType = {
    cents: (days: number) => (offer: Offer) =>
      days > 7 ? averageOf(offer, salt.month, 0.12) : averageOf(offer, salt.week, 0.06),
    count: () => (offer: Offer, item: number) => countOf(offer, catalogue.liquidity[item] ?? 0, size),
    flag: () => (offer: Offer) => offer.outlier,
    time: () => () => updatedAt,
    link: () => (offer: Offer, item: number) =>
      seededFraction(offer.seed, salt.link) < linkShare ? link + catalogue.encoded[item] : undefined,
  };
  return {
    value: each(markets[id].unit === 'coins' ? coinsOf : centsOf),
    ...byField((_, { type, days = 7 }) => each<unknown>(byType[type](days))),
  };
}
