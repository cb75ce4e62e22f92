import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { createServiceApp } from '#service/app.ts';
import { byField, type MarketState } from '#service/market.ts';
import type { Random } from './random.ts';

export const apiKey = 'sk_live_never-to-be-seen-0123456789';

export const names: readonly string[] = [
  'AK-47 | Redline (Field-Tested)',
  'AK-47 | Redline (Minimal Wear)',
  'AWP | Asiimov (Field-Tested)',
  'AWP | Asiimov (Battle-Scarred)',
  'M4A4 | Howl (Minimal Wear)',
  'StatTrak™ M4A4 | Howl (Minimal Wear)',
  '★ Karambit | Doppler (Factory New)',
  '★ Karambit | Doppler (Factory New) - Ruby',
  '★ Bayonet',
  '★ Sport Gloves | Vice (Field-Tested)',
  'Desert Eagle | Sunset Storm 壱 (Minimal Wear)',
  'Sticker | Crown (Foil)',
];

/** A price and when it was true, in ms since 1970. */
interface Truth {
  readonly from: number;
  until: number;
  readonly price: number;
}

const idOf = (item: number, market: MarketId): number => item * marketIds.length + marketIds.indexOf(market);

/** No two items have a price in common, on no market and at no time: its last three digits say whose it is. */
const priceOf = (level: number, item: number, market: MarketId): number => level * 1000 + idOf(item, market);

export type PriceApi = ReturnType<typeof createPriceApi>;

export function createPriceApi(random: Random, now: () => number) {
  const truths = new Map<string, Truth[]>();
  const levels = names.map(() => random.between(100, 200));
  const fault = { hasData: true, keeps: 1 };
  let [state, version] = [undefined as MarketState | undefined, 0];
  const move = (): void => {
    version++;
    const at = now();
    for (const [item, level] of levels.entries())
      if (random.chance(0.3)) levels[item] = Math.min(220, Math.max(90, level * random.between(0.96, 1.04)));
    const prices = new Map<string, number>();
    for (const [item, name] of names.entries())
      for (const market of marketIds) {
        const price = random.chance(0.98)
          ? priceOf(Math.round((levels[item] ?? 0) * (1 + (idOf(item, market) % 7) / 100)), item, market)
          : 0;
        const key = `${market} ${name}`;
        if (price > 0) prices.set(key, price);
        const known = truths.get(key) ?? [];
        const last = known.at(-1);
        if (last && last.until === Infinity && last.price === price) continue;
        if (last && last.until === Infinity) last.until = at;
        if (price > 0) known.push({ from: at, until: Infinity, price });
        truths.set(key, known);
      }
    const told = names.slice(0, Math.ceil(names.length * fault.keeps));
    const count = random.below(50);
    const updatedAt = new Date(at).toISOString();
    state = {
      version: `v${version}`,
      updatedAt,
      names: told,
      liquidity: (item) => item * 7,
      market: (id) => ({
        value: (item) => prices.get(`${id} ${told[item]}`),
        ...byField(
          (key) => (item) => ({ count: item + count, is_inflated: false, updated_at: updatedAt })[key as string],
        ),
      }),
    };
  };
  move();
  const app = createServiceApp({
    market: async () => (fault.hasData ? state : undefined),
    keys: [apiKey],
    now,
    report: (error) => {
      throw error;
    },
  });
  return {
    fault,
    move,
    handle: (request: Request) => app.fetch(request),
    /** When a price was true last, up to a time; `undefined` for one that never was. */
    lastTrue(market: MarketId, name: string, price: number, until: number): number | undefined {
      const found = truths.get(`${market} ${name}`)?.findLast((truth) => truth.price === price && truth.from <= until);
      return found && Math.min(found.until, until);
    },
    /** The prices of an item that were true at some time between two. */
    between: (market: MarketId, name: string, from: number, until: number): readonly number[] =>
      (truths.get(`${market} ${name}`) ?? [])
        .filter((truth) => truth.until > from && truth.from <= until)
        .map(({ price }) => price),
    /** Whether the lowest of some markets was above a line at some time between two. */
    wasAbove(markets: readonly MarketId[], name: string, line: number, from: number, until: number): boolean {
      const known = markets.map((market) => truths.get(`${market} ${name}`) ?? []);
      const times = [from, ...known.flatMap((of) => of.map((truth) => truth.from))];
      const pricesAt = (at: number) =>
        known.flatMap((of) => of.find((truth) => truth.from <= at && truth.until > at)?.price ?? []);
      return times.some((at) => at >= from && at <= until && pricesAt(at).every((price) => price > line));
    },
    /** Forgets what nobody can be told any more. */
    forget(before: number): void {
      for (const [key, known] of truths)
        truths.set(
          key,
          known.filter(({ until }) => until >= before),
        );
    },
  };
}
