import { type MarketId, markets } from '#core/markets.ts';
import type { Column, MarketColumns } from '#service/market.ts';
import { chance, mix, mixText } from '#service/simulated/chance.ts';
import { type Goods, liquidityOf, type Mood } from '#service/simulated/goods.ts';
import { profiles } from '#service/simulated/profiles.ts';

const salt = { presence: 1, spread: 2, outlier: 3, count: 4, week: 5, month: 6, link: 7 };

/** Markets disagree about one item by up to so much to either side, beside their own levels. */
const spread = 0.02;
/** On how many of its markets an inflated item is an outlier. */
const outlierShare = 0.85;
const linkShare = 0.92;
const coinsPerCent = 0.015;

/** One item on one market at one step. */
interface Offer {
  /** The item's and market's own number. */
  readonly seed: number;
  /** What it usually costs here, cents. */
  readonly usual: number;
  readonly mood: Mood;
  readonly outlier: boolean;
}

/** Integer cents; rounded away from the usual price, so that even three cents move. */
function centsOf({ usual, mood, outlier }: Offer): number {
  const exact = usual * mood.swing * (outlier ? mood.inflation : 1);
  return mood.swing > 1 ? Math.ceil(exact) : Math.max(1, Math.floor(exact));
}

const coinsOf = (offer: Offer): number => Math.round(centsOf(offer) * coinsPerCent * 100) / 100;

const averageOf = ({ usual, mood, seed }: Offer, kind: number, width: number): number =>
  Math.max(1, Math.round(usual * (1 - width / 2 + width * chance(mix(seed, mood.move), kind))));

const countOf = ({ seed, mood }: Offer, liquidity: number, size: number): number =>
  Math.ceil(2 ** (liquidity / 9) * size * (0.5 + chance(mix(seed, mood.move), salt.count)));

/** Finds what a market offers of an item, given how items stand; `undefined` when it has none. */
function offers(goods: Goods, id: MarketId, moods: (item: number) => Mood): Column<Offer> {
  const { level, coverage, limit = Number.POSITIVE_INFINITY } = profiles[id];
  const market = mixText(0, id);
  return (item) => {
    const seed = mix(goods.seeds[item] ?? 0, market);
    if (chance(seed, salt.presence) >= coverage) return undefined;
    const usual = (goods.bases[item] ?? 0) * level * (1 - spread + 2 * spread * chance(seed, salt.spread));
    const mood = moods(item);
    const outlier = mood.inflation > 1 && chance(seed, salt.outlier) < outlierShare;
    const offer = { seed, usual, mood, outlier };
    return centsOf(offer) > limit ? undefined : offer;
  };
}

/** Remembers the last answer: a row asks for one item by column after column. */
export function rememberLast<T>(read: (item: number) => T): (item: number) => T {
  let last: { readonly item: number; readonly answer: T } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, answer: read(item) };
    return last.answer;
  };
}

/** What decides one market of the simulation at one step. */
export interface MarketStep {
  readonly goods: Goods;
  /** How each item stands at the step, on all markets. */
  readonly moods: (item: number) => Mood;
  /** The market's own last update. */
  readonly updatedAt: string;
}

/** One market of the simulation at one step; values are worked out when they are asked for. */
export function marketColumns(id: MarketId, { goods, moods, updatedAt }: MarketStep): MarketColumns {
  const offerOf = rememberLast(offers(goods, id, moods));
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
    count: each((offer, item) => countOf(offer, liquidityOf(goods, item), size)),
    is_inflated: each((offer) => offer.outlier),
    updated_at: each(() => updatedAt),
    link: each(({ seed }, item) => (chance(seed, salt.link) < linkShare ? link + goods.encoded[item] : undefined)),
  };
}
