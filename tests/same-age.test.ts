import { expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { entriesOf, withOffers } from '#core/owned/inventory.ts';
import { sumOn } from '#core/owned/valuation.ts';
import { alertDoubt } from '#core/owned/watch-prices.ts';
import { exitNow } from '#core/prices/exit-value.ts';
import type { MarketId } from '#core/prices/markets.ts';
import { offerOn } from '#core/prices/offer.ts';
import { type Quote, quoteOf } from '#core/prices/quote.ts';
import { limitsOf } from '#core/rows/column-values.ts';
import { emptyColumn, emptyTable, traitsOf } from '#core/rows/item-table.ts';
import { createRowModel } from '#core/rows/row-model.ts';
import { firstView } from '#core/rows/view.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { holdingPrice } from '#explore/portfolio/portfolio-page.tsx';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { diagnose } from '#popup/status/diagnosis.ts';
import { neededRelay } from '#protocol/relay-headers.ts';
import { freshOwn } from '#relay/alerts/told-items.ts';
import { createSample, sampleItems } from '#welcome/sample-section.tsx';
import { warningOf } from '#worker/badge.ts';
import { createOmnibox } from '#worker/omnibox.ts';

const now = Date.parse('2026-11-27T20:00:00Z');
const [item] = sampleItems;
const prices = { buff163: 1275, youpin: 1275, csfloat: 1275, inflated: false };
const fees = { confirmed: true, markets: { youpin: noFees } };
const markets: readonly MarketId[] = ['youpin'];
const settings = parseSettings({ markets, fees });
const view = toSettingsView(settings, 'sample');
const staleAfterMs = 90 * 60_000;
const reading = { item, listing: { cents: 1200, currency: 'USD' } };

/** Whether each place holds a price of this time for a present one. @param own it is the market's own, of a table of now */
async function judgedBy(asOf: number, own: boolean) {
  const tableAsOf = own ? now : asOf;
  const detail = { price: 1275, inflated: false, updatedAt: asOf };
  const quote = quoteOf(prices, tableAsOf, () => (own ? { asOf: tableAsOf, detail } : undefined));
  const context = { table: { version: '1', asOf: tableAsOf }, fault: null, rates: null, view, now };
  const model = toOverlayModel(reading, quote, context);
  if (!model) throw new Error('no model');
  const rendered = { reading, model, appearance: { theme: 'dark', density: 'normal', difference: 'percent' } } as const;
  const panel = (told: Parameters<typeof toPanelModel>[1]) => toPanelModel(rendered, told, view, now).comparison;
  const rules = { now, staleAfterMs, minCount: 0, fees };
  const price = { market: 'youpin', sells: { cents: 1275, of: 'ask' }, asOf } as const;
  const column = emptyColumn('youpin', 1);
  column.cents[0] = 1275;
  column.count[0] = 9;
  column.updatedAt[0] = Math.floor(asOf / 1000);
  const table = { ...emptyTable, names: [item], traits: traitsOf([item]), markets: [column] };
  const explore = createRowModel(table, firstView('all'), limitsOf(settings), now);
  const observation = { offers: quote.offers, compared: markets, asOf: tableAsOf, now, staleAfterMs };
  const entries = entriesOf([{ reading, quote }], { now, staleAfterMs });
  const offers = new Map([[item, [{ market: 'dmarket' as const, cents: 1275, asOf }]]]);
  const answer = { table: { version: '1', asOf: tableAsOf }, fault: null, quotes: [quote], rates: null };
  return {
    card: model.state === 'ready' && model.rows[0]?.diff !== undefined,
    panel: panel([])?.offers[0]?.diff !== undefined,
    details: panel([offerOn('youpin', { own: { asOf: tableAsOf, detail } })])?.offers[0]?.diff !== undefined,
    exit: typeof exitNow([price], rules) === 'object',
    // A time ahead of the clock is another matter there: its own clock stands still for a minute.
    ...(asOf <= now + 60_000 && { explore: explore.stages.usable[0] === 1 }),
    alert: alertDoubt(observation, { kind: 'below', cents: 1 }) === undefined,
    inventory: entries[0]?.offers.some(({ market }) => market === 'youpin') === true,
    offers: sumOn(withOffers(entries, offers, { now, staleAfterMs }), 'dmarket', undefined).items === 1,
    portfolio: holdingPrice(explore, 0, { count: 1 }, 'youpin').cents === 1275,
    welcome: createSample(answer, settings, now).model.rows[1]?.diff !== undefined,
    omnibox: !(await suggested(quote, tableAsOf))?.includes('old'),
    ...(!own && (await judgedAsTable(asOf))),
  };
}

async function suggested(quote: Quote, asOf: number) {
  const table = { version: '1', asOf, items: 1, badRows: 0 };
  const omnibox = createOmnibox({
    search: async () => ({ state: 'found', names: [item], table, fault: null, quotes: [quote], rates: null }),
    ...{ offers: async () => [], open: async () => undefined, searchPage: () => '', explorePage: () => '' },
    ...{ message: (key) => (key === 'overlayOld' ? 'old' : ''), settings: async () => settings, now: () => now },
  });
  return (await omnibox.suggest('redline'))?.[0]?.description;
}

/** Places that judge the table as a whole. */
async function judgedAsTable(asOf: number) {
  const table = { version: '1', asOf, items: 1, badRows: 0 };
  const lastCheck = { at: now, outcome: 'new' as const };
  const checked = { table, lastCheck, fault: null, nextCheckAt: null, checking: false, storageProblem: null };
  const status = { ...checked, relayVersion: neededRelay };
  return {
    popup: diagnose({ state: 'known', status }, settings, now).tone === 'good',
    badge: warningOf(status, settings, now) === undefined,
    relay: freshOwn({ own: () => ({ asOf }) }, 'youpin', { now, staleAfterMs }) !== undefined,
  };
}

test.each([
  [0, true],
  [89 * 60, true],
  [90 * 60 - 1, true],
  [90 * 60, true],
  [90 * 60 + 1, false],
  [90.5 * 60, false],
  [91 * 60, false],
  [15 * 3600, false],
  [-60, true],
  [-61, false],
  [-3600, false],
])('a price %d seconds old is a present one: %s, in every place', async (age, isPresent) => {
  // Data of now tell no price of a later time.
  for (const own of age < 0 ? [false] : [false, true]) {
    const judged = await judgedBy(now - age * 1000, own);
    expect(judged).toEqual(Object.fromEntries(Object.keys(judged).map((place) => [place, isPresent])));
  }
});
