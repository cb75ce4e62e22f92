import { expect, test } from 'vitest';
import { openHistory } from '#relay/history/history.ts';
import { openSqlite } from '#relay/history/sqlite.ts';
import { slotsPerDay } from '#relay/history/time.ts';

const slot = 20_473 * slotsPerDay + 10;
const item = 'AK-47 | Redline (Field-Tested)';
const at = (cents: number) => new Map([['buff163', new Map([[item, cents]])]]);

test.each([
  ['long past', slot + slotsPerDay + 1, {}],
  [
    'a day old',
    slot + slotsPerDay,
    {
      [item]: [
        [100, null, null],
        [null, null, null],
        [null, null, null],
      ],
    },
  ],
  ['recorded by a clock that was far ahead', slot - slotsPerDay - 1, {}],
])('a last look that is %s: its changes are as good as that', async (_, now, items) => {
  const history = await openHistory(openSqlite(':memory:'), 32, async () => undefined);
  await history.record(at(1000), slot - slotsPerDay);
  await history.rollUp(slot);
  await history.record(at(1100), slot);
  const body = JSON.parse(new TextDecoder().decode(await history.changes(now))) as { items: object };
  expect(body.items).toEqual(items);
});
