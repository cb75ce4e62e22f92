import { stat } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { coinMarket, marketHosts, marketIds, referenceMarkets } from '#core/prices/markets.ts';
import { parsePartnerPrices } from '#data/refresh/table-feed.ts';
import { parsePricesQuery } from '#protocol/price-query.ts';
import { writePrices } from '#service/bodies.ts';
import type { MarketState } from '#service/market.ts';
import { packagedSamples } from '#service/simulated/catalogue.ts';
import { asks, atStep, catalogue, median, priced, sample, share, valuesOf } from './simulated-state.ts';

/** Markets of each kind: Steam, a reference, one that asks in coins. */
const kinds = ['steam', 'buff163', 'csgoroll'] as const;

let state: MarketState;
beforeAll(async () => {
  state = await atStep(0);
});

it('the sample prices that come with the extension are some 2,000 items with the prices of a relay’s samples, in at most 30 kB of a package', async () => {
  const body = await packagedSamples();
  const { rows, bad } = parsePartnerPrices(JSON.parse(body));
  expect(bad).toBe(0);
  expect(rows.size).toBeGreaterThan(1800);
  const name = 'AK-47 | Redline (Field-Tested)';
  const price_buff = (await atStep(0, 1, [name])).market('buff163').value(0);
  expect(JSON.parse(body)).toMatchObject({ [name]: { price_buff } });
  expect(deflateRawSync(body, { level: 9 }).length).toBeLessThanOrEqual(30_000);
});

describe('the catalogue', () => {
  it('has 40,878 different names, most with an ask, others with an estimate, in at most 400 kB', async () => {
    expect(catalogue.size).toBe(40_878);
    expect(asks.size).toBe(34_500);
    expect([...catalogue.values()].every(({ cents }) => Number.isInteger(cents) && cents > 0)).toBe(true);
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
    for (const id of kinds) {
      const scale = id === coinMarket ? 100 : 1;
      const isWhole = (value: number): boolean =>
        value > 0 && Math.abs(value * scale - Math.round(value * scale)) < 1e-6;
      expect(priced(state, id).every(isWhole)).toBe(true);
    }
  });

  it('are those of Steam on Steam, and somewhat lower elsewhere', () => {
    const steam = valuesOf(state, 'steam');
    const dear = [...sample.keys()].filter((item) => (asks.get(sample[item] ?? '') ?? 0) > 1000);
    const ratios = (values: readonly (number | undefined)[]): number[] =>
      dear.flatMap((item) => (values[item] ? values[item] / (asks.get(sample[item] ?? '') ?? 1) : []));
    expect(median(ratios(steam))).toBeCloseTo(1, 2);
    expect(share(ratios(steam), (ratio) => ratio > 0.9 && ratio < 1.1)).toBeGreaterThan(0.9);
    for (const id of referenceMarkets) {
      expect(median(ratios(valuesOf(state, id)))).toBeGreaterThan(0.85);
      expect(median(ratios(valuesOf(state, id)))).toBeLessThan(0.95);
    }
    expect(sample.every((name, item) => steam[item] === undefined || asks.has(name))).toBe(true);
  });

  it('are missing from some markets, from Steam where it has no ask', () => {
    for (const id of marketIds) {
      const part = priced(state, id).length / sample.length;
      expect(part).toBeGreaterThan(0.5);
      expect(part).toBeLessThan(1);
    }
    expect(Math.max(...priced(state, 'steam'))).toBeLessThanOrEqual(204_400);
  });

  it('are inflated for 1 to 2 % of the items, and then far above their averages', () => {
    for (const id of kinds) {
      const { value, is_inflated, avg_30 } = state.market(id);
      const items = [...sample.keys()].filter((item) => value(item) !== undefined);
      expect(share(items, (item) => is_inflated(item) === true)).toBeGreaterThan(0.01);
      expect(share(items, (item) => is_inflated(item) === true)).toBeLessThan(0.02);
      if (id === coinMarket) continue;
      const ratios = (flag: boolean): number[] =>
        items.flatMap((item) =>
          is_inflated(item) === flag && (value(item) ?? 0) > 100 ? (value(item) ?? 0) / (avg_30(item) ?? 1) : [],
        );
      expect(Math.min(...ratios(true))).toBeGreaterThan(1.55);
      expect(Math.max(...ratios(false))).toBeLessThan(1.75);
    }
  });
});

describe('optional fields', () => {
  it('have a link for most items, on the market’s host and with the name', () => {
    for (const id of kinds) {
      const { value, link } = state.market(id);
      const items = [...sample.keys()].filter((item) => value(item) !== undefined);
      const missing = share(items, (item) => link(item) === undefined);
      expect(missing).toBeGreaterThan(0.03);
      expect(missing).toBeLessThan(0.2);
      for (const item of items.slice(-500)) {
        const url = link(item);
        if (!url) continue;
        const { protocol, hostname } = new URL(url);
        expect(protocol).toBe('https:');
        expect(marketHosts[id].some((host) => hostname === host || hostname.endsWith(`.${host}`))).toBe(true);
        expect(url).toMatch(/^[!-~]+$/);
        expect(decodeURIComponent(url).endsWith(sample[item] ?? '?')).toBe(true);
      }
    }
  });

  it('13. liquidity is an integer from 0 to 100', () => {
    const all = sample.map((_, item) => state.liquidity(item) ?? Number.NaN);
    expect(all.every((each) => Number.isInteger(each) && each >= 0 && each <= 100)).toBe(true);
    expect(new Set(all).size).toBeGreaterThan(50);
  });

  it('exist only with a price, and counts are positive integers', () => {
    for (const id of kinds) {
      const { value, count, avg_7, avg_30, updated_at, is_inflated, link } = state.market(id);
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
    expect(state.updatedAt).toBe('2026-11-20T10:30:00.000Z');
    const times = marketIds.map((id) => {
      const { value, updated_at } = state.market(id);
      return updated_at([...sample.keys()].findIndex((item) => value(item) !== undefined)) ?? '';
    });
    expect(new Set(times).size).toBeGreaterThan(5);
    for (const time of times) expect(time <= state.updatedAt && time > '2026-11-20T10:19:59.999Z').toBe(true);
    for (const time of times) expect(new Date(time).toISOString()).toBe(time);
  });
});

describe('time', () => {
  const some = sample.slice(0, 300);
  const text = (each: MarketState): string =>
    [
      ...writePrices(each, parsePricesQuery(new URLSearchParams('markets=buff163,csgoroll&fields=avg_7,count,link'))),
    ].join('');

  it('moves prices within a day as much as real asks move', async () => {
    const [before, after] = [state, await atStep(48)];
    const old = valuesOf(before, 'steam');
    const changes = valuesOf(after, 'steam')
      .flatMap((cents, item) => {
        const was = old[item];
        return cents && was && was >= 100 && cents !== was ? Math.abs(Math.log(cents / was)) : [];
      })
      .sort((a, b) => a - b);
    const at = (part: number): number => changes[Math.floor(changes.length * part)] ?? Number.NaN;
    // catalogue.md has the real quantiles: 0.007, 0.017, 0.051, 0.10, 0.45.
    expect([at(0.25), at(0.5), at(0.75), at(0.9), at(0.99)].map((value) => value.toFixed(2))).toEqual([
      '0.01',
      '0.02',
      '0.04',
      '0.08',
      '0.39',
    ]);
  });

  it('moves about a tenth of the prices at each step, on every market', async () => {
    const [before, now] = [await atStep(16), await atStep(17)];
    for (const id of kinds) {
      const old = valuesOf(before, id);
      const held = valuesOf(now, id)
        .map((value, item) => ({ value, old: old[item] }))
        .filter(({ value }) => value);
      expect(share(held, ({ value, old }) => value !== old)).toBeGreaterThan(0.05);
      expect(share(held, ({ value, old }) => value !== old)).toBeLessThan(0.11);
    }
  });

  it('changes the version and the time at each step, and nothing within a step', async () => {
    const [zero, almost, one] = [await atStep(0, 1, some), await atStep(0.999, 1, some), await atStep(1, 1, some)];
    expect([almost.version, almost.updatedAt, text(almost)]).toEqual([zero.version, zero.updatedAt, text(zero)]);
    expect(one.version).not.toBe(zero.version);
    expect(one.updatedAt).toBe('2026-11-20T11:00:00.000Z');
  });

  it('gives equal prices for equal seeds and steps', async () => {
    const [five, again, other] = [await atStep(5, 1, some), await atStep(5, 1, some), await atStep(5, 2, some)];
    expect(text(five)).toBe(text(again));
    const [one, two] = [valuesOf(five, 'buff163'), valuesOf(other, 'buff163')];
    expect(share(one, (value, item) => value === two[item])).toBeLessThan(0.2);
  });
});
