import { describe, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import { sumOn, withOffers } from '#core/owned/inventory.ts';
import { priceDoubt } from '#core/owned/watch-prices.ts';
import { exitAt } from '#core/prices/exit-value.ts';
import { referenceMarkets } from '#core/prices/markets.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { createRowModel } from '#explore/rows/row-model.ts';
import { selectRows } from '#explore/rows/select-rows.ts';
import { firstView } from '#explore/state/view.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { diagnose, isStale } from '#popup/status/diagnosis.ts';
import { createSample } from '#welcome/sample-section.tsx';
import { warningOf } from '#worker/badge.ts';
import { createOmnibox } from '#worker/omnibox.ts';
import { plainLimits, plainRedline } from './explore/plain-items.ts';
import { now, toTable } from './explore/random-items.ts';

/** Prices of one age are old, or not, in all views at once. By the settings' default they are old after 90 minutes. */

const minute = 60_000;
const staleAfterMs = 90 * minute;
const settings = parseSettings({});
const view = toSettingsView(settings, 'sample');
const item = 'AK-47 | Redline (Field-Tested)';
const quote = { buff163: 4000, youpin: 4100, csfloat: 4200, inflated: false };
const tableOf = (asOf: number) => ({ version: '1', asOf, items: 1, badRows: 0 });
const times = { now, staleAfterMs };

function overlayOf(asOf: number) {
  const reading = { item, listing: { amount: '31.20', currency: 'USD' } };
  const model = toOverlayModel(reading, quote, { table: tableOf(asOf), fault: null, rates: null, view, now });
  if (!model) throw new Error('no overlay');
  return { reading, model, appearance: { theme: 'dark', density: 'normal', difference: 'percent' } } as const;
}

const statusOf = (asOf: number) => ({
  table: tableOf(asOf),
  lastCheck: { at: now, outcome: 'unchanged' as const },
  ...{ fault: null, nextCheckAt: null, checking: false, storageProblem: null },
});

async function suggestion(asOf: number): Promise<string> {
  const answer = {
    state: 'found',
    names: [item],
    quotes: [quote],
    table: tableOf(asOf),
    fault: null,
    rates: null,
  } as const;
  const omnibox = createOmnibox({
    search: async () => answer,
    details: async () => [],
    open: async () => undefined,
    searchPage: String,
    explorePage: String,
    noPrice: String,
    sample: String,
    old: () => 'old prices',
    settings: async () => settings,
    now: () => now,
  });
  return (await omnibox.suggest('ak'))?.[0]?.description ?? '';
}

/** Whether each view calls prices of a time old. */
const views: Readonly<Record<string, (asOf: number) => boolean | Promise<boolean>>> = {
  overlay: (asOf) => overlayOf(asOf).model.state === 'stale',
  'overlay’s differences': (asOf) => overlayOf(asOf).model.rows.every(({ diff }) => diff === undefined),
  panel: (asOf) =>
    toPanelModel(overlayOf(asOf), [], view, now).comparison.offers.some(({ doubt }) => doubt === 'stale'),
  popup: (asOf) => diagnose({ state: 'known', status: statusOf(asOf) }, settings, now).tone === 'warn',
  'search in the popup': (asOf) => isStale(asOf, settings, now),
  'address bar': async (asOf) => (await suggestion(asOf)).includes('old prices'),
  icon: (asOf) => warningOf(statusOf(asOf), settings, now) === 'stale',
  'welcome page': (asOf) =>
    createSample({ table: tableOf(asOf), fault: null, quotes: [quote], rates: null }, settings, now).model.state ===
    'stale',
  alerts: (asOf) => priceDoubt({ quote, asOf, sample: false, ...times }) === 'stale',
  'exit value': (asOf) => {
    const fees = { confirmed: true, markets: { csfloat: noFees } };
    const offer = { market: 'csfloat', cents: 4200, count: 9, inflated: false, asOf } as const;
    return exitAt(offer, { fees, minCount: 3, ...times }) === 'old';
  },
  'sum of an inventory': (asOf) => {
    const offers = new Map([[item, { dmarket: { cents: 4000, inflated: false, asOf } }]]);
    const entries = withOffers([{ item, count: 1, state: 'priced', cents: {} }], offers, times);
    return sumOn(entries, 'dmarket', { confirmed: false, markets: {} }).items === 0;
  },
  Explore: (asOf) => {
    const prices = referenceMarkets.map((market, at) => {
      const cents = 4000 + 500 * at;
      return { market, cents, avg7: 0, seconds: asOf / 1000, offers: 9, inflated: false };
    });
    const cheaper = firstView('cheaper');
    const model = createRowModel(
      toTable([{ ...plainRedline, prices, change: undefined }], false),
      cheaper,
      plainLimits,
      now,
    );
    return selectRows(model, { ...cheaper, found: undefined }).leftOut.has('old');
  },
};

describe.each(Object.entries(views))('%s', (_, isOld) => {
  test.each([
    [0, false],
    [89, false],
    [90, false],
    [91, true],
  ])('prices of %i minutes ago are old: %s', async (minutes, old) => {
    expect(await isOld(now - minutes * minute)).toBe(old);
  });
});
