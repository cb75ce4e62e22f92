import { expect, test } from 'vitest';
import { openHistory } from '#relay/history/history.ts';
import { halfHoursPerDay } from '#relay/history/time.ts';
import { openDatabase } from '#relay/store/database.ts';

const halfHour = 20_473 * halfHoursPerDay + 10;
const item = 'AK-47 | Redline (Field-Tested)';
const at = (cents: number) => new Map([['buff163', new Map([[item, cents]])]]);

test.each([
  ['long past', halfHour + halfHoursPerDay + 1, {}],
  [
    'a day old',
    halfHour + halfHoursPerDay,
    {
      [item]: [
        [100, null, null],
        [null, null, null],
        [null, null, null],
      ],
    },
  ],
  ['recorded by a clock that was far ahead', halfHour - halfHoursPerDay - 1, {}],
])('a last observation that is %s: its changes are as good as that', async (_, now, items) => {
  const history = openHistory(openDatabase(':memory:'), 32);
  await history.record(at(1000), { halfHour: halfHour - halfHoursPerDay, isSteady: true });
  await history.rollUp(halfHour);
  await history.record(at(1100), { halfHour, isSteady: true });
  const body = JSON.parse(new TextDecoder().decode(await history.changes(now))) as { items: object };
  expect(body.items).toEqual(items);
});
