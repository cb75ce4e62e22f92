import type { Fees } from '#core/fees.ts';
import type { ItemTable } from '#explore/data/item-table.ts';
import type { PriceStages } from '#explore/rows/price-stages.ts';
import type { Routes, RouteValues } from '#explore/rows/routes.ts';
import type { ExploreView } from '#explore/state/view.ts';

/** What the user's settings say. */
export interface UserLimits {
  /** Sellers' and buyers' fees; `undefined`: not confirmed. */
  readonly fees: Fees | undefined;
  readonly maxAgeMs: number;
  /** 0 to 100. */
  readonly minLiquidity: number;
}

/** What all columns of the rows rest on. */
export interface RowParts {
  readonly table: ItemTable;
  readonly view: Pick<ExploreView, 'kind' | 'rules'>;
  readonly limits: UserLimits;
  readonly stages: PriceStages;
  /** Index of the market of each row's cheapest price that counts. */
  readonly cheapest: () => Int8Array;
  readonly routes: () => Routes;
  readonly values: () => readonly RouteValues[];
}
