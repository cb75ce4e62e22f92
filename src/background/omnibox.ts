import { amountIn, spanOf } from '#background/amounts.ts';
import type { Search } from '#background/search.ts';
import { exchange } from '#core/exchange.ts';
import { markets, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { Rate } from '#core/rates.ts';
import type { Settings } from '#core/settings.ts';
import type { Disposition, Suggestion } from '#platform/omnibox.ts';
import { maxQueryLength } from '#protocol/limits.ts';
import type { MarketDetail, PageQuotes } from '#protocol/messages.ts';

export interface OmniboxParts {
  readonly search: Search;
  readonly details: (name: string) => Promise<readonly MarketDetail[]>;
  readonly open: (url: string, disposition: Disposition) => Promise<void>;
  /** Address of the extension's own page that searches. */
  readonly searchPage: (query: string) => string;
  /** What stands in the place of prices. */
  readonly noPrice: () => string;
  /** What stands before prices that are too old, by their age. */
  readonly old: (age: string) => string;
  readonly settings: () => Promise<Pick<Settings, 'currency' | 'rates' | 'coinUsd' | 'freshness'>>;
  /** Ms since the epoch. */
  readonly now: () => number;
}

/** Lines that the address bar has room for. */
const lines = 6;

/** What the address bar does with what is typed behind the keyword. */
export function createOmnibox(parts: OmniboxParts) {
  let latest = 0;
  return {
    /** Lines for what was typed; `undefined` when something else was typed meanwhile. */
    suggest: async (typed: string): Promise<readonly Suggestion[] | undefined> => {
      latest++;
      const mine = latest;
      const query = typed.trim().slice(0, maxQueryLength);
      const [answer, settings] = await Promise.all([parts.search({ query, limit: lines }), parts.settings()]);
      if (mine !== latest || answer.state !== 'found') return undefined;
      const { shown, old } = reading(answer, settings, parts);
      return answer.names.map((name, at) => {
        const price = priceText(answer.quotes[at], shown);
        return { content: name, description: [name, ...(price ? [...old, price] : [parts.noPrice()])].join(' · ') };
      });
    },
    /** Opens the first market of an item whose link is known; else the page that searches, with what was typed. */
    enter: async (text: string, disposition: Disposition): Promise<void> => {
      const query = text.trim().slice(0, maxQueryLength);
      const known = await parts.details(query).catch(() => []);
      const link = known.find(({ detail }) => detail?.link)?.detail?.link;
      await parts.open(link ?? parts.searchPage(query), disposition);
    },
  };
}

type Wishes = Awaited<ReturnType<OmniboxParts['settings']>>;

/** In which currency prices are to be read, and what has to be said of their age. */
function reading({ rates, table }: PageQuotes, settings: Wishes, { now, old }: OmniboxParts) {
  const book = { dated: rates, own: settings.rates, coinUsd: settings.coinUsd };
  const { shown } = exchange(undefined, settings.currency, book, now());
  const ageMs = table ? now() - table.asOf : 0;
  return { shown, old: ageMs > settings.freshness.staleMinutes * 60_000 ? [old(spanOf(ageMs))] : [] };
}

/** "BUFF163 $12.34 · CSFloat $12.90"; an outlier is marked. Empty without a price. */
function priceText(quote: Quote | null | undefined, shown: Rate): string {
  const said = referenceMarkets.flatMap((market) => {
    const cents = quote?.[market];
    return cents === undefined ? [] : [`${markets[market].name} ${amountIn(shown, cents)}`];
  });
  return said.length > 0 && quote?.inflated ? `⚠ ${said.join(' · ')}` : said.join(' · ');
}
