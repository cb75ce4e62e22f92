import type { Money } from '#core/money/money.ts';
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
  /** The user's own listings on the page. */
  readonly own?: readonly Reading[] | undefined;
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
  { view: { site }, own = [], now }: StandingContext,
): OwnStanding | undefined {
  const here = isMarketId(site) ? soundOn(site, judged) : undefined;
  if (!here || !cents || !typed) return undefined;
  // In another currency, 0 is in doubt.
  const centsIn = (one: Money) => (one.currency === typed.code ? centsOf(one, typed) : 0);
  const asked = own.flatMap(({ listing, ...one }) => (one.item === item && listing ? centsIn(listing) : []));
  const by = undercutBy(cents, Math.min(cents, ...asked), here.cents ?? 0, typed.code === 'USD');
  return by === undefined ? undefined : { less: inCurrency(by, typed), ageMs: wholeMinutesAge(here.asOf, now) };
}
