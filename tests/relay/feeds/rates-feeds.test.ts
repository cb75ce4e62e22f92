import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { dayMs, isoDay } from '#core/prices/age.ts';
import { ecbDaily, ecbPast } from '#relay/feeds/ecb-rates.ts';
import type { FeedsDeps } from '#relay/feeds/feeds.ts';
import { feedsOf } from './feed-with-clock.ts';

const on = (day: number) => `2027-01-${String(day).padStart(2, '0')}`;
const rates = "<Cube currency='USD' rate='2'/><Cube currency='GBP' rate='1'/>";
const file = (...days: readonly number[]) =>
  `<Envelope>${days.map((day) => `<Cube time='${on(day)}'>${rates}</Cube>`).join('')}</Envelope>`;

/** A relay with this disk; `bank` is what is answered by address. */
function relayOf(bank: Record<string, string>, disk = new Map<string, unknown>()) {
  const asked: string[] = [];
  const load = async (source: string) => disk.get(source);
  const save = async (source: string, answer: unknown) => void disk.set(source, answer);
  const fetch: FeedsDeps['fetch'] = async (url) => {
    asked.push(url);
    return bank[url] === undefined ? new Response(null, { status: 503 }) : new Response(bank[url]);
  };
  const store = { load, save, isStalled: () => false } as unknown as FeedsDeps['store'];
  const { feeds, clock } = feedsOf([], { ratesUrl: ecbDaily, store, fetch });
  const days = async () => {
    const { data } = (await feeds.rateDaysFeed?.read()) ?? {};
    const told = JSON.parse(new TextDecoder().decode(data?.snapshot.bytes)) as { days: Record<string, unknown> };
    return Object.keys(told.days);
  };
  return { asked, clock, days, feeds };
}

test('the record begins with the bank’s past, gets each day, and asks for what it has missed', async () => {
  // Monday to Friday: 11 to 15.
  const bank = { [ecbDaily]: file(11), [ecbPast]: file(11, 8, 7) };
  const { clock, feeds, asked, days } = relayOf(bank);
  expect(await days()).toEqual([7, 8, 11].map(on));
  clock.ms += 6 * 3_600_000 - 1;
  await feeds.ratesFeed?.read();
  expect(asked).toEqual([ecbDaily, ecbPast]);
  const next = async (today: number, ...past: readonly number[]) => {
    Object.assign(bank, { [ecbDaily]: file(today), [ecbPast]: file(today, ...past) });
    clock.ms += 6 * 3_600_000;
    await feeds.ratesFeed?.read();
    await vi.waitFor(async () => expect(await days()).toContain(on(today)));
    return asked.filter((url) => url === ecbPast).length;
  };
  expect([await next(12), await next(13), await next(15, 14, 13)]).toEqual([1, 1, 2]);
  expect(await days()).toContain(on(14));
});

test('it outlives a restart with its 400 newest days', async () => {
  const dates = Array.from({ length: 400 }, (_, at) => isoDay(Date.parse(on(14)) / dayMs - at));
  const body = { base: 'USD', days: Object.fromEntries(dates.map((date) => [date, {}])) };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const disk = new Map([['rates/days', { bytes, lastModified: 1, confirmedAt: 1 }]]);
  const { days, asked } = relayOf({ [ecbDaily]: file(15) }, disk);
  await vi.waitFor(async () => expect(await days()).toEqual([on(15), ...dates.slice(0, -1)].sort()));
  expect(asked).toEqual([ecbDaily]);
  expect(await relayOf({}, disk).days()).toHaveLength(400);
});

test('it is written where it has grown, however often it is asked', async () => {
  const disk = new Map<string, unknown>();
  const written = vi.spyOn(disk, 'set');
  const { days } = relayOf({ [ecbDaily]: file(15), [ecbPast]: file(15, 14) }, disk);
  for (let time = 0; time < 20; time++) {
    expect(await days()).toHaveLength(2);
    // What a request asks for goes on behind its answer.
    await setImmediate();
  }
  expect(written.mock.calls.filter(([source]) => source === 'rates/days')).toHaveLength(1);
});

test.each([
  ['the past is away', {}],
  ['the past is cut short', { [ecbPast]: file(14).slice(0, -5) }],
  ['the past is hostile', { [ecbPast]: file(14).replace("'1'", "'soon'") }],
  ['the disk does not say what is recorded', { [ecbPast]: file(14) }, 'stalled'],
])('nothing is recorded, and the day’s rates are there, where %s', async (_, bank, state = '') => {
  const disk = new Map<string, unknown>();
  if (state) disk.get = (source) => source === 'rates/days' && Promise.reject(new Error(state));
  const { days, feeds } = relayOf({ ...bank, [ecbDaily]: file(15) }, disk);
  await expect(days()).rejects.toThrow();
  expect(await feeds.ratesFeed?.read()).toBeDefined();
  expect([...disk.keys()]).toEqual(['rates']);
});
