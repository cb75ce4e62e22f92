import { type Guard, isObject } from '#core/guards.ts';
import type { MarketId } from '#core/markets.ts';

/** What one stage of a trade takes: per cent of the money that passes it, and a fixed amount. */
export interface Fee {
  /** Per cent of the money before the stage, 0 or more and less than 100. */
  readonly percent: number;
  /** USD cents, 0 to `maxFeeCents`. */
  readonly cents: number;
  /** The least that the per cent take, USD cents: Steam takes two cents of the cheapest item. */
  readonly least?: number | undefined;
}

export interface MarketFees {
  /** Paid on top of the price, for buying or for paying in. */
  readonly buying: Fee;
  /** Taken off the price of what is sold. */
  readonly selling: Fee;
  /** Taken off what is left after selling. */
  readonly cashingOut: Fee;
}

/** A market without an entry has unknown fees. */
export type Fees = Readonly<Partial<Record<MarketId, MarketFees>>>;

/** The fees of the settings; they count for nothing until the user confirmed them. */
export interface ConfirmedFees {
  readonly confirmed: boolean;
  readonly markets: Fees;
}

export const feeStages = ['buying', 'selling', 'cashingOut'] as const satisfies readonly (keyof MarketFees)[];
export type FeeStage = (typeof feeStages)[number];

/** Most that a fixed fee can be, USD cents. */
export const maxFeeCents = 10_000;

export const noFee: Fee = { percent: 0, cents: 0 };
export const noFees: MarketFees = { buying: noFee, selling: noFee, cashingOut: noFee };

/** The fees of a market; `undefined` while they are unknown or not confirmed. */
export function feesOf({ confirmed, markets }: ConfirmedFees, market: string): MarketFees | undefined {
  const known: Readonly<Record<string, MarketFees | undefined>> = markets;
  return confirmed && Object.hasOwn(known, market) ? known[market] : undefined;
}

/** More than errors of binary fractions, less than any part of a cent that a fee can have. */
const tolerance = 1e-6;

/** What a fee takes of an amount, whole cents; parts of a cent count as one. */
const taken = (cents: number, { percent, cents: fixed, least = 0 }: Fee): number =>
  Math.ceil(Math.max((cents * percent) / 100, least) + fixed - tolerance);

const isAmount = (cents: number): boolean => Number.isFinite(cents) && cents > 0;

/**
 * Cents that arrive after an item is sold for `cents` and the money is cashed out, rounded down to whole cents;
 * `undefined` if nothing is left.
 */
export function netCents(cents: number, { selling, cashingOut }: MarketFees): number | undefined {
  if (!isAmount(cents)) return undefined;
  const balance = balanceCents(cents, selling);
  if (balance === undefined) return undefined;
  const net = balance - taken(balance, cashingOut);
  return net > 0 ? net : undefined;
}

/** Cents of the market's balance after an item is sold for `cents`, rounded down; `undefined` if nothing is left. */
export function balanceCents(cents: number, selling: Fee): number | undefined {
  const balance = Math.floor(cents - taken(cents, selling) + tolerance);
  return isAmount(balance) ? balance : undefined;
}

/** Cents that must be paid in to own an item listed for `cents`, rounded up to whole cents. */
export const costCents = (cents: number, { buying }: MarketFees): number =>
  Math.ceil(cents - tolerance) + taken(cents, buying);

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value >= 0 && value <= most;

const feeKeys: readonly string[] = ['percent', 'cents', 'least'];

const isFee: Guard<Fee> = (value): value is Fee =>
  isObject(value) &&
  Object.keys(value).every((key) => feeKeys.includes(key)) &&
  isWithin(value['percent'], 100) &&
  isWithin(value['cents'], maxFeeCents) &&
  (value['least'] === undefined || isWithin(value['least'], maxFeeCents));

/** Whether a value is the fees of a market: three stages that take less than 100 per cent in sum. */
export const isMarketFees: Guard<MarketFees> = (value): value is MarketFees => {
  if (!isObject(value) || Object.keys(value).length !== feeStages.length) return false;
  const fees = feeStages.flatMap((stage) => {
    const fee = value[stage];
    return isFee(fee) ? [fee] : [];
  });
  return fees.length === feeStages.length && fees.reduce((sum, { percent }) => sum + percent, 0) < 100;
};
