import { expect, test, vi } from 'vitest';
import { tempFolder } from '../temp-folder.ts';

/** What Node does in threads of its own ends at a time that nobody knows: here it is done at once, or left out. */
vi.mock('node:zlib', async (actual) => {
  const asIs = (bytes: Uint8Array, ...given: unknown[]) =>
    (given.at(-1) as (error: null, bytes: Uint8Array) => void)(null, bytes);
  const { PassThrough } = await import('node:stream');
  return {
    ...(await actual<typeof import('node:zlib')>()),
    ...{ brotliCompress: asIs, gzip: asIs, zstdCompress: asIs, zstdDecompress: asIs },
    createBrotliCompress: () => new PassThrough(),
  };
});
vi.mock('node:timers/promises', () => ({
  setImmediate: () => new Promise((resolve) => setImmediate(resolve)),
  setTimeout: (ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      setTimeout(() => resolve(value), ms);
      signal?.addEventListener('abort', () => reject(signal.reason));
    }),
}));

vi.mock('webextension-polyfill', async () => ({ default: (await import('./globals.ts')).browser }));

await import('./globals.ts');
const { liveWorld } = await import('./world.ts');
const { registerMain } = await import('#worker/load-main.ts');

const { WORLD_SEEDS: given, WORLD_DAYS: days } = process.env;
const seeds = (given ?? '1,2,3').split(',').map(Number);

registerMain((await import('#worker/main.ts')).startMain);
const live = async (seed: number, days: number) => liveWorld(seed, days, await tempFolder());

test.each(seeds)('all invariants hold in the world of seed %i', async (seed) => {
  const { failures, events, digest } = await live(seed, Number(days ?? 5));
  expect(failures, `seed ${seed}, the last events:\n${events.join('\n')}\n`).toEqual([]);
  if (given !== undefined) console.info(`the world of seed ${seed} ends as ${digest}`);
});

test('a seed repeats its world to the byte', async () => {
  expect(await live(4, 1)).toEqual(await live(4, 1));
});
