import { Miniflare } from 'miniflare';
import { expect, onTestFinished, test } from 'vitest';
import { openD1 } from '#relay/history/d1.ts';
import { openHistory } from '#relay/history/history.ts';
import { slotsPerDay } from '#relay/history/time.ts';
import { ReferenceHistory } from './reference.ts';

const firstSlot = 20_473 * slotsPerDay;
const names = Array.from({ length: 40 }, (_, at) => `Item ${at} | Finish (Factory New)`);
const noWaiting = async (): Promise<void> => undefined;

/** Prices of a slot: some change, some vanish. */
const pricesAt = (slot: number) =>
  new Map(
    names.flatMap((name, at) => ((slot + at) % 7 === 0 ? [] : [[name, 100 + at * 10 + ((slot * (at % 5)) % 9)]])),
  );

test('the same statements keep the same history in Cloudflare’s D1', async () => {
  const miniflare = new Miniflare({
    modules: true,
    script: 'export default { fetch: () => new Response() }',
    d1Databases: ['HISTORY'],
  });
  onTestFinished(() => miniflare.dispose());
  const database = openD1(await miniflare.getD1Database('HISTORY'));
  const reference = new ReferenceHistory();
  let history = await openHistory(database, 16, noWaiting);
  let slot = firstSlot;
  for (let look = 0; look < 40; look++) {
    slot += look % 4 === 3 ? 29 : 1;
    const markets = new Map([['youpin', pricesAt(slot)]]);
    reference.record(markets, slot);
    await history.record(markets, slot);
    if (look % 13 === 12) {
      reference.rollUp(slot);
      await history.rollUp(slot);
      history = await openHistory(database, 16, noWaiting);
    }
  }
  reference.rollUp(slot);
  await history.rollUp(slot);
  for (const item of names) {
    const answer = await history.read({ item, markets: ['youpin'], days: 30 }, slot);
    expect(answer?.['youpin'], item).toEqual(reference.read(item, 'youpin', 30, slot));
  }
});
