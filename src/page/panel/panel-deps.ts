import type { Bought, Purchase } from '#core/owned/portfolio.ts';
import type { AskedDays, ItemPastAnswer } from '#core/prices/item-past.ts';
import type { Offer } from '#core/prices/offer.ts';
import type { AskedListing, SeenElsewhere } from '#core/prices/seen-listings.ts';
import type { DrawChart } from '#ui/charts/price-chart.ts';

/** What asks the worker rejects when the extension is gone, or refuses. */
export interface PanelDeps {
  readonly document: Document;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Marks an element as own, so that adding or removing it does not count as a change of the page. */
  readonly markOwn: (element: Element) => void;
  readonly details: (name: string) => Promise<readonly Offer[]>;
  readonly history: (name: string, days: AskedDays) => Promise<ItemPastAnswer>;
  readonly seen: (listing: AskedListing) => Promise<SeenElsewhere>;
  readonly openPage: (address: string) => void;
  /** `null`: the portfolio has no room. */
  readonly bought: (purchase: Purchase) => Promise<Bought | null>;
  readonly boughtBack: (bought: Bought) => Promise<unknown>;
  /** Opens the item among all items, or its alert there, in a tab of the extension. */
  readonly explore: (name: string, part?: 'alert') => Promise<unknown>;
  readonly loadChart: () => Promise<DrawChart>;
  /** Rejects when the browser refuses. */
  readonly copy: (text: string) => Promise<void>;
}
