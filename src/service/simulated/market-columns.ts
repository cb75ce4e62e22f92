import { type MarketId, markets } from '#core/markets.ts';
import type { Column, MarketColumns } from '#service/market.ts';
import { type PricedCatalogue, type PriceMovement, simulatedLiquidity } from '#service/simulated/priced-catalogue.ts';
import { profiles } from '#service/simulated/profiles.ts';
import { seededFraction, seededInteger, seedFromText } from '#service/simulated/seeded-random.ts';

const salt = { presence: 1, spread: 2, outlier: 3, count: 4, week: 5, month: 6, link: 7 };

/** Prices of one item differ by up to this much between markets of the same level, up and down. */
const spread = 0.02;
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

/** Integer cents, rounded away from the usual price, so that even three cents move. */
function centsOf({ usual, movement, outlier }: Offer): number {
  const exact = usual * movement.swing * (outlier ? movement.inflation : 1);
  return movement.swing > 1 ? Math.ceil(exact) : Math.max(1, Math.floor(exact));
}

const coinsOf = (offer: Offer): number => Math.round(centsOf(offer) * coinsPerCent * 100) / 100;

const averageOf = ({ usual, movement, seed }: Offer, kind: number, width: number): number =>
  Math.max(1, Math.round(usual * (1 - width / 2 + width * seededFraction(seededInteger(seed, movement.move), kind))));

const countOf = ({ seed, movement }: Offer, liquidity: number, size: number): number =>
  Math.ceil(2 ** (liquidity / 9) * size * (0.5 + seededFraction(seededInteger(seed, movement.move), salt.count)));

/** The offer of each item on one market; `undefined` when the market has none. */
function offers(catalogue: PricedCatalogue, id: MarketId, movements: (item: number) => PriceMovement): Column<Offer> {
  const { level, coverage, limit = Number.POSITIVE_INFINITY } = profiles[id];
  const market = seedFromText(0, id);
  return (item) => {
    const seed = seededInteger(catalogue.seeds[item] ?? 0, market);
    if (seededFraction(seed, salt.presence) >= coverage) return undefined;
    const usual =
      (catalogue.basePrices[item] ?? 0) * level * (1 - spread + 2 * spread * seededFraction(seed, salt.spread));
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
  return {
    value: each(markets[id].unit === 'coins' ? coinsOf : centsOf),
    avg_30: each((offer) => averageOf(offer, salt.month, 0.12)),
    avg_7: each((offer) => averageOf(offer, salt.week, 0.06)),
    count: each((offer, item) => countOf(offer, simulatedLiquidity(catalogue, item), size)),
    is_inflated: each((offer) => offer.outlier),
    updated_at: each(() => updatedAt),
    link: each(({ seed }, item) =>
      seededFraction(seed, salt.link) < linkShare ? link + catalogue.encoded[item] : undefined,
    ),
  };
}
