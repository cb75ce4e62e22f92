import { createMutex } from '#core/asks/concurrency.ts';
import { coinUsdOf } from '#core/money/coin-rates.ts';
import { costCents, feesOf } from '#core/money/fees.ts';
import { centsOf, type DatedRates, inCurrency, rateOf, shownRate } from '#core/money/rates.ts';
import {
  type Bought,
  boughtSchema,
  maxHoldings,
  type Portfolio,
  type Purchase,
  parsePortfolio,
  toStoredPortfolio,
} from '#core/owned/portfolio.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { StoredRates } from '#data/refresh/small-feeds.ts';
import type { KeyValueStore } from '#data/storage/column-store.ts';
import type { QuotesAnswer } from '#protocol/messages.ts';

export interface PortfolioDeps {
  /** The store of the portfolio, which no browser may evict: the user wrote it. */
  readonly store: KeyValueStore;
  readonly quotesWithoutUse: (names: readonly string[]) => Promise<QuotesAnswer>;
  readonly rates: Pick<StoredRates, 'read'>;
  readonly settings: () => Promise<Settings>;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Called after a purchase is written or taken back. */
  readonly onChange: () => void;
}

export type PortfolioService = ReturnType<typeof createPortfolioService>;

export const portfolioKey = 'portfolio';

/** Rejects when the storage fails. */
export function createPortfolioService({ store, quotesWithoutUse, rates, settings, now, onChange }: PortfolioDeps) {
  const inTurn = createMutex();
  const list = async () => parsePortfolio((await store.read([portfolioKey]))[0]);
  const set = async (next: Portfolio): Promise<Portfolio> => {
    await store.write({ [portfolioKey]: toStoredPortfolio(next) });
    return next;
  };
  return {
    list,
    set: (next: Portfolio) => inTurn(() => set(next)),
    /** Adds what was bought just now. `null` without room. Rejects for an item that no table has, too. */
    buy: (purchase: Purchase): Promise<Bought | null> =>
      inTurn(async () => {
        const { quotes, spellings } = await quotesWithoutUse([purchase.name]);
        if (!quotes[0]) throw new Error('not a known item');
        const { items, sales } = await list();
        if (items.length >= maxHoldings) return null;
        const listed = { ...purchase, name: spellings?.[0] ?? purchase.name, boughtAt: now() };
        const { bought, paidThen } = paidFor(listed, await settings(), (await rates.read())?.told ?? null);
        await set({ items: [...items, { ...bought, count: 1, paidThen }], sales });
        onChange();
        return bought;
      }),
    /** Removes an entry that `buy` has added, unless it is gone or changed. */
    takeBack: (bought: Bought): Promise<void> =>
      inTurn(async () => {
        const keyOf = (one: unknown) => JSON.stringify(boughtSchema.safeParse(one).data);
        const { items, sales } = await list();
        const at = items.findIndex((one) => keyOf(one) === keyOf(bought));
        await set({ items: items.filter((_, place) => place !== at), sales });
        onChange();
      }),
  };
}

/**
 * What is paid, with the fee of a buyer that the user has confirmed. `paidThen` in the user's currency: absent where it is
 * paid in that, and without rates as young as they usually are.
 */
function paidFor(listed: Bought, settings: Settings, dated: DatedRates | null) {
  const { site, boughtAt, paid } = listed;
  const known = { dated, own: settings.rates, coinUsd: coinUsdOf(settings, site) };
  const [shown, rate] = [shownRate(settings, dated, boughtAt), rateOf(paid.currency, known, boughtAt)];
  if (!rate) return { bought: listed };
  const price = centsOf(paid, rate);
  const fee = (costCents(price, feesOf(settings.fees, site)) ?? price) - price;
  // An amount without a fee stays as the page says it.
  const cents = Math.abs(fee) < 1e-5 ? paid.cents : paid.cents + fee * rate.perUsd;
  const isKnown = !rate.oldMs && !shown.oldMs && rate.code !== shown.code;
  return {
    bought: { ...listed, paid: { ...paid, cents } },
    paidThen: isKnown ? inCurrency(price + fee, shown) : undefined,
  };
}
