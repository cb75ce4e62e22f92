import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { noFee, noFees } from '#core/fees.ts';
import { balanceMarket, isReference, type MarketId } from '#core/markets.ts';
import { hasPhases } from '#core/phases.ts';
import { parseSettings } from '#core/settings.ts';
import { staleAfterMs } from '#core/stale-after.ts';
import { type MarketPrices, parseMarketPrices } from '#data/details/parse-market-prices.ts';
import type { PriceLookup } from '#demo/sample-history.ts';
import type { SamplePage } from '#demo/sample-pages.ts';
import { until } from '#demo/until.ts';
import { pageTypesAt } from '#page/cards/page-types.ts';
import { marketDetailsPath } from '#protocol/price-api.ts';
import { sites } from '#sites/index.ts';
import { type Expectation, expectation, expectationsIn } from '../../sites/expectation.ts';
import { samples } from '../browser.ts';
import { screenshotWindow } from '../screenshots.ts';
import { refreshPrices } from '../send.ts';
import { useSharedTab } from '../shared-tab.ts';
import { perDollar } from '../stack.ts';
import { useWorld } from '../world.ts';

const selling = ['buff163', 'youpin', 'csfloat', 'skins'] as const satisfies readonly MarketId[];
/** Per cent of each sale, at every market. */
const percent = 2.5;
const leastListings = 3;
const oldAfterMs = staleAfterMs(parseSettings({}));

const pages = samples.filter(({ html }) => /data-expect=["']\{/.test(html));

/** What a card says of its exit; `null` where it says nothing. */
interface ShownExit {
  readonly market: string | null;
  readonly cents: string | null;
  readonly profit: string | null;
  readonly percent: string | null;
}

const readExits = (page: Page): Promise<{ readonly expect: string; readonly exit: ShownExit | null }[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('[data-expect^="{"]'), (card) => {
      const row = card.querySelector('skinlens-prices')?.shadowRoot?.querySelector('[data-exit-market]');
      const of = (name: string) => row?.getAttribute(name) ?? null;
      const exit = row && {
        market: of('data-exit-market'),
        cents: of('data-exit-cents'),
        profit: of('data-profit-cents'),
        percent: of('data-profit-percent'),
      };
      return { expect: card.getAttribute('data-expect') ?? '', exit: exit ?? null };
    }),
  );

/** The same by the service's own prices, reckoned slowly. */
function rightExit(
  { item, kind = 'ask', phase, listing, currency = '' }: Expectation,
  site: string,
  row: ReturnType<PriceLookup>,
  markets: ReadonlyMap<MarketId, MarketPrices>,
): ShownExit | null {
  if (!row || kind === 'bid' || phase !== undefined || hasPhases(item)) return null;
  const exits = [...markets].flatMap(([market, { details, updatedAt }]) => {
    const detail = details.get(item);
    const isFlagged = detail?.inflated || (row.is_inflated && isReference(market));
    if (!detail || isFlagged || (detail.count ?? 0) < leastListings) return [];
    if (Date.now() - Math.min(updatedAt, detail.updatedAt ?? updatedAt) > oldAfterMs) return [];
    const cents = Math.floor(Math.min(detail.price, detail.avg7 ?? detail.price));
    return [{ market, net: Math.floor((cents * (1000 - percent * 10)) / 1000) }];
  });
  const best = exits.toSorted((one, other) => other.net - one.net)[0];
  if (!best || best.net <= 0) return null;
  const cost = Math.ceil((Number(listing) * 100) / (perDollar[currency] ?? Number.NaN) - 1e-9);
  const profit = best.net - cost;
  // A listing is not compared with flagged prices.
  const isProfit = site !== balanceMarket && kind === 'ask' && !row.is_inflated && Number.isFinite(profit);
  return {
    market: best.market,
    cents: String(best.net),
    profit: isProfit ? String(profit) : null,
    percent: isProfit ? (Math.round((profit / cost) * 1000) / 10).toFixed(1) : null,
  };
}

/** The pages of what the user owns, by their adapters' own word, where all items can be on the page at once. */
const ownPages = samples.filter(({ site, url }) => {
  const adapter = sites.find(({ id }) => id === site);
  return pageTypesAt(adapter ?? { pages: [] }, new URL(url).pathname).some(
    ({ kind, recycles }) => kind === 'inventory' && !recycles,
  );
});

interface ShownSums {
  readonly exit: number | undefined;
  /** Cents and what arrives, by market. */
  readonly sums: Readonly<Record<string, readonly [number, number] | undefined>>;
}

/** What stands above the first card, and nothing but what the user owns below it; `undefined` without it. */
const readSums = (page: Page): Promise<ShownSums | undefined> =>
  page.evaluate(() => {
    const block = document.querySelector('skinlens-inventory');
    const first = document.querySelector('skinlens-prices');
    const root = block?.shadowRoot;
    const isAbove = block && first && block.getBoundingClientRect().bottom <= first.getBoundingClientRect().top;
    if (!root || !isAbove || block.getBoundingClientRect().width < 200) return undefined;
    const exit = root.querySelector<HTMLElement>('[data-exit]')?.dataset['exit'];
    const rows = [...root.querySelectorAll<HTMLElement>('[data-market]')];
    return {
      exit: exit === undefined ? undefined : Number(exit),
      sums: Object.fromEntries(
        rows.map(({ dataset: { market, cents, net } }) => [
          market,
          cents === undefined ? undefined : [Number(cents), Number(net)],
        ]),
      ),
    };
  });

const left = (cents: number, count: number) => Math.floor((cents * count * (1000 - percent * 10)) / 1000);

/** The same by the service's own prices, reckoned slowly. */
function rightSums(sample: SamplePage, lookup: PriceLookup, markets: ReadonlyMap<MarketId, MarketPrices>): ShownSums {
  const counts = new Map<string, number>();
  // A folder of items whose number is not told counts none.
  for (const one of expectationsIn(sample.html.replace(/<li [^>]*card_folder[^>]*>/g, ''))) {
    const row = one && lookup(one.item);
    if (one && row && !row.is_inflated && one.phase === undefined && !hasPhases(one.item))
      counts.set(one.item, (counts.get(one.item) ?? 0) + 1);
  }
  const priceOn = (market: MarketId, item: string) => {
    const { price_buff, price_uu, price_csfloat } = lookup(item) ?? {};
    const references: { [id in MarketId]?: number | null | undefined } = {
      buff163: price_buff,
      youpin: price_uu,
      csfloat: price_csfloat,
    };
    const detail = market in references ? undefined : markets.get(market)?.details.get(item);
    return references[market] ?? (detail?.inflated ? undefined : detail?.price);
  };
  const sumOn = (market: MarketId) => {
    const priced = [...counts].flatMap(([item, count]) => {
      const price = priceOn(market, item);
      return price ? [{ price, count }] : [];
    });
    const sum = (of: (one: (typeof priced)[number]) => number) => priced.reduce((total, one) => total + of(one), 0);
    return priced.length > 0
      ? ([sum(({ price, count }) => price * count), sum(({ price, count }) => left(price, count))] as const)
      : undefined;
  };
  const exits = [...counts].flatMap(([item, count]) => {
    const one = rightExit({ item, kind: 'none' }, sample.site, lookup(item), markets);
    const detail = one && markets.get(one.market as MarketId)?.details.get(item);
    return detail ? left(Math.floor(Math.min(detail.price, detail.avg7 ?? detail.price)), count) : [];
  });
  return {
    exit: exits.length > 0 ? exits.reduce((sum, one) => sum + one, 0) : undefined,
    sums: Object.fromEntries(selling.map((market) => [market, sumOn(market)])),
  };
}

describe('what is said of exits is right', { tags: ['full'] }, () => {
  const world = useWorld();
  const tab = useSharedTab(world);
  const markets = new Map<MarketId, MarketPrices>();
  beforeAll(async () => {
    const fees = { ...noFees, selling: { ...noFee, percent } };
    await world().configure({
      markets: [...selling],
      fees: { confirmed: true, markets: Object.fromEntries(selling.map((market) => [market, fees])) },
      exit: { minCount: leastListings },
    });
    await until('prices', async () => /new|unchanged/.test(await refreshPrices(world().own)) || undefined);
    for (const market of selling) {
      const answer = await fetch(new URL(marketDetailsPath(market), world().stack.relayUrl));
      const body: unknown = await answer.json();
      markets.set(market, parseMarketPrices(body, market));
    }
  });

  test.each(pages)('on cards of $site: $page', async (sample) => {
    const page = await tab.open(sample);
    const lookup = await world().stack.prices();
    const wrong = async () => {
      const seen = new Set<string>();
      return (await readExits(page)).flatMap(({ expect, exit }) => {
        const wanted = expectation.parse(JSON.parse(expect));
        const right = rightExit(wanted, sample.site, lookup(wanted.item), markets);
        const isRepeated = seen.has(wanted.item);
        seen.add(wanted.item);
        // The rows of one item say once what it is sold for; a profit is that of each listing.
        if (isRepeated && exit === null && right?.profit === null) return [];
        return JSON.stringify(exit) === JSON.stringify(right) ? [] : [{ item: wanted.item, exit, right }];
      });
    };
    await until('the right exits', async () => (await wrong()).length === 0 || undefined, { limitMs: 30_000 }).catch(
      () => undefined,
    );
    expect(await wrong()).toEqual([]);
    expect((await readExits(page)).length).toBeGreaterThan(0);
  });

  test.each(ownPages)('above what the user owns at $site: $page', async (sample) => {
    const page = await tab.open(sample);
    const right = rightSums(sample, await world().stack.prices(), markets);
    const isRight = async () => JSON.stringify(await readSums(page)) === JSON.stringify(right);
    await until('the right sums', async () => (await isRight()) || undefined, { limitMs: 30_000 }).catch(
      () => undefined,
    );
    expect(await readSums(page)).toEqual(right);
    await screenshotWindow(page, `sums-${sample.site}-${sample.page}`);
  });
});
