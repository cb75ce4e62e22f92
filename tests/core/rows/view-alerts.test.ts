import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitsOf } from '#core/rows/column-values.ts';
import {
  compareRows,
  maxTold,
  maxViewRows,
  rowsToTell,
  type ToldRow,
  type ViewMemory,
} from '#core/rows/view-alerts.ts';
import { parseSettings } from '#core/settings/settings.ts';
import { type PlainItem, type PlainPrice, plainRedline } from '../../explore/plain-items.ts';
import { markets, now, toTable } from '../../explore/random-items.ts';

const none = { percent: 0, cents: 0 };
const fee = { buying: none, selling: { percent: 2, cents: 0 }, cashingOut: none };
const settings = parseSettings({
  markets,
  fees: { confirmed: true, markets: Object.fromEntries(markets.map((market) => [market, fee])) },
});
const price = (market: PlainPrice['market'], cents: number, over: Partial<PlainPrice> = {}): PlainPrice => ({
  ...{ market, cents, avg7: 0, seconds: now / 1000 - 240, offers: 9, inflated: false },
  ...over,
});
const item = (name: string, over: Partial<PlainItem> = {}): PlainItem => ({
  ...plainRedline,
  name,
  prices: [price('buff163', 1000), price('csfloat', 1200)],
  change: undefined,
  ...over,
});
/** Keeps every market loaded and recent. */
const rest = item('Rest', { liquidity: 0, prices: markets.map((market) => price(market, 5000)) });

const noText = () => new Uint8Array();
const read = (items: readonly PlainItem[], address: string, edit = (table: ReturnType<typeof toTable>) => table) => {
  const table = edit(toTable([...items, rest], false));
  return rowsToTell(table, address, limitsOf(settings), noText, now);
};
const namesOf = (read: ReturnType<typeof rowsToTell>) =>
  'rows' in read ? read.rows.map(({ name }) => name) : read.reason;
const bargains = 'view=cheaper&percent=8&liquidity=60';

describe('the rows of which a view tells', () => {
  test('are those of Explore, with where to buy and sell, the profit after fees and the age', () => {
    expect(read([item('Good'), item('Illiquid', { liquidity: 59 })], bargains)).toEqual({
      rows: [
        {
          name: 'Good',
          market: 'buff163',
          cents: 1000,
          sellAt: 'csfloat',
          percent: expect.closeTo(17.6),
          asOf: now - 240_000,
        },
      ],
      isComplete: true,
    });
  });

  const twoHours = { seconds: now / 1000 - 7200 };
  test.each<[string, Partial<PlainItem>]>([
    ['an old price, though the view shows it', { prices: [price('buff163', 1000, twoHours), price('csfloat', 1200)] }],
    ['a flagged one', { prices: [price('buff163', 1000, { inflated: true }), price('csfloat', 1200)] }],
    ['the price of any phase', { phases: true }],
    ['a difference in doubt', { prices: [price('buff163', 500), price('csfloat', 1200)] }],
  ])('do not rest on %s', (_, over) => {
    expect(namesOf(read([item('Odd', over)], `${bargains}&show=old,inflated,phases&age=600`))).toEqual([]);
  });

  test('are unknown without a table, of samples, of an old one, while a market is not loaded, and of too many rows', () => {
    const waits = (edit: Parameters<typeof read>[2], address = bargains) => read([item('Good')], address, edit);
    expect(waits((table) => ({ ...table, asOf: undefined }))).toMatchObject({ reason: 'none' });
    expect(waits((table) => ({ ...table, sample: true }))).toMatchObject({ reason: 'sample' });
    expect(waits((table) => ({ ...table, asOf: now - 91 * 60_000 }))).toMatchObject({ reason: 'old' });
    const without = (wanted: string) => (table: ReturnType<typeof toTable>) => ({
      ...table,
      markets: table.markets.map((one) => (one.market === wanted ? { ...one, state: 'missing' as const } : one)),
    });
    expect(waits(without('dmarket'))).toEqual({ reason: 'loading', markets: ['dmarket'] });
    // A market at which the view neither buys nor sells is not waited for.
    expect(namesOf(waits(without('dmarket'), `${bargains}&buy=buff163&sell=csfloat`))).toEqual(['Good']);
    const many = Array.from({ length: maxViewRows + 1 }, (_, at) => item(`Item ${at}`));
    expect(read(many, bargains)).toMatchObject({ reason: 'many' });
    expect(namesOf(read(many.slice(1), bargains))).toHaveLength(maxViewRows);
  });

  test('are all of them only while every market is of now', () => {
    const old = item('Rest', {
      prices: markets.map((market) => price(market, 5000, market === 'dmarket' ? twoHours : {})),
    });
    const table = toTable([item('Good'), old], false);
    expect(rowsToTell(table, bargains, limitsOf(settings), noText, now)).toMatchObject({ isComplete: false });
  });
});

const row = (name: string): ToldRow => ({ name, market: 'buff163', cents: 100, asOf: now });
const hour = 3_600_000;
const chosen = { address: 'view=cheaper', basis: 'a' };
const next = (before: ViewMemory | undefined, names: readonly string[], hours: number, over = {}) => {
  const { isComplete = true, ...of } = { ...chosen, ...over } as typeof chosen & { isComplete?: boolean };
  return compareRows(before, of, { rows: names.map(row), isComplete }, now + hours * hour);
};
const told = ({ news }: ReturnType<typeof next>) => news.map(({ name }) => name);

describe('a row is new', () => {
  test('not because prices were old meanwhile, or because nobody looked', () => {
    const first = next(undefined, ['A'], 0).memory;
    expect(told(next(next(first, [], 30, { isComplete: false }).memory, ['A'], 31))).toEqual([]);
    expect(told(next(first, ['A'], 72))).toEqual([]);
  });

  test('not because the user chose other markets or switched it off and on, but in another view', () => {
    const first = next(next(undefined, ['A'], 0).memory, ['A', 'B'], 1).memory;
    const other = next(first, ['A', 'B', 'C'], 2, { basis: 'b' });
    expect(told(other)).toEqual([]);
    expect(told(next(other.memory, ['A', 'B', 'C', 'D'], 3, { basis: 'b' }))).toEqual(['D']);
    expect(other.memory.told.map(({ name }) => name)).toEqual(['B']);
    expect(next(first, ['A'], 2, { address: 'view=all' }).memory).toMatchObject({
      seen: [['A', now + 2 * hour]],
      told: [],
    });
  });

  test('only while there is room to remember it, which the next day makes', () => {
    const many = (hour: number) => Array.from({ length: maxViewRows }, (_, at) => `${hour} ${at}`);
    let memory = next(undefined, many(0), 0).memory;
    for (const hour of [1, 2, 3]) memory = next(memory, many(hour), hour).memory;
    const full = next(memory, many(4), 4);
    expect([told(full), full.memory.seen.length]).toEqual([[], 4 * maxViewRows]);
    expect(told(next(full.memory, many(4), 24, { isComplete: false }))).toEqual(many(4).slice(0, maxTold));
  });

  test('and ten are told, the others counted and not told later', () => {
    const names = Array.from({ length: 14 }, (_, at) => `N${at}`);
    const found = next(next(undefined, [], 0).memory, names, 1);
    expect([told(found), found.more]).toEqual([names.slice(0, maxTold), 4]);
    expect(told(next(found.memory, names, 2))).toEqual([]);
  });
});

test('whatever comes and goes, no message tells more than ten rows, none twice within a day, and memory is bounded', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { maxLength: maxViewRows, size: 'max' });
  const step = fc.record({
    hours: fc.double({ min: 0, max: 30, noNaN: true }),
    start: fc.integer({ min: 0, max: 40 }),
    ids: fc.oneof(ids, fc.constant(undefined)),
    isComplete: fc.boolean(),
    basis: fc.constantFrom('a', 'a', 'a', 'b'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let memory: ViewMemory | undefined;
      let at = 0;
      const lastTold = new Map<string, number>();
      for (const { hours, start, ids, isComplete, basis } of steps) {
        at += hours;
        const numbers = ids ?? Array.from({ length: 50 }, (_, n) => n + start);
        const found = next(memory, numbers.map(String), at, { isComplete, basis });
        expect(found.news.length).toBeLessThanOrEqual(10);
        for (const { name } of found.news) {
          expect(at - (lastTold.get(name) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(24);
          lastTold.set(name, at);
        }
        expect(found.memory.seen.length).toBeLessThanOrEqual(4 * maxViewRows);
        expect(found.memory.told.length).toBeLessThanOrEqual(10);
        memory = found.memory;
      }
    }),
    { numRuns: 40 },
  );
});
