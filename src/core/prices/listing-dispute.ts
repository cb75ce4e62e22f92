import { type Money, sameAmount } from '#core/money/money.ts';
import { type DatedRates, usdCents } from '#core/money/rates.ts';
import { type Quote, referenceOf } from '#core/prices/quote.ts';
import type { Reading } from '#core/site.ts';

/** How far a site's own rate may be from ours. The dollar and the euro are further apart. */
const ratesDiffer = 0.08;
/** From so many hundredths on, rounding does not make two currencies' amounts equal. */
const leastTelling = 100;
/** How far the usual listing may be from the table's prices; whole lists of rare patterns are this dear. */
const maxUsualRatio = 30;

type IsOther = (listing: Money, printed: Money) => boolean;

/** Whether a printed amount is another price: without rates, another in its currency or the same in another one. */
const isOther: IsOther = (listing, printed) => {
  const isSame = sameAmount(listing, printed);
  return listing.currency === printed.currency ? !isSame : isSame && listing.cents >= leastTelling;
};

const isOtherBy =
  (rates: DatedRates | null): IsOther =>
  (listing, printed) => {
    const [told, shown] = [usdCents(listing, rates), usdCents(printed, rates)];
    if (!told || !shown || listing.currency === printed.currency) return isOther(listing, printed);
    const off = Math.abs(told / shown - 1);
    // An amount may be rounded to a cent.
    return off > ratesDiffer && off * printed.cents > 1;
  };

export type Told = Pick<Reading, 'listing' | 'printed' | 'disputed'>;

const disputed = { listing: undefined, disputed: true } as const;

/** One of the amounts that the card prints must agree with the page's data. What only a rate can tell is kept in `printed`. */
export function besidePrints(listing: Money | undefined, prints: readonly Money[], is = isOther): Told {
  if (!listing) return { listing };
  if (prints.length > 0 && prints.every((printed) => is(listing, printed))) return disputed;
  const isCertain = prints.every(({ currency }) => currency === listing.currency);
  return isCertain ? { listing } : { listing, printed: prints };
}

/** The reading with its listing only where neither the card's print nor the page's list contradicts it. */
export function believed(reading: Reading, isListDisputed: boolean, rates: DatedRates | null): Reading {
  const { listing, printed = [] } = reading;
  const isDisputed = isListDisputed || besidePrints(listing, printed, isOtherBy(rates)).disputed;
  return listing && isDisputed ? { ...reading, ...disputed } : reading;
}

interface Listed {
  readonly reading: Reading;
  readonly quote: Quote | null | undefined;
}

/** Most cards stay as they are while a page of a thousand changes. */
const reckoned = new WeakMap<Reading, { readonly of: Listed; readonly rates: unknown; readonly ratio: number }>();

/** How many times the table's price a listing is: infinitely many where the card prints another, NaN where nothing tells. */
function ratioOf(of: Listed, rates: DatedRates | null): number {
  const known = reckoned.get(of.reading);
  if (known && known.of.quote === of.quote && known.rates === rates) return known.ratio;
  const { listing, kind, phase, disputed } = believed(of.reading, false, rates);
  const cents = (listing && usdCents(listing, rates)) || Number.NaN;
  const told = disputed ? Number.POSITIVE_INFINITY : cents / (referenceOf(of.quote) ?? Number.NaN);
  const ratio = phase || kind === 'bid' ? Number.NaN : told;
  reckoned.set(of.reading, { of, rates, ratio });
  return ratio;
}

/** True where the page's data count in other units: half of the cards print otherwise, or the usual listing is far from the table. */
export function isListDisputed(cards: readonly Listed[], rates: DatedRates | null): boolean {
  const ratios = cards.map((card) => ratioOf(card, rates)).filter((ratio) => !Number.isNaN(ratio));
  const usual = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 1;
  return usual > maxUsualRatio || usual < 1 / maxUsualRatio;
}
