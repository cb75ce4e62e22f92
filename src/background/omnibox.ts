import type { Search } from '#background/search.ts';
import { markets, referenceMarkets } from '#core/markets.ts';
import type { Quote } from '#core/quote.ts';
import type { Disposition, Suggestion } from '#platform/omnibox.ts';
import { type MarketDetail, maxQueryLength } from '#protocol/messages.ts';

export interface OmniboxParts {
  readonly search: Search;
  readonly details: (name: string) => Promise<readonly MarketDetail[]>;
  readonly open: (url: string, disposition: Disposition) => Promise<void>;
  /** Address of the extension's own page that searches. */
  readonly searchPage: (query: string) => string;
  /** What stands in the place of prices. */
  readonly noPrice: () => string;
}

/** Lines that the address bar has room for. */
const lines = 6;

/** What the address bar does with what is typed behind the keyword. */
export function createOmnibox(parts: OmniboxParts) {
  let latest = 0;
  let format: Intl.NumberFormat | undefined;
  const dollars = (cents: number) => {
    // Made when it is first needed: it would cost each wake-up a millisecond.
    format ??= new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
    });
    return format.format(cents / 100);
  };
  return {
    /** Lines for what was typed; `undefined` when something else was typed meanwhile. */
    suggest: async (typed: string): Promise<readonly Suggestion[] | undefined> => {
      latest++;
      const mine = latest;
      const query = typed.trim().slice(0, maxQueryLength);
      const answer = await parts.search({ query, limit: lines });
      if (mine !== latest || answer.state !== 'found') return undefined;
      return answer.names.map((name, at) => {
        const price = priceText(answer.quotes[at], dollars) || parts.noPrice();
        return { content: name, description: `${name} · ${price}` };
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

/** "BUFF163 $12.34 · CSFloat $12.90"; an outlier is marked. Empty without a price. */
function priceText(quote: Quote | null | undefined, dollars: (cents: number) => string): string {
  const said = referenceMarkets.flatMap((market) => {
    const cents = quote?.[market];
    return cents === undefined ? [] : [`${markets[market].name} ${dollars(cents)}`];
  });
  return said.length > 0 && quote?.inflated ? `⚠ ${said.join(' · ')}` : said.join(' · ');
}
