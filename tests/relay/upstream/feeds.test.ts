import { expect, test } from 'vitest';
import { readQuery } from '#relay/http/query.ts';
import { defaultLimits } from '#relay/limits.ts';
import { createPublish } from '#relay/snapshot/snapshot.ts';
import { nodeCompressor } from '#relay/snapshot/zlib-compressor.ts';
import { type Bodies, inlineBodies } from '#relay/upstream/body.ts';
import { createData, type DataParts } from '#relay/upstream/feeds.ts';
import { stillParts } from '../parts.ts';

const body = JSON.stringify({ updated_at: '2026-11-20T10:00:00.000Z', markets: [], items: { a: {} } });
const query = (search: string) => readQuery('prices', search, 2048);

const makeData = (more: Partial<DataParts> = {}) =>
  createData({
    ...stillParts('https://price.example', { fetch: async () => new Response(body) }),
    publish: createPublish(nodeCompressor, 4),
    ...more,
  });

test('data that were put aside while upstream was asked do not push out those that took their place', async () => {
  const slow = Promise.withResolvers<Response>();
  const answers = [slow.promise];
  const data = makeData({
    limits: { ...defaultLimits, maxFeeds: 1 },
    fetch: () => answers.shift() ?? Promise.resolve(new Response(body)),
  });
  const first = data.prices(query(''));
  const asked = first.read();
  await data.prices(query('?markets=steam')).read();
  const second = data.prices(query(''));
  slow.resolve(new Response(body));
  await asked;
  expect(data.prices(query(''))).toBe(second);
});

/** Bodies of which each cut waits for its turn. */
function slowBodies(): { bodies: Bodies; release: () => void; waiting: () => number } {
  const waiting: (() => void)[] = [];
  return {
    waiting: () => waiting.length,
    release: () => waiting.shift()?.(),
    bodies: {
      ...inlineBodies,
      async narrow(...asked) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return inlineBodies.narrow(...asked);
      },
    },
  };
}

test('so many cuts are in the making at once, more are 429; the same one again is no more', async () => {
  const { bodies, release, waiting } = slowBodies();
  const data = makeData({ limits: { ...defaultLimits, maxCutsAtOnce: 2 }, bodies });
  const answer = await data.prices(query('')).read();
  const cut = (min: number) => data.cut(query(`?min=${min}`), answer);
  const cuts = [cut(1), cut(2), cut(2)];
  expect(() => cut(3)).toThrow(expect.objectContaining({ status: 429, headers: { 'Retry-After': '1' } }));
  expect(waiting()).toBe(2);
  release();
  await cuts[0];
  const third = cut(3);
  release();
  release();
  await Promise.all([...cuts, third]);
});
