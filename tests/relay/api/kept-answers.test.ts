import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeptAnswers } from '#relay/api/client-limit.ts';
import type { HistoryQuery } from '#relay/history/read.ts';
import { clientOf, stillDeps } from '../still-deps.ts';

const nowhere = 'http://127.0.0.1:9';

test('a group of the past is read once until the next observation, whatever others it is asked with', async () => {
  const asked: string[] = [];
  let version = 1_700_000_000_000;
  const client = clientOf(
    stillDeps(nowhere, {
      history: {
        read: async (query: HistoryQuery) => {
          const prefix = 'prefix' in query ? query.prefix : '';
          asked.push(prefix);
          return new TextEncoder().encode(JSON.stringify(prefix));
        },
        changes: () => undefined,
        version: () => version,
      },
    }),
  );
  const read = async (prefixes: string) => (await client(`/api/histories?prefixes=${prefixes}`)).json();
  expect(await read('00,01')).toEqual(['00', '01']);
  expect(await read('01,11')).toEqual(['01', '11']);
  expect(asked).toEqual(['00', '01', '11']);
  const { headers } = await client('/api/histories?prefixes=00');
  expect(headers.get('last-modified')).toBe(new Date(version).toUTCString());
  version++;
  await read('01');
  expect(asked).toEqual(['00', '01', '11', '01']);
});

test('one group at a time goes to the disk’s thread, where others’ lists and prices would wait for all', async () => {
  let [reading, most] = [0, 0];
  const read = async () => {
    most = Math.max(most, ++reading);
    await setImmediate();
    reading--;
    return new TextEncoder().encode('{}');
  };
  const client = clientOf(stillDeps(nowhere, { history: { read, changes: () => undefined, version: () => 0 } }));
  await Promise.all(['00,01', '10,11'].map((prefixes) => client(`/api/histories?prefixes=${prefixes}`)));
  expect(most).toBe(1);
});

test('the owner’s notices are made once a change, and not for each request', async () => {
  const row = { site: 'waxpeer.com', off: 'site' as const, why: 'Wrong.' };
  const world = { now: 1_800_000_000_000, own: [row] };
  const client = clientOf(stillDeps(nowhere, { now: () => world.now, ownNotices: () => world.own }));
  const madeAt = async () => (await client('/api/notices')).headers.get('last-modified');
  const first = await madeAt();
  world.now += 60_000;
  expect(await madeAt()).toBe(first);
  world.own = [{ ...row, why: 'Still wrong.' }];
  expect(await madeAt()).not.toBe(first);
});

test('small answers to ever new questions take room as well', async () => {
  const keep = createKeptAnswers<string>(30_000, ({ length }) => length);
  let made = 0;
  const ask = (question: string) => keep(question, async () => `answer ${++made}`);
  for (let at = 0; at < 20; at++) await ask(`${at} ${'x'.repeat(1000)}`);
  await ask(`19 ${'x'.repeat(1000)}`);
  expect(made).toBe(20);
  await ask(`0 ${'x'.repeat(1000)}`);
  expect(made).toBe(21);
});
