import { countItems, exitTotal, sumOn, withOffers } from '#core/inventory.ts';
import type { Card } from '#page/cards/cards.ts';
import { inventoryTotals } from '#page/report/add-up-inventory.ts';
import { createListPlace } from '#page/sums/list-place.ts';
import type { PricedPage, SumsKind } from '#page/sums/page-block.ts';
import { type InventoryModel, renderInventory } from '#ui/inventory-sums.ts';
import { lacksOf } from '#ui/market-lacks.ts';

const isOwned = ({ kind, reading }: Card): boolean =>
  reading !== undefined && kind.kind === 'inventory' && !kind.recycles;

/** The sums of an inventory's loaded part, above it. */
export function inventoryKind(document: Document): SumsKind<InventoryModel> {
  const placeOfList = createListPlace(document);
  return {
    tag: 'skinlens-inventory',
    place: ({ cards }) => {
      const owned = [...cards.values()].filter(isOwned);
      const before = owned[0]?.kind.sumsBefore;
      return before === undefined ? placeOfList(owned.map(({ element }) => element)) : document.querySelector(before);
    },
    model: toModel,
    render: renderInventory,
  };
}

/** Old prices and samples have no sums, as in the popup. */
function toModel(
  { cards, cache, view, shown, oldMs, times, exits }: PricedPage,
  offers: Parameters<SumsKind<InventoryModel>['model']>[1],
): InventoryModel | undefined {
  const owned = [...cards.values()].filter(isOwned);
  const totals = oldMs === undefined ? inventoryTotals(owned, cache, times) : null;
  if (!totals) return undefined;
  const { markets, fees, coinUsd } = view;
  const entries = withOffers(totals.entries, offers, times);
  const { items, priced } = countItems(entries, markets);
  if (priced === 0) return undefined;
  const sums = markets.map((market) => sumOn(entries, market, fees));
  const lacks = lacksOf(sums, { offers, coinUsd });
  return { items, priced, sums, lacks, exit: exits && exitTotal(entries, exits), shown };
}
