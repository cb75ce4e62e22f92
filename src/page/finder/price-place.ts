import type { Money } from '#core/money/money.ts';
import { type DatedRates, usdCents } from '#core/money/rates.ts';
import { type Amount, noCurrency } from '#page/finder/amounts.ts';
import { minCards } from '#page/finder/deps.ts';

/** A card of one item: what it shows, and what the item costs elsewhere, USD cents. */
export interface PricedCard {
  readonly item: string;
  readonly reference: number;
  readonly amounts: readonly Amount[];
}

/** Where a page's cards show the price of their listing. */
export interface PricePlace {
  readonly place: string;
  readonly currency: string;
  /** The usual ratio of a listing's price to the reference. */
  readonly ratio: number;
}

/** Least evidence besides `minCards`: different items, and the ratio of the dearest reference to the cheapest. */
const minItems = 6;
const minSpan = 4;
/** Share of the cards that have an amount there. */
export const minShare = 0.8;
/** Least rank correlation with the references. */
const minCorrelation = 0.9;
/** Share of the cards from which on another amount makes it doubtful which of the two is the price. */
const rivalShare = 0.5;
/** The usual ratio to the references; an instalment, a sum or another currency lies outside. */
const ratios = [0.4, 2.5] as const;
/** Canadian and Australian dollars are 1.35 and more to the US dollar. */
const bareDollarRatios = [0.7, 1.25] as const;
/** How far the middle half of the ratios may be from the usual one. */
const maxSpread = 0.3;
/** A single listing further from the usual ratio is not believed: it may be a sum of several. */
const maxOff = 2.5;
/** How far two amounts may differ that are one price in two currencies. */
const sameWithin = 0.02;

/** A hundred cards are evidence enough. */
export const maxCards = 100;
/** From so many cards on, a list whose prices are others ends what is known. */
export const enoughToForget = 5;

/** What the cards show at one place. */
interface Column {
  readonly place: string;
  readonly currency: string;
  readonly isBareDollar: boolean;
  readonly isDoubtful: boolean;
  /** By the card's index, USD cents; hundredths of a number alone. */
  readonly cents: ReadonlyMap<number, number>;
}

/**
 * The only place of the cards that shows money, where its amounts follow the references. `undefined` where the evidence is
 * thin, or where a second place shows other amounts: one may be the price before a discount, or what the seller gets.
 * `known` is what longer lists of such a page have taught: where the evidence is thin, it must be the same.
 */
export function findPricePlace(
  cards: readonly PricedCard[],
  rates: DatedRates | null,
  known?: PricePlace,
): PricePlace | undefined {
  const references = cards.map(({ reference }) => reference);
  const isThin =
    cards.length < minCards ||
    new Set(cards.map(({ item }) => item)).size < minItems ||
    Math.max(...references) < Math.min(...references) * minSpan;
  if (isThin && !known) return undefined;
  const columns = columnsOf(cards, rates).filter(({ cents }) => cents.size >= cards.length * rivalShare);
  const [best, ...others] = columns.filter(({ currency }) => currency !== noCurrency);
  if (!best || best.isDoubtful || others.some((other) => !isSamePrice(best, other))) return undefined;
  const ratio = quantile(ratiosOf(best, references), 0.5);
  if (isThin) return isSamePlace(best, known) && isNear(ratio, known.ratio) ? known : undefined;
  const [least, most] = best.isBareDollar ? bareDollarRatios : ratios;
  // The numbers alone may be the price, in coins, and the amounts beside them a reference.
  const rivals = columns.filter(({ currency }) => currency === noCurrency);
  const isDoubtful = rivals.some((rival) => follows(rival, references) && !isProportional(best, rival));
  return !isDoubtful && ratio >= least && ratio <= most && follows(best, references)
    ? { place: best.place, currency: best.currency, ratio }
    : undefined;
}

const isNear = (ratio: number, to: number): boolean => ratio >= to * (1 - maxSpread) && ratio <= to * (1 + maxSpread);

const isSamePlace = (column: Column, known: PricePlace | undefined): known is PricePlace =>
  known !== undefined && column.place === known.place && column.currency === known.currency;

/** The price of a card at a learned place; `undefined` in any doubt. */
export function amountAt(
  { place, currency, ratio }: PricePlace,
  { amounts, reference }: PricedCard,
  rates: DatedRates | null,
): Money | undefined {
  const amount = amounts.find((each) => each.place === place && !each.isDoubtful);
  const cents = amount && usdCents(amount, rates);
  if (!cents || amount.currency !== currency) return undefined;
  const off = cents / reference / ratio;
  return off <= maxOff && off >= 1 / maxOff ? { amount: amount.amount, currency } : undefined;
}

function columnsOf(cards: readonly PricedCard[], rates: DatedRates | null): readonly Column[] {
  const columns = new Map<string, Omit<Column, 'cents'> & { readonly cents: Map<number, number> }>();
  for (const [at, { amounts }] of cards.entries())
    for (const { place, currency, isBareDollar, isDoubtful, amount } of amounts) {
      const cents = currency === noCurrency ? Number(amount) * 100 : usdCents({ amount, currency }, rates);
      const key = `${place} ${currency} ${isDoubtful}`;
      const column = columns.get(key) ?? { place, currency, isBareDollar, isDoubtful, cents: new Map() };
      columns.set(key, column);
      if (cents) column.cents.set(at, cents);
    }
  return [...columns.values()];
}

/** Whether a column follows the references, and the middle half of its ratios to them is close. */
function follows(column: Column, references: readonly number[]): boolean {
  const at = [...column.cents.keys()];
  if (at.length < references.length * minShare) return false;
  const found = ratiosOf(column, references);
  if (![0.25, 0.75].every((share) => isNear(quantile(found, share), quantile(found, 0.5)))) return false;
  const expected = at.map((index) => references[index] ?? 0);
  return rankCorrelation([...column.cents.values()], expected) >= minCorrelation;
}

/** In rising order. */
const ratiosOf = ({ cents }: Column, references: readonly number[]): readonly number[] =>
  [...cents].map(([at, each]) => each / (references[at] ?? Number.NaN)).toSorted((one, other) => one - other);

/** Whether two columns have one price in two units. */
function isProportional(one: Column, { cents }: Column): boolean {
  const found = [...one.cents].flatMap(([at, each]) => (cents.has(at) ? [each / (cents.get(at) ?? 1)] : []));
  return Math.max(...found) <= Math.min(...found) * (1 + 2 * sameWithin);
}

const isSamePrice = (one: Column, other: Column): boolean =>
  [...one.cents].every(([at, cents]) => Math.abs((other.cents.get(at) ?? cents) / cents - 1) <= sameWithin);

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;

/** Spearman's: the correlation of the ranks, equal values sharing theirs. */
function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [ranksOf(one), ranksOf(other)];
  const mean = (one.length + 1) / 2;
  const sum = (of: (at: number) => number) => a.reduce((total, _, at) => total + of(at), 0);
  const off = (ranks: readonly number[], at: number) => (ranks[at] ?? mean) - mean;
  const spread = Math.sqrt(sum((at) => off(a, at) ** 2) * sum((at) => off(b, at) ** 2));
  return spread > 0 ? sum((at) => off(a, at) * off(b, at)) / spread : 0;
}

function ranksOf(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}
