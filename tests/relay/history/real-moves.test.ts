import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openHistory } from '#relay/history/changes.ts';
import { dayOfHalfHour, halfHourOf, halfHoursPerDay } from '#relay/history/time.ts';
import { openDatabase } from '#relay/store/database.ts';
import { seededRandom } from '../../scenarios/sequence.ts';
import { ReferenceHistory } from './reference.ts';

/** Steam's real asks of half a year (ByMykel/counter-strike-price-tracker, MIT); the file is not in the repository. */
const file = fileURLToPath(new URL('../../../../shared/data/steam-price-history.tsv.zst', import.meta.url));

/** Every so many items of the file. */
const itemStep = 60;
const markets = ['buff163', 'youpin', 'csfloat'];
const questions = 10_000;

interface Moves {
  readonly name: string;
  /** Prices from a moment on. */
  readonly prices: readonly { readonly moment: number; readonly cents: number }[];
}

function readMoves(): { readonly moments: readonly number[]; readonly items: readonly Moves[] } {
  const [, times = '', ...rows] = zstdDecompressSync(readFileSync(file)).toString().trim().split('\n');
  const items = rows.filter((_, at) => at % itemStep === 0);
  return {
    moments: times.split(',').map(Date.parse),
    items: items.map((row) => {
      const [name = '', moves = ''] = row.split('\t');
      const prices = moves.split(' ').map((move) => move.split(':').map(Number));
      return { name, prices: prices.map(([moment = 0, cents = 0]) => ({ moment, cents })) };
    }),
  };
}

test.skipIf(!existsSync(file))('a year of real moves is answered as by plain maps', { tags: ['full'] }, async () => {
  const { moments, items } = readMoves();
  const database = openDatabase(':memory:');
  const reference = new ReferenceHistory();
  const history = openHistory(database, 32);
  const present = new Map<string, number>();
  const halfYear =
    Math.ceil(((moments.at(-1) ?? 0) - (moments[0] ?? 0)) / 1_800_000 / halfHoursPerDay) * halfHoursPerDay;
  let halfHour = 0;
  // The half year twice.
  for (const round of [0, 1]) {
    for (const [moment, time] of moments.entries()) {
      halfHour = halfHourOf(time) + round * halfYear;
      for (const { name, prices } of items) {
        const move = prices.find((one) => one.moment === moment);
        if (move) present.set(name, move.cents);
      }
      const observation = new Map(
        markets.map((market, at) => [market, new Map([...present].filter((_, n) => (n + at) % 9 > 0))]),
      );
      reference.record(observation, halfHour);
      reference.rollUp(halfHour);
      await history.record(observation, { halfHour, isSteady: true });
      await history.rollUp(halfHour);
    }
  }
  const random = seededRandom(1);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  for (let question = 0; question < questions; question++) {
    const [item, market] = [pick(items).name, pick(markets)];
    const days = 1 + Math.floor(random() * 400);
    const answer = await history.read({ item, markets: [market], days }, halfHour);
    const expected = reference.read(item, market, days, halfHour);
    expect(answer?.[market] ?? { days: [], recent: [] }, `${item} on ${market}, ${days} days`).toEqual(expected);
  }
  expect(dayOfHalfHour(halfHour) - dayOfHalfHour(halfHourOf(moments[0] ?? 0))).toBeGreaterThan(360);
  database.close();
});
