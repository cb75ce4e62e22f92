import type { Disposition } from '#browser/tabs.ts';
import { maxQueryLength } from '#core/items/names.ts';
import type { Offer } from '#core/prices/offer.ts';

export interface ItemOpener {
  readonly offers: (name: string) => Promise<readonly Offer[]>;
  readonly open: (url: string, how: Disposition) => Promise<void>;
  readonly searchPage: (query: string) => string;
}

/** Opens an item on the first chosen market that has a link to it, else on the search page. */
export async function openItem({ offers, open, searchPage }: ItemOpener, name: string, how: Disposition) {
  const known = await offers(name).catch(() => []);
  const link = known.find((offer) => offer.link)?.link;
  await open(link ?? searchPage(name.slice(0, maxQueryLength)), how);
}
