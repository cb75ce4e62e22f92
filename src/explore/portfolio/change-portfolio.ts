import type { Holding, Portfolio, Sale } from '#core/owned/portfolio.ts';
import type { KnownPortfolio } from '#explore/portfolio/use-portfolio.ts';

const isSame = (one: Holding | undefined, other: Holding): boolean =>
  one?.name === other.name && one.count === other.count && paid(one) === paid(other);

/** As it was typed: in USD it follows a rate. */
const paid = ({ paidCents, paidTyped }: Holding): string => JSON.stringify(paidTyped ?? paidCents);

/** The place of an entry: the one where it was seen, or wherever it is now; −1: nowhere. */
const placeOf = (all: readonly Holding[], wanted: Holding, at: number): number =>
  isSame(all[at], wanted) ? at : all.findIndex((one) => isSame(one, wanted));

/** Removes an entry. */
export function withoutHolding({ items, sales }: KnownPortfolio, holding: Holding, at: number): Portfolio {
  const place = placeOf(items, holding, at);
  return { items: items.filter((_, index) => index !== place), sales };
}

/** Sells a part of an entry, or all of it. An entry that is gone is not sold. */
export function withSale({ items, sales }: KnownPortfolio, holding: Holding, at: number, sale: Sale): Portfolio {
  const place = placeOf(items, holding, at);
  if (place < 0) return { items, sales };
  const left = items.slice(place, place + 1).map((one) => ({ ...one, count: one.count - sale.count }));
  return {
    items: items.toSpliced(place, 1, ...left.filter(({ count }) => count > 0)),
    sales: [...sales, sale],
  };
}

/** Takes a sale back: its items are an entry again. */
export function withoutSale({ items, sales }: KnownPortfolio, sale: Sale, at: number): Portfolio {
  const isIt = (one: Sale | undefined) => isSame(one, sale) && one?.soldAt === sale.soldAt;
  const place = isIt(sales[at]) ? at : sales.findIndex(isIt);
  if (place < 0) return { items, sales };
  const { receivedCents, receivedTyped, soldAt, ...held } = sale;
  return { items: [...items, held], sales: sales.toSpliced(place, 1) };
}
