import { ageMs, areNoOlder } from '#core/age.ts';
import { cashRatios } from '#core/cash-ratio.ts';
import { type ComparisonInput, type ComparisonRow, compare, percentMore } from '#core/comparison.ts';
import { sellingMarkets } from '#core/exit-value.ts';
import type { ItemPastAnswer } from '#core/item-past.ts';
import { balanceMarket, centsPerUnit, type MarketId, markets } from '#core/markets.ts';
import type { RenderedOverlay } from '#page/cards/overlay-host.ts';
import type { MarketDetail, SettingsView } from '#protocol/messages.ts';
import type { HistoryContext } from '#ui/history-view.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';
import type { PanelModel } from '#ui/panel-model.ts';

/** The model of one card's panel. Without details (`[]`) it has the overlay's own prices. */
export function toPanelModel(
  { reading, model }: RenderedOverlay,
  details: readonly MarketDetail[],
  view: SettingsView,
  now: number,
): PanelModel {
  const known = new Map(details.map((detail) => [detail.market, detail]));
  const shown = (details.length > 0 ? details : model.rows).map(({ market }) => market);
  const inputs = shown.map((market) => toComparisonInput(market, known.get(market), model, { view, now }));
  const { item, phase, listing } = reading;
  const { staleAfterMs, fees } = view;
  const sample = model.noDifferenceReason === 'sample';
  const { minCount } = view.exit;
  const comparison = compare(inputs, {
    reading,
    listingCents: model.listingCents,
    staleAfterMs,
    minCount,
    sample,
    fees,
  });
  const cash = cashRatios(soldAt(comparison.offers, view), fees);
  return { item, phase, listing, comparison, overlay: model, withNet: fees.confirmed, cash, at: now };
}

/** Steam's offer, and those at which the user would sell, as the exit value counts them. */
function soldAt(offers: readonly ComparisonRow[], { markets: compared, exit }: SettingsView): readonly ComparisonRow[] {
  const selling = sellingMarkets({ compared, chosen: exit.markets });
  return offers.filter(
    ({ market, count = 0 }) => count >= exit.minCount && (market === balanceMarket || selling.includes(market)),
  );
}

/** The context of the panel's history. A price in doubt is compared with no past. */
export function toHistoryContext(
  { item, overlay, comparison, at }: PanelModel,
  past: ItemPastAnswer | undefined,
  { coinUsd, markets: [first], exit }: SettingsView,
): HistoryContext {
  const { listingCents, noDifferenceReason, shown } = overlay;
  const offer = comparison.offers.find(({ market }) => market === first);
  const price = offer?.coins ?? offer?.cents;
  const isCertain =
    noDifferenceReason !== 'sample' && offer && !offer.stale && !offer.inflated && offer.outlier === undefined;
  const { cents, avg30, count = 0 } = offer ?? {};
  const toAverage =
    cents !== undefined && avg30 !== undefined && count >= exit.minCount ? percentMore(cents, avg30) : undefined;
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

/** A market's price from the newer of the two feeds, so that the panel never contradicts the overlay. */
function toComparisonInput(
  market: MarketId,
  known: MarketDetail | undefined,
  { rows, asOf: tableAsOf, inflated: isItemInflated }: OverlayModel,
  { view, now }: { readonly view: SettingsView; readonly now: number },
): ComparisonInput {
  const { detail, asOf } = known ?? {};
  const row = rows.find((candidate) => candidate.market === market);
  const counts = detail && asOf !== undefined && (tableAsOf === undefined || areNoOlder(asOf, tableAsOf));
  const { price: _, inflated: __, updatedAt: ___, ...extras } = detail ?? {};
  const inflated = detail?.inflated === true || (row !== undefined && isItemInflated === true);
  const common = { market, inflated, hasData: known?.asOf !== undefined || row !== undefined };
  const ageOf = (since: number | undefined) => (since === undefined ? undefined : ageMs(since, now));
  if (row?.cents !== undefined && !counts) return { ...common, ...extras, cents: row.cents, ageMs: ageOf(tableAsOf) };
  if (!detail) return common;
  const oldest = asOf === undefined ? undefined : Math.min(asOf, detail.updatedAt ?? asOf);
  return { ...common, ...extras, ...priceOf(market, detail.price, view), ageMs: ageOf(oldest) };
}

/** The market's coin has a price in cents only when the user has set its rate; the page's coin is another one. */
function priceOf(market: MarketId, price: number, { coinUsd }: SettingsView): Pick<ComparisonInput, 'cents' | 'coins'> {
  if (markets[market].unit === 'cents') return { cents: price };
  return { coins: price, cents: coinUsd === null ? undefined : price * centsPerUnit(market, coinUsd) };
}
