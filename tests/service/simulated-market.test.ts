import { stat } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type MarketId, marketIds, markets, referenceMarkets } from '#core/markets.ts';
import { writeCsgorollPrices, writePartnerPrices, writePrices } from '#service/bodies.ts';
import type { MarketState } from '#service/market.ts';
import { parsePricesQuery } from '#service/price-query.ts';
import { readCatalogue } from '#service/simulated/catalogue.ts';
import { createSimulatedMarket } from '#service/simulated/simulated-market.ts';

vi.setConfig({ testTimeout: 60_000 });

const start = Date.UTC(2026, 10, 20, 10, 30);
const refreshMs = 1_800_000;
let names: readonly string[] = [];
/** Every sixth name, for tests that read all columns of all markets. */
let sample: readonly string[] = [];

/** The state of a market that started at `start`, some steps later. */
async function atStep(steps: number, seed = 1, items = sample): Promise<MarketState> {
  let now = start;
  const market = createSimulatedMarket({ names: items, seed, refreshMs, now: () => now });
  now += steps * refreshMs;
  const state = await market();
  if (!state) throw new Error('no state');
  return state;
}

const valuesOf = (state: MarketState, id: MarketId): (number | undefined)[] => {
  const { value } = state.market(id);
  return state.names.map((_, item) => value(item));
};
const priced = (state: MarketState, id: MarketId): number[] =>
  valuesOf(state, id).filter((value) => value !== undefined);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const dollars = (state: MarketState, pattern: RegExp): number[] =>
  valuesOf(state, 'buff163').flatMap((value, item) =>
    value !== undefined && pattern.test(state.names[item] ?? '') ? value / 100 : [],
  );
const share = <T>(list: readonly T[], test: (each: T, at: number) => boolean): number =>
  list.filter(test).length / list.length;

let state: MarketState;
let sampleState: MarketState;
beforeAll(async () => {
  names = await readCatalogue();
  sample = names.filter((_, item) => item % 6 === 0);
  state = await atStep(0, 1, names);
  sampleState = await atStep(0);
});

describe('the catalogue', () => {
  it('has 37,531 different names in at most 300 kB', async () => {
    expect(new Set(names).size).toBe(37_531);
    expect((await stat('src/service/simulated/catalogue.txt.br')).size).toBeLessThan(300_000);
  });

  it('spells names like Steam', () => {
    for (const name of [
      'AK-47 | Redline (Field-Tested)',
      '★ StatTrak™ Karambit | Doppler (Factory New)',
      'Ground Rebel  | Elite Crew',
    ]) {
      expect(names).toContain(name);
    }
    expect(names.every((name) => name === name.trim() && name !== '')).toBe(true);
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

  it('are plausible by kind', () => {
    expect(median(dollars(state, /^★ /))).toBeGreaterThan(100);
    expect(Math.max(...dollars(state, /^★ /))).toBeGreaterThan(3000);
    expect(Math.min(...dollars(state, /^★ /))).toBeGreaterThan(40);
    expect(median(dollars(state, /^Sticker \|/))).toBeLessThan(1);
    expect(Math.max(...dollars(state, /^Sticker \|/))).toBeGreaterThan(100);
    expect(median(dollars(state, /^Sealed Graffiti/))).toBeLessThan(1);
    expect(Math.max(...dollars(state, / Case$/))).toBeLessThan(200);
    expect(median(dollars(state, /^AK-47/))).toBeGreaterThan(median(dollars(state, /^MP7/)));
  });

  it('fall with wear', () => {
    const wears = ['Factory New', 'Minimal Wear', 'Field-Tested', 'Battle-Scarred'];
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

  it('are missing from some markets, from Steam above its limit', () => {
    for (const id of marketIds) {
      const part = priced(state, id).length / names.length;
      expect(part).toBeGreaterThan(0.5);
      expect(part).toBeLessThan(1);
    }
    expect(Math.max(...priced(state, 'steam'))).toBeLessThanOrEqual(200_000);
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
      expect(Math.min(...ratios(true))).toBeGreaterThan(1.6);
      expect(Math.max(...ratios(false))).toBeLessThan(1.3);
    }
  });
});

describe('optional fields', () => {
  it('have a link for most items, on the market’s host and with the name', () => {
    for (const id of marketIds) {
      const { value, link } = sampleState.market(id);
      const items = [...sample.keys()].filter((item) => value(item) !== undefined);
      const missing = share(items, (item) => link(item) === undefined);
      expect(missing).toBeGreaterThan(0.03);
      expect(missing).toBeLessThan(0.2);
      for (const item of items.slice(-500)) {
        const url = link(item);
        if (!url) continue;
        const { protocol, hostname } = new URL(url);
        expect(protocol).toBe('https:');
        expect(markets[id].hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))).toBe(true);
        expect(url).toMatch(/^[!-~]+$/);
        expect(decodeURIComponent(url).endsWith(sample[item] ?? '?')).toBe(true);
      }
    }
  });

  it('13. liquidity is an integer from 0 to 100', () => {
    const all = sample.map((_, item) => sampleState.liquidity(item) ?? Number.NaN);
    expect(all.every((each) => Number.isInteger(each) && each >= 0 && each <= 100)).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(50);
  });

  it('exist only with a price, and counts are positive integers', () => {
    for (const id of marketIds) {
      const { value, count, avg_7, avg_30, updated_at, is_inflated, link } = sampleState.market(id);
      for (const item of sample.keys()) {
        if (value(item) === undefined) {
          expect([count, avg_7, avg_30, updated_at, is_inflated, link].map((column) => column(item))).toEqual(
            Array(6).fill(undefined),
          );
        } else if (!(Number.isInteger(count(item)) && (count(item) ?? 0) > 0 && (avg_7(item) ?? 0) > 0)) {
          expect.fail(`${id} ${sample[item]}: ${count(item)} ${avg_7(item)}`);
        }
      }
    }
  });

  it('have a last update for each market, not later than the whole', () => {
    expect(sampleState.updatedAt).toBe('2026-11-20T10:30:00.000Z');
    const times = marketIds.map((id) => {
      const { value, updated_at } = sampleState.market(id);
      return updated_at([...sample.keys()].findIndex((item) => value(item) !== undefined)) ?? '';
    });
    expect(new Set(times).size).toBeGreaterThan(5);
    for (const time of times) expect(time <= sampleState.updatedAt && time > '2026-11-20T10:19:59.999Z').toBe(true);
    for (const time of times) expect(new Date(time).toISOString()).toBe(time);
  });
});

describe('time', () => {
  const text = (each: MarketState): string =>
    [
      ...writePrices(each, parsePricesQuery(new URLSearchParams('markets=buff163,csgoroll&fields=avg_7,count,link'))),
    ].join('');

  it('moves about a tenth of the prices at each step, on every market', async () => {
    for (const step of [1, 17]) {
      const [before, now] = [await atStep(step - 1), await atStep(step)];
      for (const id of marketIds) {
        const old = valuesOf(before, id);
        const held = valuesOf(now, id)
          .map((value, item) => ({ value, old: old[item] }))
          .filter(({ value }) => value);
        expect(share(held, ({ value, old }) => value !== old)).toBeGreaterThan(0.09);
        expect(share(held, ({ value, old }) => value !== old)).toBeLessThan(0.11);
      }
    }
  });

  it('changes the version and the time at each step, and nothing within a step', async () => {
    const [zero, almost, one] = [await atStep(0), await atStep(0.999), await atStep(1)];
    expect([almost.version, almost.updatedAt, text(almost)]).toEqual([zero.version, zero.updatedAt, text(zero)]);
    expect(one.version).not.toBe(zero.version);
    expect(one.updatedAt).toBe('2026-11-20T11:00:00.000Z');
  });

  it('gives equal prices for equal seeds and steps', async () => {
    expect(text(await atStep(5))).toBe(text(await atStep(5)));
    const [one, two] = [valuesOf(await atStep(5), 'steam'), valuesOf(await atStep(5, 2), 'steam')];
    expect(share(one, (value, item) => value === two[item])).toBeLessThan(0.2);
  });
});

it('has csgoroll and partner prices', () => {
  expect(Object.keys(JSON.parse([...writeCsgorollPrices(state, {})].join('')).items).length).toBe(
    priced(state, 'csgoroll').length,
  );
  const partner = Object.values<{ is_inflated: boolean }>(JSON.parse([...writePartnerPrices(state)].join('')));
  expect(partner.length).toBeGreaterThan(35_000);
  expect(share(partner, (row) => row.is_inflated)).toBeGreaterThan(0.01);
  expect(share(partner, (row) => row.is_inflated)).toBeLessThan(0.02);
});
