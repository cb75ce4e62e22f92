import { type Guard, isObject } from '#core/asks/guards.ts';

/** What one stage of a trade takes: per cent of the money that passes it, and a fixed amount. */
export interface Fee {
  /** Per cent of the money before the stage, 0 or more and less than 100. */
  readonly percent: number;
  /** USD cents, 0 to `maxFeeCents`. */
  readonly cents: number;
  /** The least that the per cent take, USD cents: Steam takes two cents of the cheapest item. */
  readonly least?: number | undefined;
  /**
   * Per cents of what the seller gets that the buyer pays on top, each rounded down to whole cents and a cent at least, in
   * place of `percent` and `least`: Steam adds 5 % and the game 10 %, so that of $0.42 the seller gets $0.38.
   */
  readonly added?: readonly number[] | undefined;
}

/** What a market takes. The fee of an absent stage is unknown, which is not 0. */
export interface MarketFees {
  /** Paid on top of the price, for buying or for paying in. */
  readonly buying?: Fee | undefined;
  /** Taken off the price of what is sold. */
  readonly selling?: Fee | undefined;
  /** Taken off what is left after selling. */
  readonly cashingOut?: Fee | undefined;
}

export interface SaleFees {
  readonly selling: Fee;
  readonly cashingOut: Fee;
}

/** By the id of a market of the price API, or of another marketplace, at which the user only buys. */
export type Fees = Readonly<Partial<Record<string, MarketFees>>>;

/** The fees of the settings; they count for nothing until the user confirmed them. */
export interface ConfirmedFees {
  readonly confirmed: boolean;
  readonly markets: Fees;
}

export const feeStages = ['buying', 'selling', 'cashingOut'] as const satisfies readonly (keyof MarketFees)[];
export type FeeStage = (typeof feeStages)[number];

export const maxFeeCents = 10_000;

export const noFee: Fee = { percent: 0, cents: 0 };
export const noFees = { buying: noFee, selling: noFee, cashingOut: noFee } as const satisfies MarketFees;

/** What Steam and the game take of a sale. The per cent, for showing, are those of a price without rounding. */
export const steamSelling: Fee = { ...noFee, percent: 13.04347, least: 2, added: [5, 10] };

/** The fees of a market; `undefined` while they are unknown or not confirmed. */
export function feesOf({ confirmed, markets }: ConfirmedFees, market: string): MarketFees | undefined {
  return confirmed && Object.hasOwn(markets, market) ? markets[market] : undefined;
}

/** Parts of a cent that are told apart: coarser than errors of binary fractions, finer than any fee's parts. */
const precision = 1e6;

/** Cents with their fractions, and without the errors of binary ones: what is equal on paper is equal. */
export const exactCents = (cents: number): number => Math.round(cents * precision) / precision;

const taken = (cents: number, { percent, cents: fixed, least = 0 }: Fee): number =>
  Math.max((cents * percent) / 100, least) + fixed;

const isAmount = (cents: number): boolean => Number.isFinite(cents) && cents > 0;

const leftOf = (cents: number, fee: Fee): number =>
  fee.added ? sellerGets(cents, fee.added) : cents - taken(cents, fee);

/** What fees one after the other leave of an amount; `undefined` if nothing is left, or a fee is unknown. */
function leftCents(cents: number, ...fees: readonly (Fee | undefined)[]): number | undefined {
  const left = fees.reduce((money, fee) => (fee && isAmount(money) ? leftOf(money, fee) : Number.NaN), cents);
  return positive(left);
}

/**
 * Cents, with fractions, that arrive after one is sold for `cents` and the money is cashed out; `undefined` if nothing is
 * left, or a fee is unknown. Only a market's own rounding rounds. BUFF163 and YouPin round to 0.01 CNY, a seventh of a cent:
 * the price API tells their prices in whole cents, so no sum of fen is known that could be rounded.
 */
export const netCents = (cents: number, { selling, cashingOut }: MarketFees): number | undefined =>
  leftCents(cents, selling, cashingOut);

/** Cents of the market's balance after one is sold for `cents`; `undefined` as above. */
export const balanceCents = (cents: number, { selling }: MarketFees): number | undefined => leftCents(cents, selling);

/** The greatest amount to which the buyer's price leaves room for the parts that are added to it, whole cents. */
function sellerGets(price: number, added: readonly number[]): number {
  const paid = (gets: number) =>
    added.reduce((sum, percent) => sum + Math.max(1, Math.floor((gets * percent) / 100 + 1 / precision)), gets);
  const percents = added.reduce((sum, percent) => sum + percent, 0);
  // Each part is less than a cent above its rounded value.
  let gets = Math.floor((price + added.length) / (1 + percents / 100));
  while (gets > 0 && paid(gets) > price + 1 / precision) gets--;
  return Math.max(0, gets);
}

/** Cents, with fractions, that must be paid in to own an item listed for `cents`; `undefined` without the fee. */
export const costCents = (cents: number, fees: MarketFees | undefined): number | undefined =>
  fees?.buying && exactCents(cents + taken(cents, fees.buying));

/** The price, USD cents, that costs `cents` with the fee for buying: the inverse of `costCents`. */
export const priceOfCost = (cents: number, { buying }: MarketFees): number | undefined =>
  buying && positive(Math.min((cents - buying.cents) / (1 + buying.percent / 100), cents - taken(0, buying)));

/** The least price of which `cents` are left: the inverse of `netCents`. */
export function priceOfNet(cents: number, { selling, cashingOut }: MarketFees): number | undefined {
  if (!selling || !cashingOut || selling.added) return undefined;
  const before = (left: number, fee: Fee) =>
    Math.max((left + fee.cents) / (1 - fee.percent / 100), left + taken(0, fee));
  return positive(before(before(cents, cashingOut), selling));
}

const positive = (cents: number): number | undefined => (isAmount(exactCents(cents)) ? exactCents(cents) : undefined);

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

const feeKeys: readonly string[] = ['percent', 'cents', 'least', 'added'];

const areParts = (value: unknown): boolean =>
  Array.isArray(value) && value.length < 5 && value.every((part) => isWithin(part, 100));

const isFee: Guard<Fee> = (value): value is Fee =>
  isObject(value) &&
  Object.keys(value).every((key) => feeKeys.includes(key)) &&
  isWithin(value['percent'], 100) &&
  isWithin(value['cents'], maxFeeCents) &&
  (value['least'] === undefined || isWithin(value['least'], maxFeeCents)) &&
  (value['added'] === undefined || areParts(value['added']));

/** Whether a value is the fees of a market: of one stage or more, which take less than 100 per cent in sum. */
export const isMarketFees: Guard<MarketFees> = (value): value is MarketFees => {
  if (!isObject(value)) return false;
  const fees = feeStages.flatMap((stage) => (isFee(value[stage]) ? [value[stage]] : []));
  const isWhole = fees.length > 0 && fees.length === Object.keys(value).length;
  return isWhole && fees.reduce((sum, { percent }) => sum + percent, 0) < 100;
};
