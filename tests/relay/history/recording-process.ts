import { createHistoryFile } from '#relay/history/history-file.ts';
import { slotsPerDay } from '#relay/history/time.ts';

/** Records one half hour after the other, finishes days, and prints each recorded slot, until it is killed. */
const [path = '', start = '0'] = process.argv.slice(2);
const file = createHistoryFile(path, Date.now);
for (let slot = Number(start); ; slot++) {
  if (slot % slotsPerDay === 0) await file.rollUp(slot);
  const prices = new Map(Array.from({ length: 500 }, (_, at) => [`Item ${at}`, slot + at]));
  await file.record(new Map([['youpin', prices]]), slot);
  process.stdout.write(`${slot}\n`);
}
