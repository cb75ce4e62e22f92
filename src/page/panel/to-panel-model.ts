import { wearPlace } from '#core/items/wears.ts';
import { cashRatios } from '#core/prices/cash-ratio.ts';
import { type ComparisonRow, compare, percentMore } from '#core/prices/comparison.ts';
import { askLimits, type PriceLimit, payAtMost } from '#core/prices/deals.ts';
import { sellingMarkets } from '#core/prices/exit-value.ts';
import type { ItemPastAnswer } from '#core/prices/item-past.ts';
import { balanceMarket, isMarketId } from '#core/prices/markets.ts';
import { isFew, type Offer } from '#core/prices/offer.ts';
import { exitRules } from '#core/prices/stale-after.ts';
import type { RenderedOverlay } from '#page/cards/overlay-host.ts';
import type { SettingsView } from '#protocol/messages.ts';
import type { HistoryContext } from '#ui/charts/history-view.ts';
import type { PanelModel } from '#ui/overlay/panel-model.ts';

/** The model of one card's panel: of the overlay's offers, until the worker has told those of all compared markets. */
export function toPanelModel(
  { reading, model }: RenderedOverlay,
  told: readonly Offer[] | undefined,
  view: SettingsView,
  now: number,
): PanelModel {
  const { item, phase, listing } = reading;
  const { listingCents, sample } = model;
  const comparison = compare(told?.length ? told : model.offers, {
    ...exitRules(view, now),
    reading,
    listingCents,
    sample,
  });
  const cash = cashRatios(soldAt(comparison.offers, view));
  const limits = toPriceLimits({ reading, model }, comparison.offers, view, now);
  const wear = wearPlace(item, reading.wearValue);
  const withNet = view.fees.confirmed;
  return { item, phase, listing, wear, comparison, overlay: model, withNet, cash, limits, at: now };
}

/** What to pay for what is for sale, and what to ask for what is not. */
function toPriceLimits(
  { reading, model }: Pick<RenderedOverlay, 'reading' | 'model'>,
  offers: readonly ComparisonRow[],
  view: SettingsView,
  now: number,
): readonly PriceLimit[] {
  const { site, markets: compared, exit } = view;
  if (reading.kind !== 'none' && !reading.own) {
    const limit = typeof model.exit === 'object' && payAtMost(model.exit.netCents, view);
    return limit ? [limit] : [];
  }
  if (!isMarketId(site)) return [];
  const selling = sellingMarkets(compared, exit.markets);
  const counted = offers.filter(({ market, isSound }) => isSound && (market === site || selling.includes(market)));
  return askLimits(site, counted, exitRules(view, now));
}

/** Steam's offer, and those at which the user would sell, as the exit value counts them. */
function soldAt(offers: readonly ComparisonRow[], { markets: compared, exit }: SettingsView): readonly ComparisonRow[] {
  const selling = sellingMarkets(compared, exit.markets);
  return offers.filter(
    (offer) => !isFew(offer, exit) && (offer.market === balanceMarket || selling.includes(offer.market)),
  );
}

/** The context of the panel's history. A price in doubt is compared with no past. */
export function toHistoryContext(
  { item, overlay, comparison, at }: PanelModel,
  past: ItemPastAnswer | undefined,
  { coinUsd, markets: [first], exit }: SettingsView,
): HistoryContext {
  const { listingCents, noDifferenceReason, sample, shown } = overlay;
  const offer = comparison.offers.find(({ market }) => market === first);
  const price = offer?.coins ?? offer?.cents;
  const isCertain = !sample && offer && !offer.stale && !offer.flagged && offer.outlier === undefined;
  const { cents, avg30, count } = offer ?? {};
  const isKnown = cents !== undefined && avg30 !== undefined && !isFew({ count }, exit);
  const toAverage = isKnown ? percentMore(cents, avg30) : undefined;
  return {
    item,
    past,
    shown,
    coinUsd,
    listingCents: noDifferenceReason === undefined ? listingCents : undefined,
    present: isCertain && price !== undefined ? { market: offer.market, price, toAverage } : undefined,
    now: at,
  };
}
