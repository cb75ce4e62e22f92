import { decimalText, type Money } from '#core/money/money.ts';
import type { Expectation } from '../../sites/expectation.ts';
import { pages } from '../../sites/page.ts';
import { type BlindSample, blind } from './blind-samples.ts';
import { perDollar } from './find-items.ts';

export const samples = pages.map(blind);

const dollarsOf = ({ listing = '', currency = '' }: Expectation): number =>
  Number(listing) / (perDollar[currency] ?? 1);

/** Whether a listing is what the adapter reads, or it in another currency. */
export function isPriceOf(expected: Expectation, listing: Money): boolean {
  const { cents, currency } = listing;
  if (expected.currency === currency) return expected.listing === decimalText(listing);
  return Math.abs(cents / 100 / (perDollar[currency] ?? 1) / dollarsOf(expected) - 1) < 0.05;
}

const listedIn = (expected: BlindSample['expected']) =>
  expected.flatMap((one) => (one?.listing ? [[one.item, dollarsOf(one)] as const] : []));

/** What an item is listed for on any sample page, USD. */
const listed = new Map(samples.flatMap(({ expected }) => listedIn(expected)));

export function centsNearListings({ expected }: Pick<BlindSample, 'expected'>): (name: string) => number {
  const own = new Map(listedIn(expected));
  const noise = (name: string) => 0.88 + (name.length % 13) / 50;
  return (name) => Math.max(1, Math.round((own.get(name) ?? listed.get(name) ?? 1) * 100 * noise(name)));
}
