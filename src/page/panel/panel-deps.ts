import type { ItemDeps } from '#page/panel/asked-items.ts';
import type { SeenDeps } from '#page/panel/asked-seen.ts';
import type { BoughtDeps } from '#page/panel/bought.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';

export interface PanelDeps extends ItemDeps, BoughtDeps, SeenDeps {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Marks an element as own, so that adding or removing it does not count as a change of the page. */
  readonly markOwn: (element: Element) => void;
  /** Opens the item among all items, or its alert there, in a tab of the extension. Rejects when the extension is gone. */
  readonly explore: (name: string, part?: 'alert') => Promise<unknown>;
  readonly loadChart: () => Promise<DrawChart>;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
}
