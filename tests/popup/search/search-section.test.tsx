import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { SearchAnswer } from '#protocol/messages.ts';
import { createEnvironment, start } from '../environment.ts';
import { click, close, open, query, settle, text } from '../screen.tsx';
import {
  activeRow,
  answer,
  asking,
  doppler,
  input,
  links,
  openFound,
  press,
  push,
  quote,
  redline,
  rows,
  type,
  vulcan,
} from './search-screen.tsx';

afterEach(close);

test('shows found items with three prices and liquidity', async () => {
  await openFound();
  expect(rows()).toHaveLength(2);
  expect(rows()[0]?.textContent).toBe(`${redline}☆$12.34$11.00No price`);
  expect(rows()[0]?.querySelectorAll('.sign')).toHaveLength(3);
  expect(query('.price .sign').ariaLabel).toBe('BUFF163');
  expect(rows()[1]?.textContent).toContain('No price');
  expect(query('.liquidity').getAttribute('aria-label')).toContain('93');
  expect(document.querySelector('.doubtful')).toBeNull();
});

test('warms up the worker when the popup opens, and sends no search before typing', async () => {
  const env = await open(createEnvironment());
  await act(() => input().focus());
  expect(env.asked.filter(({ kind }) => kind === 'search').map(({ request }) => request)).toEqual([
    { query: '', limit: 1 },
  ]);
});

test('rows say outliers, prices of any phase, samples and an unusual age', async () => {
  const table = { version: 'a', asOf: start - 600 * 60_000, sample: true };
  await openFound({ names: [doppler], quotes: [asking({ inflated: true }, table.asOf)], table });
  for (const words of ['any phase', '⚠ outlier', '10 h', 'sample prices'])
    expect(rows()[0]?.textContent).toContain(words);
  expect(document.querySelectorAll('.doubtful')).toHaveLength(2);
});

test('prices are in the chosen currency if it has a rate, else in dollars', async () => {
  const currency = { show: 'fixed', code: 'EUR' };
  await openFound({}, { currency, rates: { EUR: 0.5 } });
  expect(text('.price')).toContain('€6.17');
  await close();
  await openFound({}, { currency });
  expect(text('.price')).toContain('$12.34');
});

test('arrow keys move through the rows in a circle, and the field names the active row', async () => {
  await openFound();
  expect(activeRow()).toContain('Redline');
  expect(await press('ArrowDown')).toBe(true);
  expect(activeRow()).toContain('Vulcan');
  await press('ArrowDown');
  expect(activeRow()).toContain('Redline');
  await press('ArrowUp');
  expect(activeRow()).toContain('Vulcan');
  expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'true']);
});

test('Enter opens the item on every market with a link, and shows the links', async () => {
  const env = await openFound();
  await press('ArrowDown');
  expect(env.openedTabs).toEqual([]);
  await press('Enter');
  expect(env.asked.at(-1)).toEqual({ kind: 'details', request: { name: vulcan } });
  expect(env.openedTabs).toEqual([['https://buff.163.com/goods/1', 'https://csfloat.com/search?x=1']]);
  expect(text('.links')).toBe('All markets and historyAlert…Open onBUFF163CSFloat');
  for (const link of document.querySelectorAll('.links a')) expect(link.getAttribute('rel')).toContain('noreferrer');
});

test('prices and links that the worker learns later are shown in the opened row, and stay when it does not answer', async () => {
  const env = await openFound();
  env.worker.details = async () => [{ market: 'buff163' }];
  await click(rows()[0] as HTMLElement);
  expect(text('.links')).toContain('No market has a link');
  env.worker.details = async () => links;
  env.worker.search = async () => answer({ quotes: [asking({ buff163: 99 }), null] });
  await push(env);
  expect(text('.price')).toContain('$0.99');
  expect(text('.links')).toContain('BUFF163');
  env.worker.details = () => Promise.reject(new Error('gone'));
  await push(env);
  expect(text('.links')).toContain('BUFF163');
});

test('a click on a row shows its links, and a click on a link keeps them', async () => {
  await openFound();
  await click(rows()[1] as HTMLElement);
  expect(activeRow()).toContain('Vulcan');
  expect(text('.links')).toContain('BUFF163');
  await act(() => query('.links').click());
  expect(text('.links')).toContain('BUFF163');
});

test('Escape clears the field, and has its default action in an empty field', async () => {
  await openFound();
  expect(await press('Escape')).toBe(true);
  expect(input().value).toBe('');
  expect(rows()).toHaveLength(0);
  expect(await press('Escape')).toBe(false);
});

test('one request runs at a time, and answers to outdated queries are dropped', async () => {
  const env = createEnvironment();
  const answers: PromiseWithResolvers<SearchAnswer>[] = [];
  env.worker.search = () => {
    const next = Promise.withResolvers<SearchAnswer>();
    answers.push(next);
    return next.promise;
  };
  await open(env);
  // The one that warms up the worker.
  answers.shift();
  for (const typed of ['a', 'ak', 'ak v']) await type(typed);
  expect(answers).toHaveLength(1);
  expect(text('.search-status')).toBe('Searching…');
  answers[0]?.resolve(answer({ names: [redline], quotes: [quote] }));
  await settle();
  expect(rows()).toHaveLength(0);
  expect(env.asked.at(-1)?.request).toEqual({ query: 'ak v', limit: 20 });
  answers[1]?.resolve(answer({ names: [vulcan], quotes: [quote] }));
  await settle();
  expect(activeRow()).toContain('Vulcan');
});

const problems: readonly (readonly [string, SearchAnswer | undefined, string])[] = [
  ['nothing found', answer({ names: [], quotes: [] }), 'No item matches all these words.'],
  ['no names yet', { state: 'unavailable', reason: 'none' }, 'There are no item names to search yet'],
  ['no room for names', { state: 'unavailable', reason: 'storage' }, 'The browser does not save the item names'],
  ['no worker', undefined, 'The Skinlens background process does not respond.'],
];

test.each(problems)('%s is explained in words', async (_, found, words) => {
  const env = createEnvironment();
  env.worker.search = async () => found ?? Promise.reject(new Error('gone'));
  await open(env);
  await type('x');
  expect(text('.search-status')).toContain(words);
  expect(input().getAttribute('aria-expanded')).toBe('false');
});

test('a query in the page’s address is searched at once', async () => {
  const env = createEnvironment();
  env.worker.search = async () => answer();
  await open({ ...env, deps: { ...env.deps, query: 'ak redl' } });
  expect(input().value).toBe('ak redl');
  expect(rows()).toHaveLength(2);
});
