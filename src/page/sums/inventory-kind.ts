import { exitTotal, netTotal } from '#core/inventory.ts';
import { comparedReferences } from '#core/markets.ts';
import { inventoryTotals } from '#page/report/add-up-inventory.ts';
import type { PricedPage, SumsKind } from '#page/sums/page-block.ts';
import { type InventoryModel, renderInventory } from '#ui/inventory-sums.ts';

/** The sums of an inventory's loaded part, above it. */
export const inventoryKind = (before: string): SumsKind<InventoryModel> => ({
  tag: 'skinlens-inventory',
  before,
  model: toModel,
  render: renderInventory,
});

/** Old prices and samples have no sums, as in the popup. */
function toModel({ cards, cache, view, shown, oldMs, exits }: PricedPage): InventoryModel | undefined {
  const totals = oldMs === undefined ? inventoryTotals(cards.values(), cache) : null;
  if (!totals || totals.priced === 0) return undefined;
  const { items, priced } = totals;
  const sums = comparedReferences(view.markets).flatMap((market) =>
    totals.sums.flatMap((sum) =>
      sum.market === market && sum.items > 0 ? [{ ...sum, net: netTotal(totals, market, view.fees) }] : [],
    ),
  );
  return { items, priced, sums, exit: exits && exitTotal(totals, exits), shown };
}
