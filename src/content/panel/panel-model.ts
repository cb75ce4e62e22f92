import type { Said } from '#content/cards/overlay-host.ts';
import { type ComparisonInput, compare } from '#core/comparison.ts';
import { type MarketId, markets } from '#core/markets.ts';
import type { MarketDetail, View } from '#protocol/messages.ts';
import type { OverlayModel } from '#ui/overlay-model.ts';
import type { PanelModel } from '#ui/panel-model.ts';

/** What the comparison of one card says. Without details (`[]`) it says what the overlay does. */
export function panelModelOf(
  { reading, model }: Said,
  details: readonly MarketDetail[],
  view: View,
  now: number,
): PanelModel {
  const known = new Map(details.map((detail) => [detail.market, detail]));
  const chosen = details.length > 0 ? details.map(({ market }) => market) : model.rows.map(({ market }) => market);
  const asked = chosen.map((market) => askedOf(market, known.get(market), model, { view, now }));
  const { item, phase, listing } = reading;
  const listingCents = model.noDifferenceReason === 'retired' ? undefined : model.listingCents;
  const { staleAfterMs, fees } = view;
  const comparison = compare(asked, { reading, listingCents, staleAfterMs, fees });
  return { item, phase, listing, comparison, overlay: model, withNet: fees.confirmed, at: now };
}

/** Prices of the same data are the same in both feeds; a minute is what the overlay's age is rounded by. */
const sameDataMs = 60_000;

/** What a market asks: by the newer of the two feeds, so that the comparison never contradicts the overlay. */
function askedOf(
  market: MarketId,
  known: MarketDetail | undefined,
  { rows, ageMs, noDifferenceReason }: OverlayModel,
  { view, now }: { readonly view: View; readonly now: number },
): ComparisonInput {
  const { detail, asOf } = known ?? {};
  const row = rows.find((one) => one.market === market);
  const detailAge = asOf === undefined ? undefined : Math.max(0, now - asOf);
  const newer = detail && detailAge !== undefined && (ageMs === undefined || detailAge < ageMs + sameDataMs);
  const extras = { avg7: detail?.avg7, avg30: detail?.avg30, count: detail?.count, link: detail?.link };
  const inflated = detail?.inflated ?? (row !== undefined && noDifferenceReason === 'inflated');
  const about = { market, inflated, hasData: known?.asOf !== undefined || row !== undefined };
  if (row?.cents !== undefined && !newer) return { ...about, ...extras, cents: row.cents, ageMs };
  if (!detail) return about;
  const updated = detail.updatedAt === undefined ? 0 : now - detail.updatedAt;
  const oldest = detailAge === undefined ? undefined : Math.max(detailAge, updated);
  return { ...about, ...extras, ...priceOf(market, detail.price, view), ageMs: oldest };
}

/** Coins become cents by the user's word alone. */
function priceOf(market: MarketId, price: number, { coinUsd }: View): Pick<ComparisonInput, 'cents' | 'coins'> {
  if (markets[market].unit === 'cents') return { cents: price };
  return { coins: price, cents: coinUsd === null ? undefined : price * coinUsd * 100 };
}
