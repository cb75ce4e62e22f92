import { wearOf, wearPlace } from '#core/items/item-kinds.ts';
import { hasPhases } from '#core/items/names.ts';
import type { Money } from '#core/money/money.ts';
import { centsOf } from '#core/money/rates.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { AskedListing, ToldListing } from '#core/prices/told-listing.ts';

/** One that the user has seen. */
export interface SeenListing extends ToldListing {
  readonly site: string;
  /** The page's address. */
  readonly address: string;
  readonly tab: number | undefined;
  /** ms since the epoch. */
  readonly at: number;
}

/** What the panel says of listings that the user has seen on any page. */
export type SeenElsewhere = Readonly<Partial<ReturnType<typeof seenElsewhere>>>;

/** A card keeps its mark until its page asks again, a minute later: then none is older than ten minutes. */
export const seenLimits = { ageMs: 9 * minuteMs, ofItem: 64, all: 2000 } as const;

export const isRecent = ({ at }: SeenListing, now: number): boolean => now >= at && now - at < seenLimits.ageMs;

/** What is remembered, newest first, after a page has told what it shows now: what is gone from it is forgotten. */
export function withTold(
  seen: readonly SeenListing[],
  told: readonly ToldListing[],
  page: Omit<SeenListing, keyof ToldListing>,
): readonly SeenListing[] {
  const isOfPage = ({ tab, address }: SeenListing) => tab === page.tab && address === page.address;
  const counts = new Map<string, number>();
  const hasRoom = ({ item }: SeenListing) => {
    const count = (counts.get(item) ?? 0) + 1;
    counts.set(item, count);
    return count <= seenLimits.ofItem;
  };
  const shown = told.filter(({ own }) => !own).map((one) => ({ ...one, ...page }));
  const others = seen.filter((one) => isRecent(one, page.at) && !isOfPage(one));
  return [...shown, ...others].filter(hasRoom).slice(0, seenLimits.all);
}

export function seenElsewhere(one: AskedListing, seen: readonly SeenListing[], now: number) {
  const same = seen.filter((other) => isRecent(other, now) && isSameItem(other, one));
  const cheapest = same.toSorted((other, another) => usdOf(other) - usdOf(another));
  return {
    /** The cheapest that asks less and is less worn. */
    beaten: cheapest.find((other) => isLessWorn(other, one) && asksLess(other, one)),
    /** The cheapest of the item's phase. */
    lowest: one.phase === undefined ? undefined : cheapest[0],
  };
}

/** An item of phases is the same only where both tell their phase. */
const isSameItem = (other: ToldListing, { item, phase }: AskedListing): boolean =>
  other.item === item && other.phase === phase && (phase !== undefined || !hasPhases(item));

/** A rate may be a week old: between currencies only what is clearly less is less. */
const clearly = 0.98;

const asksLess = (other: ToldListing, one: AskedListing): boolean =>
  isSameCurrency(other, one) ? other.listing.cents < (one.listing?.cents ?? 0) : usdOf(other) < usdOf(one) * clearly;

/** A site's coins are its own. */
const isSameCurrency = ({ listing: { currency } }: ToldListing, { listing }: AskedListing): boolean =>
  currency === listing?.currency && currency !== 'COIN';

/** USD cents; NaN without a price or a rate. */
const usdOf = ({ listing, typed }: AskedListing): number => (listing && typed ? centsOf(listing, typed) : Number.NaN);

/** How much less `other` asks: in the currency that both have, or in US dollars. */
export const lessBy = (other: ToldListing, one: AskedListing): Money =>
  isSameCurrency(other, one)
    ? { cents: (one.listing?.cents ?? 0) - other.listing.cents, currency: other.listing.currency }
    : { cents: usdOf(one) - usdOf(other), currency: 'USD' };

/** Sites cut or round a wear value: up to its last digit it may be more or less. */
const unsureOf = (value: number): number => 10 ** -(String(value).split('.')[1]?.length ?? 0);

function isLessWorn(other: AskedListing, one: AskedListing): boolean {
  const [less, more] = [certainWear(other), certainWear(one)];
  return less !== undefined && more !== undefined && less + unsureOf(less) + unsureOf(more) <= more;
}

/** `undefined` where the name's wear contradicts it. */
const certainWear = ({ item, wearValue }: AskedListing): number | undefined =>
  wearOf(item) ? wearPlace(item, wearValue)?.value : wearValue;
