import { afterEach, expect, test } from 'vitest';
import type { SearchAnswer } from '#protocol/messages.ts';
import { close, query, settle } from '../screen.tsx';
import { answer, openFound, press, quote, type, vulcan } from './search-screen.tsx';

afterEach(close);

/** A search for "vulcan" that is not answered yet, below the answer to another query. */
async function openWaiting() {
  const env = await openFound();
  const next = Promise.withResolvers<SearchAnswer>();
  env.worker.search = () => next.promise;
  await type('vulcan');
  const found = async () => {
    next.resolve(answer({ names: [vulcan], quotes: [quote] }));
    await settle();
  };
  return { env, found };
}

test('the search says that it is busy until its answer is that of the typed query', async () => {
  const { found } = await openWaiting();
  expect(query('.search').ariaBusy).toBe('true');
  expect(await press('ArrowDown')).toBe(false);
  await found();
  expect(query('.search').ariaBusy).toBe('false');
});

test('Enter before the answer opens the item that the answer finds, once', async () => {
  const { env, found } = await openWaiting();
  await press('Enter');
  await press('Enter');
  expect(env.openedTabs).toEqual([]);
  await found();
  const asked = env.asked.filter(({ kind }) => kind === 'details').map(({ request }) => request);
  expect(asked).toEqual([{ name: vulcan }]);
  expect(env.openedTabs).toHaveLength(1);
});

test('Enter opens nothing of a query that the user has changed since', async () => {
  const { env, found } = await openWaiting();
  await press('Enter');
  await type('vulcan mw');
  await found();
  expect(query('.search').ariaBusy).toBe('false');
  expect(env.openedTabs).toEqual([]);
});
