import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listen } from '#protocol/node-server.ts';
import { createBegin304 } from '#relay/head.ts';
import { sleep } from './world.ts';

/** A server that answers everything with these headers; asks it by one connection. */
async function startServer(headers: () => Record<string, string>, now: () => number = Date.now) {
  const begin = createBegin304(now);
  const { url, close } = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch: () => new Response('not straight'),
    direct: (_, outgoing) => {
      begin(outgoing, headers());
      outgoing.end();
      return true;
    },
  });
  onTestFinished(() => close(0));
  return async () => {
    const got = await fetch(url, { headers: { 'If-None-Match': '*' } });
    return `${got.status} ${got.headers.get('Age')} ${got.headers.get('Connection')}`;
  };
}

const nextSecond = (): Promise<void> => sleep(1010 - (Date.now() % 1000));

// Each test then has the second that it needs.
beforeEach(nextSecond);

test('a head is kept for its headers, and made anew in the next second', async () => {
  const headers = { Age: '1' };
  const ask = await startServer(() => headers);
  expect(await ask()).toBe('304 1 keep-alive');
  headers.Age = 'changed, which tells what was kept';
  expect(await ask()).toBe('304 1 keep-alive');
  await nextSecond();
  expect(await ask()).toBe(`304 ${headers.Age} keep-alive`);
});

test('other headers have a head of their own', async () => {
  let age = 0;
  const ask = await startServer(() => ({ Age: String(++age) }));
  expect([await ask(), await ask()]).toEqual(['304 1 keep-alive', '304 2 keep-alive']);
});

test('a head is not kept with a Date that is another second', async () => {
  const headers = { Age: '1' };
  const ask = await startServer(
    () => headers,
    () => Date.now() + 2000,
  );
  await ask();
  headers.Age = '2';
  expect(await ask()).toBe('304 2 keep-alive');
});
