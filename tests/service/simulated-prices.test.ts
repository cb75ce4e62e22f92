import { stat } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { marketIds, markets, referenceMarkets } from '#core/prices/markets.ts';
import type { MarketState } from '#service/market.ts';
import {
  asks,
  atStep,
  dollars,
  median,
  catalogue as names,
  priced,
  sample,
  share,
  valuesOf,
} from './simulated-state.ts';

let state: MarketState;
let sampleState: MarketState;
beforeAll(async () => {
  state = await atStep(0, 1, names);
  sampleState = await atStep(0);
});

describe('the catalogue', () => {
  it('has 40,878 different names, most with an ask, in at most 400 kB', async () => {
    expect(new Set(names).size).toBe(40_878);
    expect(asks.size).toBe(34_500);
    const known = new Set(names);
    expect([...asks].every(([name, cents]) => known.has(name) && cents > 0)).toBe(true);
    expect((await stat('src/service/simulated/catalogue.tsv.br')).size).toBeLessThan(400_000);
  });

  it('has the asks of Steam, also of names that differ by a space', () => {
    expect(asks.get('AK-47 | Redline (Field-Tested)')).toBe(4210);
    expect(asks.get('Sticker | Move It (Foil)')).toBe(1789);
    expect(asks.get('Sticker | Move It(Foil)')).toBe(353);
  });
});

describe('prices', () => {
  it('are whole cents above 0, and coins to the hundredth', () => {
    for (const id of marketIds) {
      const scale = markets[id].unit === 'coins' ? 100 : 1;
      const isWhole = (value: number): boolean =>
        value > 0 && Math.abs(value * scale - Math.round(value * scale)) < 1e-6;
      expect(priced(state, id).every(isWhole)).toBe(true);
    }
  });

  it('are those of Steam on Steam, and somewhat lower elsewhere', () => {
    const steam = valuesOf(state, 'steam');
    const dear = [...names.keys()].filter((item) => (asks.get(names[item] ?? '') ?? 0) > 1000);
    const ratios = (values: readonly (number | undefined)[]): number[] =>
      dear.flatMap((item) => (values[item] ? values[item] / (asks.get(names[item] ?? '') ?? 1) : []));
    expect(median(ratios(steam))).toBeCloseTo(1, 2);
    expect(share(ratios(steam), (ratio) => ratio > 0.9 && ratio < 1.1)).toBeGreaterThan(0.9);
    for (const id of referenceMarkets) {
      expect(median(ratios(valuesOf(state, id)))).toBeGreaterThan(0.85);
      expect(median(ratios(valuesOf(state, id)))).toBeLessThan(0.95);
    }
    expect(names.every((name, item) => steam[item] === undefined || asks.has(name))).toBe(true);
  });

  it('are estimated above Steam’s limit for rarities', () => {
    for (const rare of [
      /^AWP \| Dragon Lore/,
      /^★ Karambit \| Gamma Doppler \(F/,
      /^AWP \| Gungnir/,
      /\(Holo\) \| Katowice 2014$/,
    ])
      expect(Math.min(...dollars(state, rare))).toBeGreaterThan(1200);
    expect(Math.max(...dollars(state, /^/))).toBeLessThan(150_000);
  });

  it('are plausible by kind', () => {
    expect(median(dollars(state, /^★ /))).toBeGreaterThan(100);
    expect(Math.max(...dollars(state, /^★ /))).toBeGreaterThan(3000);
    expect(Math.min(...dollars(state, /^★ /))).toBeGreaterThan(30);
    expect(median(dollars(state, /^Sticker \|/))).toBeLessThan(5);
    expect(Math.max(...dollars(state, /^Sticker \|/))).toBeGreaterThan(100);
    expect(median(dollars(state, /^Sealed Graffiti/))).toBeLessThan(1);
    expect(Math.max(...dollars(state, / Case$/))).toBeLessThan(200);
    expect(median(dollars(state, /^AK-47/))).toBeGreaterThan(median(dollars(state, /^MP7/)));
  });

  it('fall with wear', () => {
    const wears = ['Factory New', 'Minimal Wear', 'Field-Tested'];
    const prices = wears.map((wear) => median(dollars(state, new RegExp(`^AWP \\| .*\\(${wear}\\)$`))));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  });

  it('differ between markets by a few per cent', () => {
    const [buff, ...others] = referenceMarkets.map((id) => valuesOf(state, id));
    for (const other of others) {
      const differences = (buff ?? []).flatMap((cents = 0, item) =>
        cents > 1000 && other[item] ? Math.abs(other[item] / cents - 1) : [],
      );
      expect(median(differences)).toBeGreaterThan(0.005);
      expect(median(differences)).toBeLessThan(0.08);
    }
  });

  it('are missing from some markets, from Steam where it has no ask', () => {
    for (const id of marketIds) {
      const part = priced(state, id).length / names.length;
      expect(part).toBeGreaterThan(0.5);
      expect(part).toBeLessThan(1);
    }
    expect(Math.max(...priced(state, 'steam'))).toBeLessThanOrEqual(204_400);
  });

  it('are inflated for 1 to 2 % of the items, and then far above their averages', () => {
    for (const id of marketIds) {
      const { value, is_inflated, avg_30 } = sampleState.market(id);
      const items = [...sample.keys()].filter((item) => value(item) !== undefined);
      expect(share(items, (item) => is_inflated(item) === true)).toBeGreaterThan(0.01);
      expect(share(items, (item) => is_inflated(item) === true)).toBeLessThan(0.02);
      if (markets[id].unit === 'coins') continue;
      const ratios = (flag: boolean): number[] =>
        items.flatMap((item) =>
          is_inflated(item) === flag && (value(item) ?? 0) > 100 ? (value(item) ?? 0) / (avg_30(item) ?? 1) : [],
        );
      expect(Math.min(...ratios(true))).toBeGreaterThan(1.55);
      expect(Math.max(...ratios(false))).toBeLessThan(1.75);
    }
  });
});
