import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressPieces, createResponseCache, etagOf } from '#service/app.ts';
import { smallMarket } from './small-market.ts';

const textOf = (bytes: Uint8Array): string => brotliDecompressSync(bytes).toString('utf8');

/** A body that counts how often it is made. */
function counted(pieces: readonly string[]) {
  const counter = { made: 0 };
  function* body() {
    counter.made++;
    yield* pieces;
  }
  return { counter, body };
}

const given = async () => {
  const state = await smallMarket();
  if (!state) throw new Error('no state');
  return state;
};

it('makes a body once, however many requests need it', async () => {
  const { counter, body } = counted(['{"★":', '1}']);
  const [state, answers] = [await given(), createResponseCache()];
  const wanted = { query: 'q', body };
  const ask = () => answers(etagOf(state, wanted), state, wanted);
  const all = [...(await Promise.all([ask(), ask(), ask()])), await ask()];
  expect(all.map(textOf)).toEqual(Array(4).fill('{"★":1}'));
  expect(counter.made).toBe(1);
});

it('makes two bodies at once, and the others in their turn', async () => {
  let running = 0;
  let most = 0;
  function* body() {
    most = Math.max(most, ++running);
    for (let at = 0; at < 5; at++) yield 'x'.repeat(200_000);
    running--;
  }
  const [state, answers] = [await given(), createResponseCache()];
  const tags = Array.from({ length: 12 }, (_, at) => `"${at}"`);
  await Promise.all(tags.map((tag) => answers(tag, state, { query: tag, body })));
  expect(most).toBe(2);
});

it('tries again after a failure', async () => {
  let isBroken = true;
  const body = function* () {
    yield '[';
    if (isBroken) throw new Error('broken');
    yield ']';
  };
  const [state, answers] = [await given(), createResponseCache()];
  const ask = () => answers('"tag"', state, { query: 'q', body });
  await expect(ask()).rejects.toThrow('broken');
  isBroken = false;
  expect(textOf(await ask())).toBe('[]');
});

it('drops old bodies, so that memory is bounded', async () => {
  const noise = randomBytes(500_000).toString('base64');
  const { counter, body } = counted([noise]);
  const [state, answers] = [await given(), createResponseCache(1_200_000)];
  const ask = (tag: string) => answers(tag, state, { query: tag, body });
  const { byteLength } = await ask('first');
  expect(byteLength * 3).toBeGreaterThan(1_200_000);
  for (const tag of ['second', 'third', 'first']) await ask(tag);
  expect(counter.made).toBe(4);
  await ask('third');
  expect(counter.made).toBe(4);
});

it('yields to the event loop before every batch of a long text', async () => {
  let turn = 0;
  let clock = setImmediate(function next() {
    turn++;
    clock = setImmediate(next);
  });
  const madeIn: number[] = [];
  function* body() {
    for (let at = 0; at < 20; at++) {
      madeIn.push(turn);
      yield `${at} ★ `.repeat(40_000);
    }
  }
  try {
    expect(textOf(await compressPieces(body()))).toBe([...body()].join(''));
  } finally {
    clearImmediate(clock);
  }
  expect(new Set(madeIn.slice(0, 20)).size).toBe(20);
});
