import { cashRatios } from '#core/cash-ratio.ts';
import { type ComparisonInput, type ComparisonRow, compare, percentMore } from '#core/comparison.ts';
import { sellingMarkets } from '#core/exit-value.ts';
import type { ItemPastAnswer } from '#core/item-past.ts';
import { balanceMarket, type MarketId, markets } from '#core/markets.ts';
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
  const listingCents = model.noDifferenceReason === 'retired' ? undefined : model.listingCents;
  const { staleAfterMs, fees } = view;
  const sample = model.noDifferenceReason === 'sample';
  const comparison = compare(inputs, { reading, listingCents, staleAfterMs, sample, fees });
  // What an update of the extension left behind gets no newer.
  const cash = model.noDifferenceReason === 'retired' ? undefined : cashRatios(soldAt(comparison.offers, view), fees);
  return { item, phase, listing, comparison, overlay: model, withNet: fees.confirmed, cash, at: now };
}

/** Steam's offer, and those at which the user would sell, as the exit value counts them. */
function soldAt(offers: readonly ComparisonRow[], { markets: compared, exit }: SettingsView): readonly ComparisonRow[] {
  const selling = sellingMarkets({ compared, chosen: exit.markets });
  return offers.filter(
    ({ market, count = 0 }) => market === balanceMarket || (selling.includes(market) && count >= exit.minCount),
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
  const isCurrent = noDifferenceReason !== 'sample' && noDifferenceReason !== 'retired';
  const isCertain = isCurrent && offer && !offer.stale && !offer.inflated && offer.outlier === undefined;
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

/** The overlay's age is rounded down to a minute; within one minute both feeds have the same data. */
const sameDataMs = 60_000;

/** A market's price from the newer of the two feeds, so that the panel never contradicts the overlay. */
function toComparisonInput(
  market: MarketId,
  known: MarketDetail | undefined,
  { rows, ageMs, noDifferenceReason }: OverlayModel,
  { view, now }: { readonly view: SettingsView; readonly now: number },
): ComparisonInput {
  const { detail, asOf } = known ?? {};
  const row = rows.find((candidate) => candidate.market === market);
  const detailAge = asOf === undefined ? undefined : Math.max(0, now - asOf);
  const newer = detail && detailAge !== undefined && (ageMs === undefined || detailAge < ageMs + sameDataMs);
  const extras = { avg7: detail?.avg7, avg30: detail?.avg30, count: detail?.count, link: detail?.link };
  const isRowInflated = row !== undefined && noDifferenceReason === 'inflated';
  const inflated = detail?.inflated ?? isRowInflated;
  const common = { market, inflated, hasData: known?.asOf !== undefined || row !== undefined };
  // Older details know nothing of a flag that the overlay's feed has raised since.
  if (row?.cents !== undefined && !newer)
    return { ...common, ...extras, inflated: inflated || isRowInflated, cents: row.cents, ageMs };
  if (!detail) return common;
  const updated = detail.updatedAt === undefined ? 0 : now - detail.updatedAt;
  const oldest = detailAge === undefined ? undefined : Math.max(detailAge, updated);
  return { ...common, ...extras, ...priceOf(market, detail.price, view), ageMs: oldest };
}

/** The market's coin has a price in cents only when the user has set its rate; the page's coin is another one. */
function priceOf(market: MarketId, price: number, { coinUsd }: SettingsView): Pick<ComparisonInput, 'cents' | 'coins'> {
  if (markets[market].unit === 'cents') return { cents: price };
  return { coins: price, cents: coinUsd === null ? undefined : price * coinUsd * 100 };
}
