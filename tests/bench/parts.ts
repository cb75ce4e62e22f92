import type { Part } from './bench.ts';
import { coldPage } from './cold-page.ts';
import { everySite } from './every-site.ts';
import { feed } from './feed.ts';
import { fetched } from './fetched.ts';
import { growthCards } from './growth-cards.ts';
import { growthItems } from './growth-items.ts';
import { growthTabs } from './growth-tabs.ts';
import { heap } from './heap.ts';
import { idlePage } from './idle-page.ts';
import { panel } from './panel.ts';
import { refresh } from './refresh.ts';
import { relay } from './relay.ts';
import { search } from './search.ts';
import { sizes } from './sizes.ts';
import { storage } from './storage.ts';
import { worker } from './worker.ts';

/** Every part by its name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  sizes,
  worker,
  refresh,
  heap,
  search,
  'cold-page': coldPage,
  feed,
  fetched,
  'every-site': everySite,
  'idle-page': idlePage,
  panel,
  'growth-items': growthItems,
  'growth-cards': growthCards,
  'growth-tabs': growthTabs,
  storage,
  relay,
};
