import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#protocol/price-api.ts';
import type { Snapshot } from '#relay/feeds/snapshot.ts';

const work = vi.hoisted(() => ({ now: 0, most: 0, hold: undefined as Promise<void> | undefined }));
type Compressor = typeof import('#relay/feeds/compressor.ts');

vi.mock(import('#relay/feeds/compressor.ts'), async (original) => {
  const counted =
    <A extends unknown[], R>(compress: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      work.most = Math.max(work.most, ++work.now);
      await work.hold;
      return compress(...args).finally(() => work.now--);
    };
  const { compress, compressDelta, archive, ...others }: Compressor = await original();
  const all = { compress: counted(compress), compressDelta: counted(compressDelta), archive: counted(archive) };
  return { ...others, ...all };
});

// Other files of this process have loaded the compressor as it is, and others will.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { parsePriceQuery, withinBounds } = await import('#relay/api/price-routes.ts');
const { inspectBody } = await import('#relay/feeds/body-thread.ts');
const { encodeBody, encodeDelta, snapshotFactory } = await import('#relay/feeds/snapshot.ts');
const { clientOf, stillDeps } = await import('../still-deps.ts');

beforeEach(() => Object.assign(work, { most: 0, hold: undefined }));

const publish = snapshotFactory(4);
const bodyOf = (seed: number, price = seed + 1) =>
  new TextEncoder().encode(
    JSON.stringify({
      updated_at: '2026-11-20T10:00:00.000Z',
      markets: ['buff163'],
      items: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`Item ${seed} ${at}`, { buff163: { price } }])),
    }),
  );
const next = (seed: number, before?: Snapshot) => publish({ bytes: bodyOf(seed), lastModified: seed }, before);

test('the bodies of a refresh are compressed one at a time', async () => {
  const first = await Promise.all([0, 1, 2, 3].map((seed) => next(seed)));
  for (const snapshot of first) for (const coding of ['br', 'gzip'] as const) await encodeBody(snapshot, coding);
  work.most = 0;
  const second = await Promise.all(first.map((snapshot, at) => next(10 + at, snapshot)));
  expect(second.map(({ encodedBodies, deltas }) => [encodedBodies.size, deltas.size])).toEqual(first.map(() => [2, 1]));
  expect(work.most).toBe(1);
});

test('what nobody asks for any more is not made again', async () => {
  const first = await next(0);
  for (const coding of ['br', 'gzip'] as const) await encodeBody(first, coding);
  const second = await next(1, first);
  await encodeBody(second, 'br');
  await encodeDelta(second, first.id);
  const third = await next(2, second);
  expect([[...third.encodedBodies.keys()], third.deltas.size]).toEqual([['br'], 2]);
  const fourth = await next(3, third);
  expect([fourth.encodedBodies.size, fourth.deltas.size]).toEqual([0, 0]);
});

test('a query with bounds does not wait for the compressions of a refresh', async () => {
  const { bounds } = parsePriceQuery('prices', '?markets=buff163&min=1', 2048);
  const ask = async (snapshot: Snapshot) => {
    const { cuts } = inspectBody(snapshot.bytes, endpoints.prices);
    return withinBounds({ createSnapshot: publish }, bounds, { snapshot, cuts });
  };
  const [first, another] = [await next(0), await next(1)];
  await encodeBody(await ask(first), 'br');
  await encodeBody(first, 'br');
  const held = Promise.withResolvers<void>();
  work.hold = held.promise;
  const refreshed = next(2, first);
  expect(Buffer.from(another.bytes).equals((await ask(another)).bytes)).toBe(true);
  held.resolve();
  await refreshed;
});

test.each(['/api/prices?markets=buff163&min=', '/api/histories?prefixes='])(
  'two answers of %s… are compressed at once: names are looked up by the same threads',
  async (target) => {
    const history = { read: async () => bodyOf(0), changes: () => undefined, version: () => 0 };
    const client = clientOf(stillDeps('http://127.0.0.1:9', { history, fetch: async () => new Response(bodyOf(0)) }));
    const ask = (at: string) =>
      client(`${target}${at}`, { headers: { 'Accept-Encoding': 'br', Origin: `chrome-extension://${at}` } });
    const answers = await Promise.all(['1', '10', '11', '100'].map(ask));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(work.most).toBe(2);
  },
);
