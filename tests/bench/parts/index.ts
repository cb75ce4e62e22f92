import type { Part } from '../part.ts';
import { addedCards } from './added-cards.ts';
import { allMarkets } from './all-markets.ts';
import { coldPage } from './cold-page.ts';
import { explore } from './explore.ts';
import { finder } from './finder.ts';
import { history } from './history.ts';
import { idlePage } from './idle-page.ts';
import { refresh } from './refresh.ts';
import { workerQuotes } from './worker-quotes.ts';

/** Every part by its name, in the order in which they run and are published. A new part is one file and one line here. */
export const parts: Readonly<Record<string, Part>> = {
  'idle-page': idlePage,
  'cold-page': coldPage,
  'added-cards': addedCards,
  finder,
  'worker-quotes': workerQuotes,
  refresh,
  'all-markets': allMarkets,
  history,
  explore,
};
