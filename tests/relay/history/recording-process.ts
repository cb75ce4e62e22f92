import { halfHoursPerDay } from '#relay/history/time.ts';
import { createStorageFile } from '#relay/store/storage-file.ts';

/** Records one half hour after the other, finishes days, and prints each recorded halfHour, until it is killed. */
const [path = '', start = '0'] = process.argv.slice(2);
const file = createStorageFile({ path }, Date.now);
for (let halfHour = Number(start); ; halfHour++) {
  if (halfHour % halfHoursPerDay === 0) await file.write(({ history }) => history.rollUp(halfHour));
  const prices = new Map(Array.from({ length: 500 }, (_, at) => [`Item ${at}`, halfHour + at]));
  const markets = new Map([['youpin', prices]]);
  await file.write(({ history }) => history.record(markets, { halfHour, isSteady: true }));
  process.stdout.write(`${halfHour}\n`);
}
