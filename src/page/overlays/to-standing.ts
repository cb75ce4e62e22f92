import { centsOf, inCurrency, type Rate } from '#core/money/rates.ts';
import { wholeMinutesAge } from '#core/prices/age.ts';
import type { JudgedOffer } from '#core/prices/comparison.ts';
import { isMarketId, type MarketId } from '#core/prices/markets.ts';
import { undercutBy } from '#core/prices/standing.ts';
import type { Reading } from '#core/site.ts';
import type { SettingsView } from '#protocol/messages.ts';
import type { OwnStanding } from '#ui/overlay/overlay-model.ts';

export interface StandingContext {
  readonly view: SettingsView;
  /** All that the page lists of items that the user sells there. */
  readonly rivals?: readonly Reading[] | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

type Judge = (market: MarketId) => JudgedOffer & { readonly asOf: number };

/** What a market asks, where neither that nor the listing is in doubt. */
export function soundOn(market: MarketId, judged: Judge) {
  const offer = judged(market);
  return offer.isSound && !offer.reason ? offer : undefined;
}

/** How an own listing stands where the page is one of a market, by an ask in no doubt. `cents`: what it asks, USD cents */
export function toStanding(
  { item }: Reading,
  cents: number | undefined,
  typed: Rate | undefined,
  judged: Judge,
  { view: { site }, rivals = [], now }: StandingContext,
): OwnStanding | undefined {
  const here = isMarketId(site) ? soundOn(site, judged) : undefined;
  if (!here || !cents || !typed) return undefined;
  const others = rivals.filter((one) => one.item === item && one.kind !== 'bid');
  // In another currency, 0 is in doubt.
  const centsOn = ({ listing }: Reading) =>
    listing ? (listing.currency === typed.code ? centsOf(listing, typed) : 0) : Number.POSITIVE_INFINITY;
  const least = Math.min(cents, ...others.filter(({ own }) => own).map(centsOn));
  const by = undercutBy(cents, least, here.cents ?? 0, typed.code === 'USD');
  // The page itself may list one for less since.
  if (by === 0 && others.some((one) => centsOn(one) < cents)) return undefined;
  return by === undefined ? undefined : { less: inCurrency(by, typed), ageMs: wholeMinutesAge(here.asOf, now) };
}
