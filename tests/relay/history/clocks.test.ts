import { describe, expect, test } from 'vitest';
import { halfHourMs } from '#core/prices/age.ts';
import { endpoints } from '#protocol/price-api.ts';
import type { FeedData } from '#relay/feeds/outcome.ts';
import { openHistory } from '#relay/history/changes.ts';
import { observeTable, pricesByName } from '#relay/history/observed-prices.ts';
import { createHistoryService } from '#relay/history/service.ts';
import { dayOfHalfHour, halfHourOf, halfHoursPerDay } from '#relay/history/time.ts';
import { defaultLimits } from '#relay/limits.ts';
import { openDatabase } from '#relay/store/database.ts';
import { askOf } from '../store/memory-storage.ts';
import { marketsIn } from './reference.ts';

const item = 'AK-47 | Redline (Field-Tested)';
const hour = 3_600_000;
const day = 24 * hour;
/** 2026-01-20, noon. */
const start = 20_473 * day + 12 * hour;

/** A history in memory whose clocks the test moves. `now` is this machine's, `upstream` the price API's. */
function startRecording() {
  const history = openHistory(openDatabase(':memory:'), 32);
  const world = { now: start, upstream: start as number | undefined, monotonic: 0, problems: [] as string[], asked: 0 };
  const ask = askOf({
    record: (prices, markets, present) => history.record(pricesByName(prices, markets), present),
    rollUp: history.rollUp,
    readChanges: history.changes,
    status: (halfHour) => {
      world.asked++;
      return { ...history.summary(halfHour), problem: undefined, bytes: 0 };
    },
  });
  const service = createHistoryService({
    storage: { ask },
    markets: ['buff163'],
    limits: defaultLimits,
    now: () => world.now,
    monotonicMs: () => world.monotonic,
    reportProblem: (problem, code) => void world.problems.push(`${problem}: ${code}`),
  });
  const confirm = (cents: number): Promise<void> => {
    const rows = { [item]: { price_buff: cents, price_uu: null, price_csfloat: null } };
    const data = { prices: observeTable(rows), upstreamDate: world.upstream };
    return service.onConfirmed(endpoints.partner, data as FeedData);
  };
  const move = (ms: number): void => {
    world.now += ms;
    world.upstream = world.upstream === undefined ? undefined : world.upstream + ms;
    world.monotonic += ms;
  };
  const read = (days = 400) =>
    marketsIn(history.body({ item, markets: ['buff163'], days }, halfHourOf(world.now)))['buff163'] ?? {
      days: [],
      recent: [],
    };
  return {
    world,
    service,
    history,
    confirm,
    move,
    read,
    async record(halfHours: number): Promise<void> {
      for (let at = 0; at < halfHours; at++) {
        move(halfHourMs);
        await confirm(1000 + (halfHourOf(world.now) % 7));
      }
    },
    async recordDays(days: number): Promise<void> {
      const today = dayOfHalfHour(halfHourOf(world.now));
      for (let at = days; at > 0; at--) {
        const halfHour = (today - at) * halfHoursPerDay;
        await history.record(new Map([['buff163', new Map([[item, 500 + at]])]]), { halfHour, isSteady: true });
        await history.rollUp(halfHour + halfHoursPerDay);
      }
    },
  };
}

const at = (cents: number) => new Map([['buff163', new Map([[item, cents]])]]);

test('however many ask how the history is, the thread is asked once', async () => {
  const { service, world } = startRecording();
  await Promise.all([service.status(), service.status()]);
  expect(world.asked).toBe(1);
  await service.status();
  expect(world.asked).toBe(2);
});

test('prices are due once each half hour', async () => {
  const { service, confirm, move } = startRecording();
  expect(service.due()).toEqual([endpoints.partner]);
  await confirm(700);
  expect(service.due()).toEqual([]);
  move(halfHourMs);
  expect(service.due()).toEqual([endpoints.partner]);
});

describe('clocks that jump', () => {
  const apart = 'nothing is recorded: clock-apart';
  const future = 'prices of the future were removed from the history: 1';
  const minute = 60_000;
  /** How far this machine's clock jumps, and upstream's, for how long, and what that is told as. */
  test.each<[string, number, number, number, string[]]>([
    ['this machine’s 8 hours ahead for a minute', 8 * hour, 0, minute, [apart]],
    ['this machine’s 40 days ahead for a minute', 40 * day, 0, minute, [apart]],
    ['this machine’s 450 days ahead for 4 s', 450 * day, 0, 4000, [apart]],
    ['this machine’s 90 minutes behind for a minute', -1.5 * hour, 0, minute, [apart]],
    ['both 450 days ahead for 4 s', 450 * day, 450 * day, 4000, [future]],
    ['both 8 hours ahead for a minute', 8 * hour, 8 * hour, minute, [future]],
    // Before the first observation of the day.
    ['both 11 hours behind for a minute', -11 * hour, -11 * hour, minute, []],
  ])('%s cost what is told meanwhile, and nothing else', async (_, jump, upstreamJump, lastsMs, problems) => {
    const { world, confirm, record, recordDays, move, read, service } = startRecording();
    await recordDays(300);
    await record(20);
    expect(read().days).toHaveLength(300);
    move(lastsMs);
    world.now += jump;
    world.upstream = (world.upstream ?? 0) + upstreamJump;
    await confirm(1);
    const clock = jump === upstreamJump ? undefined : { kind: 'apart', aheadMs: jump };
    expect((await service.status())?.clock).toEqual(clock);
    world.now -= jump;
    world.upstream -= upstreamJump;
    await record(48);
    const { recent, days } = read();
    expect([days.length, recent.some(([, cents]) => cents === 1)]).toEqual([301, false]);
    // After prices of the future the first half hour waits until the clocks are steady.
    const removed = problems.includes(future) ? 1 : 0;
    const kept = recent.filter(([time]) => Date.parse(time) > world.now - 68 * halfHourMs).length;
    expect(kept).toBeGreaterThanOrEqual(68 - removed);
    expect(await service.status()).toMatchObject({ clock: undefined, removed, lostMonths: 0 });
    expect(world.problems).toEqual(problems);
  });

  test('recording rests while upstream does not say its time, which is told once', async () => {
    const { world, confirm, move, read, service } = startRecording();
    world.upstream = undefined;
    await confirm(1);
    move(halfHourMs);
    await confirm(1);
    expect(read().recent).toEqual([]);
    expect((await service.status())?.clock).toEqual({ kind: 'untold' });
    expect(world.problems).toEqual(['nothing is recorded: clock-untold']);
  });

  test('within the hour prices are recorded by upstream’s time', async () => {
    const { world, confirm, read } = startRecording();
    world.now += 50 * 60_000;
    await confirm(700);
    world.now -= 50 * 60_000;
    expect(read().recent).toEqual([[new Date(world.now).toISOString(), 700]]);
  });
});

test('both clocks that stay 450 days ahead for days cost history, and that is told', async () => {
  const { world, record, recordDays, read, service } = startRecording();
  await recordDays(300);
  world.now += 450 * day;
  world.upstream = (world.upstream ?? 0) + 450 * day;
  await record(2 * halfHoursPerDay);
  expect(read().days.length).toBeLessThan(10);
  const lostMonths = (await service.status())?.lostMonths;
  expect(lostMonths).toBeGreaterThanOrEqual(9);
  expect(world.problems).toEqual([`months of the history were removed: ${lostMonths}`]);
});

test('days of a relay that never runs for ten minutes end, too, when a week of them waits', async () => {
  const { world, confirm, read } = startRecording();
  for (let at = 0; at < 12; at++) {
    world.now += day;
    world.upstream = world.now;
    await confirm(1000 + at);
  }
  expect([read().days, read().recent].map(({ length }) => length)).toEqual([4, 8]);
});

test('a clock that goes back behind the end of a finished day leaves that day whole', async () => {
  const { history } = startRecording();
  const evening = 20_473 * halfHoursPerDay + 40;
  for (let halfHour = evening; halfHour < evening + 8; halfHour++)
    await history.record(at(halfHour), { halfHour, isSteady: true });
  await history.rollUp(evening + 8);
  expect((await history.rollUp(evening)).removed).toBe(0);
  const { recent } = marketsIn(history.body({ item, markets: ['buff163'], days: 7 }, evening + 8))['buff163'] ?? {};
  expect(recent).toHaveLength(8);
});

test('a clock that is days behind for a moment takes no day, also when it was so months before', async () => {
  const { history, recordDays, read } = startRecording();
  const behind = (dayOfHalfHour(halfHourOf(start)) - 3) * halfHoursPerDay;
  await recordDays(40);
  expect((await history.rollUp(behind - 30 * halfHoursPerDay)).removed).toBe(0);
  await history.record(at(700), { halfHour: halfHourOf(start), isSteady: true });
  await history.rollUp(halfHourOf(start) + halfHoursPerDay);
  expect((await history.rollUp(behind)).removed).toBe(0);
  expect(read().days).toHaveLength(41);
});

test('what an earlier version recorded in the future and finished there goes on the second day on which the clocks agree', async () => {
  const { world, history, record, read, service } = startRecording();
  const present = halfHourOf(world.now);
  await history.record(at(1), { halfHour: present + 40 * halfHoursPerDay, isSteady: true });
  await history.record(at(2), { halfHour: present + 42 * halfHoursPerDay, isSteady: true });
  await history.rollUp(present + 43 * halfHoursPerDay);
  await record(20);
  // As after a restart on the same day.
  expect((await history.rollUp(halfHourOf(world.now))).removed).toBe(0);
  expect((await service.status())?.removed).toBe(0);
  await record(96);
  expect((await service.status())?.removed).toBeGreaterThan(0);
  const { days, recent } = read();
  expect(days.map(([, , , last]) => last)).not.toContain(1);
  expect(recent.length).toBeGreaterThan(80);
  // Nothing of it is left for the time when its days come.
  world.now += 50 * day;
  expect(
    read()
      .days.map(([, , , last]) => last)
      .filter((cents) => cents < 100),
  ).toEqual([]);
});

test('nothing is rolled up beyond upstream’s day', async () => {
  const { world, record, confirm, read } = startRecording();
  await record(4);
  const today = dayOfHalfHour(halfHourOf(world.now));
  world.now += 59 * 60_000 + (today + 1) * day - world.now;
  world.upstream = (today + 1) * day - 60_000;
  world.monotonic += 6 * hour;
  await confirm(1005);
  world.monotonic += 20 * 60_000;
  await confirm(1005);
  expect(read().days).toEqual([]);
});
