import { type Money, sameAmount } from '#core/money/money.ts';
import { type DatedRates, usdCents } from '#core/money/rates.ts';
import { type Quote, referenceOf } from '#core/prices/quote.ts';
import type { Reading } from '#core/site.ts';

/** How far a site's own rate may be from ours. The dollar and the euro are further apart. */
const ratesDiffer = 0.08;
/** From this amount on, rounding does not make two currencies' amounts equal. */
const leastTelling = 1;
/** An amount may be rounded to it. */
const cent = 0.01;
/** How far the usual listing may be from the table's prices; whole lists of rare patterns are this dear. */
const maxUsualRatio = 30;

type IsOther = (listing: Money, printed: Money) => boolean;

/** Whether a printed amount is another price: without rates, another in its currency or the same in another one. */
const isOther: IsOther = (listing, printed) => {
  const isSame = sameAmount(listing.amount, printed.amount);
  return listing.currency === printed.currency ? !isSame : isSame && Number(listing.amount) >= leastTelling;
};

const isOtherBy =
  (rates: DatedRates | null): IsOther =>
  (listing, printed) => {
    const [told, shown] = [usdCents(listing, rates), usdCents(printed, rates)];
    if (!told || !shown || listing.currency === printed.currency) return isOther(listing, printed);
    const off = Math.abs(told / shown - 1);
    return off > ratesDiffer && off * Number(printed.amount) > cent;
  };

export type Told = Pick<Reading, 'listing' | 'printed' | 'disputed'>;

const disputed = { listing: undefined, disputed: true } as const;

/**
 * A price from the page's data beside the amounts that the card prints for it, one of which must agree. What only a rate can
 * tell is kept in `printed`.
 */
export function besidePrints(listing: Money | undefined, prints: readonly Money[], is = isOther): Told {
  if (!listing) return { listing };
  if (prints.length > 0 && prints.every((printed) => is(listing, printed))) return disputed;
  const isCertain = prints.every(({ currency }) => currency === listing.currency);
  return isCertain ? { listing } : { listing, printed: prints };
}

/** The reading with its listing only where neither the card's print nor the page's list contradicts it. */
export function believed(reading: Reading, isListDisputed: boolean, rates: DatedRates | null): Reading {
  const { listing, printed = [], byName } = reading;
  const isDisputed = isListDisputed || besidePrints(listing, printed, isOtherBy(rates)).disputed;
  return listing && !byName && isDisputed ? { ...reading, ...disputed } : reading;
}

/**
 * Whether the page's data count in other units than they are read in: half of the cards print something else, or the usual
 * listing is far from the table's prices.
 */
export function isListDisputed(
  cards: readonly { readonly reading: Reading; readonly quote: Quote | null | undefined }[],
  rates: DatedRates | null,
): boolean {
  const ratios = cards.flatMap(({ reading, quote }) => {
    const { listing, kind, phase, byName, disputed } = believed(reading, false, rates);
    if (byName || phase || kind === 'bid') return [];
    const cents = listing && usdCents(listing, rates);
    return disputed ? Number.POSITIVE_INFINITY : (cents ?? 0) / (referenceOf(quote) ?? Number.NaN) || [];
  });
  const usual = ratios.toSorted((one, other) => one - other)[ratios.length >> 1] ?? 1;
  return usual > maxUsualRatio || usual < 1 / maxUsualRatio;
}
