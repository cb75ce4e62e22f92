import { JSDOM } from 'jsdom';
import { beforeAll, expect, test } from 'vitest';
import { noFee } from '#core/money/fees.ts';
import type { Money } from '#core/money/money.ts';
import { type MarketId, marketIds } from '#core/prices/markets.ts';
import { parseSettings } from '#core/settings/settings.ts';
import type { Reading } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { sites } from '#sites/index.ts';
import { renderPanel } from '#ui/overlay/render-panel.ts';
import { copiedText } from '#ui/words/copy-text.ts';
import { quoted } from '../../quoted.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: new JSDOM('').window.document });
});

const now = Date.parse('2026-11-21T12:00:00Z');
const item = 'AK-47 | Redline (Field-Tested)';

/** Units per US dollar. Coins are worth something else on each site. */
const rates: Readonly<Record<string, number>> = { USD: 1, EUR: 0.87, CNY: 7.1035, RUB: 81.4, JPY: 151.3 };
const coins: Readonly<Record<string, number>> = { csgoroll: 0.658, csgoempire: 0.6143 };
const perUsd = (site: string, currency: string) =>
  currency === 'COIN' ? 1 / (coins[site] ?? Number.NaN) : (rates[currency] ?? Number.NaN);

/** Buying: per cent and dollars; unknown where it is absent. */
const buying: Readonly<Record<string, readonly [percent: number, dollars: number]>> = {
  ...{ buff163: [0, 0], youpin: [1, 0], csfloat: [0, 0], dmarket: [3, 0], waxpeer: [2, 0.1] },
  ...{ csgoroll: [0, 0], csgoempire: [0, 0.05], whitemarket: [2.5, 0.01] },
};
const selling = { buff163: [2.5, 1], youpin: [0, 1], csfloat: [2, 0] } as const;
const fee = ([percent, dollars]: readonly [number, number] = [0, 0]) => ({ percent, cents: dollars * 100 });
const feesOf = (site: string) => ({
  ...(buying[site] && { buying: fee(buying[site]) }),
  ...(site in selling && {
    selling: { ...noFee, percent: selling[site as keyof typeof selling][0] },
    cashingOut: { ...noFee, percent: selling[site as keyof typeof selling][1] },
  }),
});
const fees = {
  confirmed: true,
  markets: Object.fromEntries([...Object.keys(buying), 'waxpeer'].map((site) => [site, feesOf(site)])),
};

const deals = { on: true, profitPercent: 5, profitCents: 100, minCents: 100 };

/** What CSFloat and YouPin ask; the exit is at CSFloat's average of 42.00, which leaves 41.16. */
const exit = [{ market: 'csfloat', sells: { cents: 4200, of: 'avg7' }, asOf: now }] as const;
const net = 42 * 0.98;
const asks = { buff163: 4100, youpin: 4250, csfloat: 4300 };

function cardOf(site: string, reading: Reading, shown: string, details: readonly MarketId[] = []) {
  const { USD: _, ...own } = rates;
  const currency = { show: 'fixed', code: shown };
  const { csgoroll: coinUsd, ...siteCoinUsd } = coins;
  const settings = { fees, deals, currency, rates: own, coinUsd, siteCoinUsd, overlay: { cash: true } };
  const view = toSettingsView(parseSettings(settings), site);
  const around = { table: { version: '1', asOf: now }, fault: null, rates: null, view, now };
  const model = toOverlayModel(reading, { ...quoted(asks, now), exit }, around);
  if (!model) throw new Error('no model');
  const appearance = { theme: 'dark', density: 'normal', difference: 'percent' } as const;
  const known = details.map((market) => ({ market, asOf: now, cents: 4100, count: 9 }));
  const panel = toPanelModel({ reading, model, appearance }, known, view, now);
  const buttons = [...renderPanel(panel).querySelectorAll('[data-limit]')];
  const copied = Object.fromEntries(
    buttons.map((button) => [button.getAttribute('data-limit'), copiedText(panel, button)]),
  );
  return { model, copied };
}

const digitsOf = (currency: string) => (currency === 'JPY' ? 0 : 2);
/** Without the errors of binary fractions. */
const exact = (value: number) => Number(value.toPrecision(12));
const round = (how: 'floor' | 'ceil', units: number, currency: string, less = 0) => {
  const step = 10 ** digitsOf(currency);
  return ((Math[how](exact(units * step)) - less) / step).toFixed(digitsOf(currency));
};

/** The most to pay by a spreadsheet, in the currency of the site's field. */
function payOnPaper(site: string, currency: string): string {
  const [percent, dollars] = buying[site] ?? [0, 0];
  const cost = site === 'steam' ? net / 0.8 : Math.min(net / 1.05, net - 1);
  return round('floor', ((cost - dollars) / (1 + percent / 100)) * perUsd(site, currency), currency);
}

/** Ten sites, each with listings around the limits of a deal, in its own currency. */
const listed = (
  [
    ...[
      ['steam', 'EUR'] as const,
      ['buff163', 'CNY'] as const,
      ['youpin', 'CNY'] as const,
      ['csfloat', 'USD'] as const,
    ],
    ...[['skinport', 'EUR'] as const, ['dmarket', 'USD'] as const, ['waxpeer', 'USD'] as const],
    ...[['csgoroll', 'COIN'] as const, ['csgoempire', 'COIN'] as const, ['whitemarket', 'EUR'] as const],
  ] as const
).flatMap(([site, currency]) =>
  [0.5, 20.11, 37.3, 39.195, 39.2095, 46.6].map((dollars) => ({
    site,
    listing: { cents: Math.round(dollars * perUsd(site, currency) * 100), currency } satisfies Money,
  })),
);

test.each(listed)(
  '$listing.cents hundredths of $listing.currency on $site is what a spreadsheet says',
  ({ site, listing }) => {
    const [percent, dollars] = buying[site] ?? [0, 0];
    const price = listing.cents / 100 / perUsd(site, listing.currency);
    const cost = price * (1 + percent / 100) + dollars;
    const profit = net - cost;
    const isKnown = buying[site] !== undefined;
    const enough = profit >= 1 && exact(profit / cost) >= 0.05 && price >= 1;
    const isDeal = site === 'steam' ? price <= 41 * 0.9 && price >= 1 : isKnown && enough;
    const { model, copied } = cardOf(site, { item, listing }, 'CNY');
    expect(model.deal).toBe(isDeal);
    const shown = typeof model.exit === 'object' ? model.exit : undefined;
    expect(Math.abs((shown?.netCents ?? 0) - net * 100)).toBeLessThan(0.01);
    if (site === 'steam') expect(shown?.ratio).toBeCloseTo(net / price, 6);
    else {
      expect(Math.abs((shown?.profit?.profitCents ?? Number.NaN) - profit * 100)).toBeLessThan(0.01);
      expect(Math.abs((shown?.profit?.percent ?? Number.NaN) - (profit / cost) * 100)).toBeLessThanOrEqual(0.05);
      expect(shown?.profit?.beforeFees).toBe(isKnown ? undefined : true);
      expect(shown?.isGood).toBe(isKnown && profit >= 1 && exact(profit / cost) >= 0.05);
    }
    for (const [at, cents] of [4100, 4250, 4300].entries())
      expect(Math.abs((model.rows[at]?.diff ?? Number.NaN) - ((price * 100) / cents - 1) * 100)).toBeLessThanOrEqual(
        0.05,
      );
    expect(copied).toEqual({ pay: payOnPaper(site, listing.currency) });
  },
);

test.each(sites.map(({ id, coins: isCoins }) => ({ site: id, isCoins })))(
  'the copied digits on $site are of its own field, whatever currency is shown',
  ({ site, isCoins }) => {
    for (const currency of isCoins ? ['COIN'] : ['USD', 'EUR', 'CNY', 'RUB', 'JPY'])
      for (const shown of ['USD', 'EUR', 'CNY']) {
        const listing = { cents: 3041, currency };
        expect(cardOf(site, { item, listing }, shown).copied).toEqual({
          pay: isCoins && coins[site] === undefined ? undefined : payOnPaper(site, currency),
        });
        const held = { item, listing, kind: 'none' } as const;
        const here = marketIds.find((market) => market === site);
        const { list, undercut } = cardOf(site, held, shown, [
          'csfloat',
          'buff163',
          'youpin',
          ...(here ? [here] : []),
        ]).copied;
        if (!here) continue;
        expect(undercut).toBe(round('ceil', 41 * perUsd(site, currency), currency, 1));
        // Sold at 41.00, YouPin leaves 40.59 and CSFloat 40.18.
        const [sellingPercent, cashPercent] = selling[site as keyof typeof selling] ?? [];
        if (sellingPercent === undefined) expect(list).toBeUndefined();
        else {
          const elsewhere = site === 'youpin' ? 41 * 0.98 : 41 * 0.99;
          const price = elsewhere / (1 - cashPercent / 100) / (1 - sellingPercent / 100);
          expect(list).toBe(round('ceil', price * perUsd(site, currency), currency));
        }
      }
  },
);

test('nothing is copied where the page tells no currency, or several', () => {
  expect(cardOf('buff163', { item, kind: 'none' }, 'EUR', ['buff163', 'csfloat']).copied).toEqual({
    list: undefined,
    undercut: undefined,
  });
  const printed = [{ cents: 2646, currency: 'EUR' }];
  const reading = { item, listing: { cents: 3041, currency: 'USD' }, printed };
  expect(cardOf('waxpeer', reading, 'USD').copied).toEqual({ pay: undefined });
});
