import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPhases } from '#core/items/phases.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { runs, seed } from '../seed.ts';
import { documentAt, pages, pagesAt, readingOf, rowsOf } from '../sites/page.ts';
import { coinUsd, now, openWorld, randomWorld, type World } from './stored-world.ts';

/** What the adapters read on all sample pages. */
const cards = pages.flatMap(({ site, page, url, html }) => {
  const document = documentAt(url, html);
  const rows = rowsOf(site, document);
  const read = pagesAt(site, url).flatMap(({ card, read }) =>
    [...document.querySelectorAll(card)].flatMap((each) => readingOf(read(each, rows)) ?? []),
  );
  return read.map((reading) => ({ reading, site, page }));
});
const names = [...new Set(cards.map(({ reading }) => reading.item))];

interface SlowPrice {
  readonly market: MarketId;
  readonly cents: number;
  readonly asOf: number;
  /** Nothing but the number of listings can speak against it. */
  readonly isSound: boolean;
  readonly net: number | undefined;
}

/** All prices of an item at a time, and what a sale leaves: the agreement written down, without the code under test. */
function slowPrices({ rows, marketsAgo, tableAgo, fees, minCount }: World, item: string, at: number): SlowPrice[] {
  const { quote, details } = rows[names.indexOf(item)] ?? {};
  return marketIds.flatMap((market, nth) => {
    const isReference = market === 'buff163' || market === 'youpin' || market === 'csfloat';
    const told = details?.[nth];
    const listed = isReference ? quote?.[market] : undefined;
    const [bodyAt, tableAt] = [now - (marketsAgo[nth] ?? 0) * 1000, now - tableAgo * 1000];
    const ofOwn = told && { cents: told.price * (market === 'csgoroll' ? coinUsd * 100 : 1), asOf: told.updatedAt };
    const isTable = listed !== undefined && (!ofOwn || (ofOwn.cents !== listed && tableAt > bodyAt));
    const cents = isTable ? listed : ofOwn?.cents;
    if (cents === undefined) return [];
    const asOf = isTable ? tableAt : Math.min(bodyAt, ofOwn?.asOf ?? bodyAt);
    const isFlagged = told?.inflated || (isReference && quote?.inflated);
    const isSound = !isFlagged && at - asOf <= 90 * 60_000 && !hasPhases(item);
    const sold = Math.floor(told?.avg7 ? Math.min(cents, told.avg7) : cents);
    const charged = fees[nth];
    const less = (money: number, stage: 'selling' | 'cashingOut') => {
      const { percent = 0, cents: fixed = 0 } = charged?.[stage] ?? {};
      return money - (money * percent) / 100 - fixed;
    };
    const left = Math.floor(less(less(sold, 'selling'), 'cashingOut') + 1e-9);
    const counts = isSound && (told?.count ?? 0) >= minCount && charged && market !== 'steam' && left > 0;
    return [{ market, cents, asOf, isSound, net: counts ? left : undefined }];
  });
}

/** What a listing leaves, where its price is known: the buyer pays it and a fee, in whole cents. */
function slowProfit({ fees }: World, site: string, listing: number | undefined, net: number | undefined) {
  if (listing === undefined || net === undefined || site === 'steam') return undefined;
  const { percent, cents } = fees[marketIds.findIndex((market) => `${market}` === site)]?.buying ?? {
    percent: 0,
    cents: 0,
  };
  return net - Math.ceil(listing + (listing * percent) / 100 + cents - 1e-9);
}

type Opened = Awaited<ReturnType<typeof openWorld>>;

/** What card, panel and Explore say of a card's item, and what they should say. */
async function compareCard({ reading, site }: (typeof cards)[number], world: World, opened: Opened, at: number) {
  const shown = await opened.shownAt(reading, site, at);
  // The table lacks what no reference asks for.
  if (!shown) return undefined;
  const { exit, listingCents, noDifferenceReason } = shown.model;
  const sold = typeof exit === 'object' ? exit : undefined;
  const slow = slowPrices(world, reading.item, at);
  const net = Math.max(...slow.map((price) => price.net ?? 0)) || undefined;
  const isSilent = reading.kind === 'bid' || reading.phase !== undefined || hasPhases(reading.item);
  const isCompared = reading.kind !== 'none' && noDifferenceReason === undefined && !isSilent;
  const offers = new Map(shown.panel.comparison.offers.map((offer) => [offer.market, offer]));
  return {
    said: {
      card: sold?.netCents,
      profit: sold?.profit?.profitCents,
      explore: opened.exploreAt(at).value('exit', names.indexOf(reading.item)),
      panel: slow.map(({ market }) => {
        const { cents, asOf, isSound } = offers.get(market) ?? {};
        return { market, cents, asOf, isSound };
      }),
    },
    expected: {
      card: isSilent ? undefined : net,
      profit: slowProfit(world, site, isCompared ? listingCents : undefined, net),
      explore: net ?? Number.NaN,
      panel: slow.map(({ net: _, isSound, ...price }) => ({
        ...price,
        isSound: isSound && reading.phase === undefined,
      })),
    },
  };
}

test('exits on cards of all sample pages, in panels and in Explore are those of a slow reference, now and later', async () => {
  let [exits, profits] = [0, 0];
  for (const world of fc.sample(randomWorld(names, marketIds), { seed, numRuns: runs(3) })) {
    const opened = await openWorld(world);
    for (const minutes of [0, 30, 60, 91])
      for (const card of cards) {
        const compared = await compareCard(card, world, opened, now + minutes * 60_000);
        if (!compared) continue;
        const { said, expected } = compared;
        expect(said, `${card.site} ${card.page}, ${minutes} min: ${JSON.stringify(card.reading)}`).toEqual(expected);
        if (said.card !== undefined) exits++;
        if (said.profit !== undefined) profits++;
      }
  }
  expect(exits).toBeGreaterThan(300);
  expect(profits).toBeGreaterThan(100);
});
