import type { Suggestion } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { loadSettings } from '#browser/settings.ts';
import { type Disposition, exploreUrl, openAs, searchUrl } from '#browser/tabs.ts';
import { hasPhases, maxQueryLength } from '#core/items/names.ts';
import { inCurrency, shownRate } from '#core/money/rates.ts';
import { ageMs } from '#core/prices/age.ts';
import { marketNames } from '#core/prices/markets.ts';
import { ageDoubt } from '#core/prices/offer.ts';
import type { Quote } from '#core/prices/quote.ts';
import { ageRules } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { MarketOffers } from '#data/details/market-details.ts';
import type { NameStore } from '#data/search/name-store.ts';
import type { PageQuotes, SearchAnswer } from '#protocol/messages.ts';
import { formatDuration, formatWithCents } from '#worker/amounts.ts';
import { type ItemOpener, openItem } from '#worker/item-link.ts';

export interface OmniboxDeps extends ItemOpener {
  readonly search: SearchPrices;
  readonly explorePage: () => string;
  readonly message: typeof message;
  readonly settings: () => Promise<Pick<Settings, 'currency' | 'rates' | 'freshness'>>;
  readonly now: () => number;
}

const maxSuggestions = 6;

export function createOmnibox(deps: OmniboxDeps) {
  let latest = 0;
  return {
    /** Suggestions for the typed text; `undefined` when the text has changed meanwhile. */
    suggest: async (typed: string): Promise<readonly Suggestion[] | undefined> => {
      latest++;
      const mine = latest;
      const query = typed.trim().slice(0, maxQueryLength);
      const [answer, settings] = await Promise.all([deps.search({ query, limit: maxSuggestions }), deps.settings()]);
      if (mine !== latest || answer.state !== 'found') return undefined;
      const context = priceContext(answer, settings, deps);
      return answer.names.map((name, at) => {
        const prices = priceTexts(answer.quotes[at], context, deps);
        const phase = hasPhases(name) && answer.quotes[at] ? [deps.message('overlayAnyPhase')] : [];
        return { content: name, description: [name, ...phase, ...prices].join(' · ') };
      });
    },
    /** Opens the item on the first chosen market that has a link to it, else on the search page; without a name, all items. */
    enter: async (text: string, disposition: Disposition): Promise<void> => {
      const query = text.trim().slice(0, maxQueryLength);
      await (query === '' ? deps.open(deps.explorePage(), disposition) : openItem(deps, query, disposition));
    },
  };
}

function priceContext(
  { rates, table }: PageQuotes,
  settings: Awaited<ReturnType<OmniboxDeps['settings']>>,
  { now, message }: OmniboxDeps,
) {
  const rate = shownRate(settings, rates, now());
  const times = ageRules(settings, now());
  return { rate, times, notes: table?.sample ? [message('overlaySample')] : [] };
}

/** "BUFF163 $12.34", "CSFloat $12.90": flagged prices are marked, and old ones tell their age, one that they share first. */
function priceTexts(
  quote: Quote | null | undefined,
  { rate, times, notes }: ReturnType<typeof priceContext>,
  { message }: OmniboxDeps,
): readonly string[] {
  const prices = (quote?.offers ?? []).flatMap(({ market, cents, asOf = 0, flagged }) => {
    if (cents === undefined) return [];
    const age = ageDoubt(asOf, times) ? message('overlayOld', formatDuration(ageMs(asOf, times.now))) : '';
    return [
      { amount: `${flagged ? '⚠ ' : ''}${marketNames[market]} ${formatWithCents(inCurrency(cents, rate))}`, age },
    ];
  });
  const [first] = prices;
  if (!first) return [message('wordNoPrice')];
  const isShared = prices.every(({ age }) => age === first.age);
  const amounts = prices.map(({ amount, age }) => (age && !isShared ? `${amount} (${age})` : amount));
  return [...notes, ...(isShared && first.age ? [first.age] : []), ...amounts];
}

export const openOmnibox = (search: SearchPrices, offers: MarketOffers) =>
  createOmnibox({
    search,
    offers: offers.ofItem,
    open: openAs,
    searchPage: searchUrl,
    explorePage: () => exploreUrl(),
    message,
    settings: loadSettings,
    now: () => Date.now(),
  });

export type SearchPrices = (request: { readonly query: string; readonly limit: number }) => Promise<SearchAnswer>;

/** Search over the stored names. A name that is not in the table has no prices. */
export const createPriceSearch =
  (names: Pick<NameStore, 'search'>, quotes: (names: readonly string[]) => Promise<PageQuotes>): SearchPrices =>
  async ({ query, limit }) => {
    const found = await names.search(query, limit);
    return found.state === 'found' ? { ...found, ...(await quotes(found.names)) } : found;
  };
