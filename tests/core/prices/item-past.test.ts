import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs } from '#core/prices/age.ts';
import { dearerDays, type MarketPast, pastSpans, toPastChart } from '#core/prices/item-past.ts';

const now = Date.parse('2026-11-24T10:10:00.000Z');
const today = Math.floor(now / dayMs);
const slotMs = 30 * 60_000;
const cents = (_: unknown, price: number) => price;
const buff = (more: Partial<MarketPast>): MarketPast => ({ market: 'buff163', days: [], recent: [], ...more });
const flat = (count: number, last: (ago: number) => number) =>
  Array.from({ length: count }, (_, at) => {
    const ago = count - at;
    return [today - ago, last(ago), last(ago), last(ago)] as const;
  });

describe('a chart', () => {
  test('has the last price of each day, a gap for a day without, and today’s newest half hour', () => {
    const past = buff({
      days: [
        [today - 4, 90, 130, 100],
        [today - 2, 105, 115, 110],
      ],
      recent: [
        [today * dayMs, 112],
        [today * dayMs + slotMs, 80],
      ],
    });
    const { at, lines } = toPastChart([past], { span: 30, now }, cents);
    expect(at).toHaveLength(31);
    expect(lines[0]?.values.slice(-5)).toEqual([100, null, 110, null, 80]);
    expect(lines[0]).toMatchObject({ low: 80, high: 130, last: 80 });
  });

  test('of 7 days bridges a missed half hour, and no longer gap', () => {
    const last = Math.floor(now / slotMs);
    const recent = [12, 11, 7, 2, 0].map((ago) => [(last - ago) * slotMs, 100 + ago] as const);
    const { lines } = toPastChart([buff({ recent })], { span: 7, now }, cents);
    const values = lines[0]?.values.slice(-13).map((value) => (value === undefined ? '-' : (value ?? '')));
    expect(values?.join()).toBe('112,111,-,-,-,107,,,,,102,-,100');
  });

  test('leaves out a market that cannot be converted, and one without a price in the period', () => {
    const old = buff({ days: [[today - 40, 1, 1, 1]] });
    expect(toPastChart([old], { span: 30, now }, cents).lines).toEqual([]);
    expect(toPastChart([old], { span: 90, now }, () => undefined).lines).toEqual([]);
  });

  test('has no price that was not recorded, whatever the past', () => {
    const day = fc.integer({ min: today - 400, max: today + 1 });
    const price = fc.integer({ min: 1, max: 1e9 });
    const days = fc
      .uniqueArray(fc.tuple(day, price), { selector: ([at]) => at })
      .map((list) => list.sort((a, b) => a[0] - b[0]));
    fc.assert(
      fc.property(days, fc.constantFrom(...pastSpans), (list, span) => {
        const past = buff({ days: list.map(([at, one]) => [at, one, one, one] as const) });
        const { at, lines } = toPastChart([past], { span, now }, cents);
        for (const { values } of lines) {
          expect(values).toHaveLength(at.length);
          for (const [index, value] of values.entries())
            if (typeof value === 'number') expect(list).toContainEqual([Math.floor((at[index] ?? 0) / dayMs), value]);
        }
      }),
    );
  });
});

describe('a price among those of the past', () => {
  test('is cheaper than on so many of the last 90 days', () => {
    const past = buff({ days: flat(120, (ago) => (ago > 90 ? 1 : ago)) });
    expect(dearerDays(past, 10, now)).toEqual({ dearer: 80, days: 90 });
    expect(dearerDays(past, 1, now)).toEqual({ dearer: 89, days: 90 });
    expect(dearerDays(past, 1000, now)).toEqual({ dearer: 0, days: 90 });
  });

  test('needs 30 days', () => {
    expect(dearerDays(buff({ days: flat(29, () => 5) }), 6, now)).toBeUndefined();
    expect(dearerDays(buff({ days: flat(30, () => 5) }), 4, now)).toEqual({ dearer: 30, days: 30 });
  });
});
