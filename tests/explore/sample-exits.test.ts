import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPhases } from '#core/items/names.ts';
import { percentMore } from '#core/prices/comparison.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { columnOf } from '#core/rows/columns.ts';
import type { Reading } from '#core/site.ts';
import { perDollar } from '../page/finder/find-items.ts';
import { runs, seed } from '../seed.ts';
import { cardsOfSample, pages } from '../sites/page.ts';
import { coinUsd, now, openWorld, randomWorld, type World } from './stored-world.ts';

/** What the adapters read on all sample pages. */
const cards = pages.flatMap(({ site, page }) =>
  cardsOfSample(site, page).flatMap(({ read }) => (typeof read === 'object' ? [{ reading: read, site, page }] : [])),
);
const names = [...new Set(cards.map(({ reading }) => reading.item))];
const sites = [...new Set(cards.map(({ site }) => site))];

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
    const ownAt = ofOwn?.asOf ?? bodyAt;
    // A time ahead of the data in which it stands is of a wrong clock.
    const asOf = isTable ? tableAt : ownAt - bodyAt > 60_000 ? 4_294_967_295_000 : Math.min(bodyAt, ownAt);
    const isFlagged = told?.inflated || (isReference && quote?.inflated);
    const isSound = !isFlagged && asOf <= now && at - asOf <= 90 * 60_000 && !hasPhases(item);
    const sold = told?.avg7 ? Math.min(cents, told.avg7) : cents;
    const { selling, cashingOut } = fees[nth] ?? {};
    const counts = isSound && (told?.count ?? 0) >= minCount && market !== 'steam';
    const left = selling && cashingOut && sixth(less(less(sold, selling), cashingOut));
    return [{ market, cents, asOf, isSound, net: counts && left && left > 0 ? left : undefined }];
  });
}

interface SlowFee {
  readonly percent: number;
  readonly cents: number;
}
const less = (money: number, { percent, cents }: SlowFee) => money - (money * percent) / 100 - cents;

/** The expected number, where binary fractions alone are between it and the other. */
const near = (said: number, expected = Number.NaN) => (Math.abs(said - expected) < 1e-5 ? expected : said);
const sixth = (money: number) => Number(money.toFixed(6));

/** What a listing leaves, where its price is known: the buyer pays it and a fee, if that is known. No amount is rounded. */
function slowProfit({ fees, siteFees }: World, site: string, listing: number | undefined, net: number | undefined) {
  if (listing === undefined || net === undefined || site === 'steam') return undefined;
  // The fees of a market are one entry, also on its own site.
  const { buying } = fees[marketIds.findIndex((market) => `${market}` === site)] ?? siteFees[site] ?? {};
  const cost = listing + (buying ? (listing * buying.percent) / 100 + buying.cents : 0);
  return { cents: net - cost, percent: ((net - cost) / cost) * 100, isBefore: !buying };
}

/** USD cents of a listing by the day's rate; one site's coins have a rate. */
const slowCents = ({ listing }: Reading, site: string): number | undefined => {
  const ofCoin = site === 'csgoroll' ? 1 / coinUsd : undefined;
  const rate = { ...perDollar, USD: 1, COIN: ofCoin }[listing?.currency ?? ''];
  return listing && rate && listing.cents / rate;
};

type Opened = Awaited<ReturnType<typeof openWorld>>;

/** What card, panel and Explore say of a card's item, and what they should say. */
async function compareCard({ reading, site }: (typeof cards)[number], world: World, opened: Opened, at: number) {
  const shown = await opened.shownAt(reading, site, at);
  // The table lacks what no reference asks for.
  if (!shown) return undefined;
  const { exit, noDifferenceReason } = shown.model;
  const sold = typeof exit === 'object' ? exit : undefined;
  const slow = slowPrices(world, reading.item, at);
  // Of equal ones the first.
  const best = slow.toSorted((one, other) => (other.net ?? 0) - (one.net ?? 0))[0];
  const net = best?.net;
  const profit = slowProfit(world, site, slowCents(reading, site), net);
  const isSilent = reading.kind === 'bid' || reading.phase !== undefined || hasPhases(reading.item);
  // The user's own sale costs nothing.
  const isBought = reading.kind !== 'none' && !reading.own;
  const isCompared = isBought && noDifferenceReason === undefined && !isSilent;
  const offers = new Map(shown.panel.comparison.offers.map((offer) => [offer.market, offer]));
  const explore = opened.exploreAt(at);
  const row = names.indexOf(reading.item);
  const sellsAt = columnOf('exit').marketAt?.(explore, row);
  const ratio = shown.panel.cash?.ratios.find(({ market }) => market === sellsAt)?.toCash;
  const isPlain = reading.phase === undefined;
  const { band } = shown.panel.comparison;
  // Explore counts outliers.
  const isNarrow = isPlain && shown.panel.comparison.offers.every(({ outlier }) => outlier === undefined);
  return {
    said: {
      spread: isNarrow && explore.value('spread', row),
      cash: isPlain && explore.value('cash', row),
      held: at === now && near(shown.inExplore(3).net ?? Number.NaN, net && net * 3),
      card: sold && [sold.market, near(sold.netCents, net)],
      profit: sold?.profit && [near(sold.profit.profitCents, profit?.cents), sold.profit.beforeFees === true],
      isNear: Math.abs((sold?.profit?.percent ?? 0) - ((isCompared && profit?.percent) || 0)) < 0.1,
      explore: near(explore.value('exit', row), net),
      panel: slow.map(({ market }) => {
        const { cents, asOf, isSound } = offers.get(market) ?? {};
        return { market, cents, asOf, isSound };
      }),
    },
    expected: {
      spread: isNarrow && (band ? percentMore(band.high, band.low) : Number.NaN),
      cash: isPlain && (ratio ?? Number.NaN),
      held: at === now && (net === undefined || hasPhases(reading.item) ? Number.NaN : net * 3),
      card: isSilent || net === undefined ? undefined : [best?.market, net],
      profit: isCompared && profit ? [profit.cents, profit.isBefore] : undefined,
      isNear: true,
      explore: net ?? Number.NaN,
      panel: slow.map(({ net: _, isSound, ...price }) => ({
        ...price,
        isSound: isSound && isPlain,
      })),
    },
  };
}

test('exits on cards of all sample pages, in panels, portfolio and Explore are those of a slow reference, now and later', async () => {
  let exits = 0;
  const profits: (typeof cards)[number][] = [];
  for (const world of fc.sample(randomWorld(names, marketIds, sites), { seed, numRuns: runs(3) })) {
    const opened = await openWorld(world);
    for (const minutes of [0, 30, 60, 91])
      for (const card of cards) {
        const compared = await compareCard(card, world, opened, now + minutes * 60_000);
        if (!compared) continue;
        const { said, expected } = compared;
        expect(said, `${card.site} ${card.page}, ${minutes} min: ${JSON.stringify(card.reading)}`).toEqual(expected);
        if (said.card !== undefined) exits++;
        if (said.profit !== undefined) profits.push(card);
      }
  }
  expect(exits).toBeGreaterThan(300);
  expect(profits.length).toBeGreaterThan(100);
  expect(new Set(profits.map(({ site }) => site)).size).toBeGreaterThan(8);
  expect(new Set(profits.map(({ reading }) => reading.listing?.currency)).size).toBeGreaterThan(3);
});
