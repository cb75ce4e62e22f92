import type { Disposition } from '#browser/tabs.ts';
import { maxQueryLength } from '#core/items/names.ts';
import type { MarketDetail } from '#protocol/messages.ts';

export interface ItemOpener {
  readonly details: (name: string) => Promise<readonly MarketDetail[]>;
  readonly open: (url: string, how: Disposition) => Promise<void>;
  /** Address of the extension's search page. */
  readonly searchPage: (query: string) => string;
}

/** Opens an item on the first chosen market that has a link to it, else on the search page. */
export async function openItem({ details, open, searchPage }: ItemOpener, name: string, how: Disposition) {
  const known = await details(name).catch(() => []);
  const link = known.find(({ detail }) => detail?.link)?.detail?.link;
  await open(link ?? searchPage(name.slice(0, maxQueryLength)), how);
}
