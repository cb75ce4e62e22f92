import { describe, expect, test } from 'vitest';
import { coinMarket, type MarketId } from '#core/prices/markets.ts';
import { offersOf } from '#core/prices/offer.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { toOverlayModel } from '#page/overlays/to-overlay-model.ts';
import { toPanelModel } from '#page/panel/to-panel-model.ts';
import { copyText } from '#ui/words/copy-text.ts';
import { quoted } from '../quoted.ts';

/** Pages of the market that counts in coins, and of another site with coins of its own. */
const [marketSite, otherSite] = [coinMarket, 'other-coins'];
const now = Date.parse('2026-11-21T12:00:00.000Z');
const item = 'AK-47 | Redline (Field-Tested)';
const own = (market: MarketId) => ({
  asOf: now,
  detail: { price: market === coinMarket ? 60 : 4000, inflated: false },
});
const both = { coinUsd: 0.65, siteCoinUsd: { [otherSite]: 0.5 } };

function cardOn(site: string, settings: object, cents = 7200) {
  const view = toSettingsView(parseSettings({ ...settings, deals: { on: true } }), site);
  const reading = { item, listing: { cents, currency: 'COIN' } };
  const around = { table: { version: '1', asOf: now }, fault: null, rates: null, view, now };
  const model = toOverlayModel(reading, quoted({ buff163: 4000 }, now), around);
  if (!model) throw new Error('no model');
  const appearance = { theme: 'dark', density: 'normal', difference: 'percent' } as const;
  const told = offersOf([coinMarket, 'buff163'], { own, coinUsd: view.coinUsd });
  return { model, panel: toPanelModel({ reading, model, appearance }, told, view, now) };
}

const priceOn = (site: string, settings: object) => {
  const { model, panel } = cardOn(site, settings);
  const market = panel.comparison.offers.find((offer) => offer.market === 'csgoroll');
  return {
    listing: model.listingCents,
    diff: model.rows.find((row) => row.market === 'buff163')?.diff,
    market: market?.cents,
    marketDiff: market?.diff,
    deal: model.deal,
    reason: model.noDifferenceReason,
  };
};

describe('a listing in coins', () => {
  test('of the market’s site is converted by the market’s rate', () => {
    expect(priceOn(marketSite, both)).toMatchObject({
      listing: 4680,
      diff: 17,
      market: 3900,
      marketDiff: 20,
      deal: false,
    });
  });

  test('of another site is converted by that site’s rate, the market’s coins by the market’s', () => {
    expect(priceOn(otherSite, both)).toMatchObject({
      listing: 3600,
      diff: -10,
      market: 3900,
      marketDiff: -7.7,
      deal: true,
    });
  });

  test.each([
    ['another site', otherSite, { coinUsd: 0.65 }, 3900],
    ['a third site', 'third', both, 3900],
    ['the market’s site', marketSite, { siteCoinUsd: { [otherSite]: 0.5, [marketSite]: 0.5 } }, undefined],
    ['a site with a name of Object', 'constructor', both, 3900],
  ])('of %s has no difference and makes no deal by the rate of a different coin', (_, site, settings, market) => {
    const none = { listing: undefined, diff: undefined, marketDiff: undefined, deal: false, reason: 'no-rate' };
    expect(priceOn(site, settings)).toEqual({ ...none, market });
  });
});

describe('prices in the page’s currency', () => {
  const show = { currency: { show: 'page' } };

  test('use the page’s coin, also in a copy', () => {
    const { model, panel } = cardOn(otherSite, { ...both, ...show });
    expect(model.shown).toMatchObject({ code: 'COIN', perUsd: 2 });
    const [roll, buff] = [...panel.comparison.offers].sort((one, other) =>
      one.market > other.market ? -1 : other.market > one.market ? 1 : 0,
    );
    expect([roll?.market, roll?.coins, roll?.cents, buff?.cents]).toEqual(['csgoroll', 60, 3900, 4000]);
    expect(copyText(panel)).toMatch(/CSGORoll: 78\.00.*1 USD = 2 COIN/s);
  });

  test('are in dollars where the page’s coin has no rate', () => {
    const { model, panel } = cardOn(otherSite, { coinUsd: 0.65, ...show });
    expect(model.shown.code).toBe('USD');
    expect(copyText(panel)).toContain('CSGORoll: $39.00');
  });

  test('use the market’s coin on its own site', () => {
    expect(cardOn(marketSite, { ...both, ...show }).model.shown.perUsd).toBeCloseTo(1 / 0.65);
  });
});
