import type { Suggestion } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { loadSettings } from '#browser/settings.ts';
import type { Disposition } from '#browser/tabs.ts';
import { exploreUrl, openAs, searchUrl } from '#browser/tabs.ts';
import { exchange } from '#core/money/exchange.ts';
import type { Rate } from '#core/money/rates.ts';
import { ageMs } from '#core/prices/age.ts';
import { markets, referenceMarkets } from '#core/prices/markets.ts';
import { ageDoubt } from '#core/prices/price-at.ts';
import type { Quote } from '#core/prices/quote.ts';
import { staleAfterMs } from '#core/prices/stale-after.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { MarketDetails } from '#data/details/market-details.ts';
import { maxQueryLength } from '#protocol/limits.ts';
import type { MarketDetail, PageQuotes } from '#protocol/messages.ts';
import { formatCents, formatDuration } from '#worker/amounts.ts';
import { itemLink } from '#worker/item-link.ts';
import type { SearchPrices } from '#worker/search.ts';

export interface OmniboxDeps {
  readonly search: SearchPrices;
  readonly details: (name: string) => Promise<readonly MarketDetail[]>;
  readonly open: (url: string, disposition: Disposition) => Promise<void>;
  /** Address of the extension's search page. */
  readonly searchPage: (query: string) => string;
  /** Address of the page that compares all items. */
  readonly explorePage: () => string;
  /** The text in place of missing prices. */
  readonly noPrice: () => string;
  /** The text before sample prices. */
  readonly sample: () => string;
  /** The text before prices that are too old. */
  readonly old: (age: string) => string;
  readonly settings: () => Promise<Pick<Settings, 'currency' | 'rates' | 'freshness'>>;
  /** Ms since the epoch. */
  readonly now: () => number;
}

const maxSuggestions = 6;

/** The address bar's search after the keyword. */
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
      const { rate, notes } = priceContext(answer, settings, deps);
      return answer.names.map((name, at) => {
        const price = priceText(answer.quotes[at], rate);
        return { content: name, description: [name, ...(price ? [...notes, price] : [deps.noPrice()])].join(' · ') };
      });
    },
    /** Opens the item on the first chosen market that has a link to it, else on the search page; without a name, all items. */
    enter: async (text: string, disposition: Disposition): Promise<void> => {
      const query = text.trim().slice(0, maxQueryLength);
      if (query === '') return deps.open(deps.explorePage(), disposition);
      await deps.open((await itemLink(deps.details, query)) ?? deps.searchPage(query), disposition);
    },
  };
}

type OmniboxSettings = Awaited<ReturnType<OmniboxDeps['settings']>>;

/** The currency of prices, and notes on prices that are made up or too old. */
function priceContext({ rates, table }: PageQuotes, settings: OmniboxSettings, { now, old, sample }: OmniboxDeps) {
  const book = { dated: rates, own: settings.rates, coinUsd: null };
  const { shown: rate } = exchange(undefined, settings.currency, book, now());
  const times = { now: now(), staleAfterMs: staleAfterMs(settings) };
  const notes = [
    ...(table?.sample ? [sample()] : []),
    ...(table && ageDoubt(table.asOf, times) ? [old(formatDuration(ageMs(table.asOf, times.now)))] : []),
  ];
  return { rate, notes };
}

/** "BUFF163 $12.34 · CSFloat $12.90"; an inflated price is marked. Empty without a price. */
function priceText(quote: Quote | null | undefined, rate: Rate): string {
  const amounts = referenceMarkets.flatMap((market) => {
    const cents = quote?.[market];
    return cents === undefined ? [] : [`${markets[market].name} ${formatCents(rate, cents)}`];
  });
  return amounts.length > 0 && quote?.inflated ? `⚠ ${amounts.join(' · ')}` : amounts.join(' · ');
}

/** The address bar's search, wired to the browser. */
export const openOmnibox = (search: SearchPrices, details: MarketDetails) =>
  createOmnibox({
    search,
    details: details.find,
    open: openAs,
    searchPage: searchUrl,
    explorePage: () => exploreUrl(),
    noPrice: () => message('wordNoPrice'),
    sample: () => message('overlaySample'),
    old: (age) => message('overlayOld', age),
    settings: loadSettings,
    now: () => Date.now(),
  });
