import { coinMarket, type MarketId } from '#core/prices/markets.ts';
import { byField, type Column, type MarketColumns, type MarketSource } from '#service/market.ts';
import { movementAt, type PriceMovement } from '#service/simulated/price-movement.ts';
import { type Ask, type PricedCatalogue, priceCatalogue } from '#service/simulated/priced-catalogue.ts';
import { seededFraction, seededInteger, seedFromText } from '#service/simulated/seeded-random.ts';

export interface SimulationOptions {
  /** What is sold; all names with an ask by default. */
  readonly names?: readonly string[];
  /** Steam's lowest asks, by name. They are the prices at step 0 but for the last days' changes. */
  readonly asks: ReadonlyMap<string, Ask>;
  /** Equal seeds give equal prices at equal steps. */
  readonly seed: number;
  /** Duration of a step, ms. */
  readonly refreshMs: number;
  /** Wall clock, ms since 1970. Step 0 starts when the market is created. */
  readonly now: () => number;
}

/** A market with simulated prices: at every step the offers of a tenth of the items change on all their markets. */
export function createSimulatedMarket(options: SimulationOptions): MarketSource {
  const { asks, names = [...asks.keys()], seed, refreshMs, now } = options;
  const catalogue = priceCatalogue(names, asks, seed);
  const start = now();
  return async () => {
    const step = Math.max(0, Math.floor((now() - start) / refreshMs));
    const time = start + step * refreshMs;
    const movements = memoizeLast((item) => movementAt(catalogue.seeds[item] ?? 0, step));
    return {
      version: `simulated ${seed} ${step} ${time}`,
      updatedAt: new Date(time).toISOString(),
      names,
      liquidity: (item) => catalogue.liquidity[item],
      market: (id) => marketColumns(id, { catalogue, movements, updatedAt: lastUpdate(id, time, refreshMs) }),
    };
  };
}

/** Up to ten minutes before the step, different for each market. */
function lastUpdate(id: MarketId, time: number, refreshMs: number): string {
  const before = Math.min(refreshMs, 600_000) * seededFraction(seedFromText(0, id), 0);
  return new Date(Math.floor(time - before)).toISOString();
}

const salt = { presence: 9, spread: 2, outlier: 3, count: 4, week: 5, month: 6, link: 7, cash: 8 };

/** Prices of one item differ by up to this much between markets of the same level, up and down; more where it sells seldom. */
const spreadOf = (liquidity: number): number => 0.015 + 0.045 * (1 - liquidity / 100);
/** An item's price on all markets but Steam differs by up to this much from what their level says. */
const cashSpread = 0.06;
/** So much the number of listings rises and falls, up and down. */
const countSpread = 0.08;
/** The share of its markets on which an inflated item is an outlier. */
const outlierShare = 0.85;
const linkShare = 0.92;
const coinsPerCent = 0.015;

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
  Math.ceil(
    2 ** (liquidity / 9) *
      size *
      (0.5 + seededFraction(seed, salt.count)) *
      around(countSpread, seededFraction(seededInteger(seed, movement.move), salt.count)),
  );

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
  const { limit = Infinity } = profiles[id];
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
function memoizeLast<T>(read: (item: number) => T): (item: number) => T {
  let last: { readonly item: number; readonly value: T } | undefined;
  return (item) => {
    if (last?.item !== item) last = { item, value: read(item) };
    return last.value;
  };
}

interface MarketStep {
  readonly catalogue: PricedCatalogue;
  readonly movements: (item: number) => PriceMovement;
  /** The market's last update, ISO 8601. */
  readonly updatedAt: string;
}

/** The columns of one market; values are computed when they are read. */
function marketColumns(id: MarketId, { catalogue, movements, updatedAt }: MarketStep): MarketColumns {
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
      seededFraction(offer.seed, salt.link) < linkShare ? `https://${link}${catalogue.encoded[item]}` : undefined,
  };
  return {
    value: each(id === coinMarket ? coinsOf : centsOf),
    ...byField((_, { type, days = 7 }) => each<unknown>(byType[type](days))),
  };
}

/** One market's differences from the others. */
interface Profile {
  /** Its prices relative to Steam's ask. An assumption (catalogue.md). */
  readonly level: number;
  /** The share of the items of average liquidity that it has offers of; more of liquid ones, fewer of others. */
  readonly coverage: number;
  /** Its number of listings relative to the largest market. */
  readonly size: number;
  /** Whether it has only what the source has an ask for. */
  readonly listedOnly?: boolean;
  /** Highest price that it allows, in cents. */
  readonly limit?: number;
  /** Start of an item's URL after `https://`; the encoded name follows. */
  readonly link: string;
}

/** Addresses as in src/sites/<id>.md, "Addresses"; a search where an item page needs an unknown id. */
const profiles: Readonly<Record<MarketId, Profile>> = {
  buff163: { level: 0.88, coverage: 0.97, size: 1, link: 'buff.163.com/market/csgo#tab=selling&search=' },
  csfloat: { level: 0.92, coverage: 0.93, size: 0.4, link: 'csfloat.com/search?market_hash_name=' },
  youpin: { level: 0.87, coverage: 0.96, size: 0.9, link: 'www.youpin898.com/market/csgo?gameId=730&search=' },
  dmarket: { level: 0.93, coverage: 0.9, size: 0.3, link: 'dmarket.com/ingame-items/item-list/csgo-skins?title=' },
  steam: {
    level: 1,
    coverage: 1,
    size: 0.8,
    listedOnly: true,
    limit: 204_400,
    link: 'steamcommunity.com/market/listings/730/',
  },
  gamerpay: { level: 0.94, coverage: 0.75, size: 0.1, link: 'gamerpay.gg/?query=' },
  marketcsgo: { level: 0.9, coverage: 0.92, size: 0.5, link: 'market.csgo.com/en/?search=' },
  lisskins: { level: 0.91, coverage: 0.88, size: 0.3, link: 'lis-skins.com/market/csgo/?query=' },
  waxpeer: { level: 0.905, coverage: 0.85, size: 0.3, link: 'waxpeer.com/?search=' },
  shadowpay: { level: 0.915, coverage: 0.84, size: 0.2, link: 'shadowpay.com/en/csgo-items?search=' },
  whitemarket: { level: 0.925, coverage: 0.8, size: 0.15, link: 'white.market/market?name=' },
  skins: { level: 0.935, coverage: 0.7, size: 0.1, link: 'skins.com/market?search=' },
  csgoroll: { level: 0.95, coverage: 0.65, size: 0.1, link: 'www.csgoroll.com/en/withdraw/crypto/csgo?search=' },
};
