import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { RefreshAnswer, Status } from '#protocol/messages.ts';
import { createEnvironment, start, unreachable, working } from '../environment.ts';
import { button, click, close, open, openOptions, query, settle, text } from '../screen.tsx';

afterEach(close);

const failed: Status = { ...working, fault: unreachable, lastCheck: { at: start - 12_000, outcome: 'failed' } };
const outcome = 'footer .outcome';

test('a working relay is a dot and an age, and its figures on request; a fault is told first', async () => {
  const env = await open(createEnvironment());
  expect(text('.live summary.good')).toBe('4 minWorking. Prices are up to date.');
  expect(document.querySelector('.status')).toBeNull();
  env.worker.status = async () => failed;
  for (const push of env.pushes) push();
  await settle();
  expect(query('#panel-now section').className).toBe('status warn');
  env.worker.status = async () => working;
  for (const push of env.pushes) push();
  await settle();
  expect(text('.diagnosis')).toBe('Working. Prices are up to date.');
  expect(text('.figures')).toBe('items36,592age of prices4 minnext checkin 26 min');
  expect(text('.checked')).toContain('Checked 12 s ago: unchanged');
});

test('a failed check keeps the stored table’s figures', async () => {
  const env = createEnvironment();
  env.worker.status = async () => failed;
  await open(env);
  expect(text('.diagnosis')).toBe('No relay answers at http://localhost:8787.');
  expect(text('.advice')).toContain('the stored prices stay in use');
  expect(text('.figures')).toContain('items36,592');
  expect(text('.live')).toContain('TypeError: Failed to fetch');
});

test('an old relay and a newer release are told of, and prices go on', async () => {
  const env = createEnvironment();
  env.worker.status = async () => ({ ...working, relayVersion: '0.0.9', newer: '0.3.0' });
  await open(env);
  expect(text('.diagnosis')).toBe('The relay is version 0.0.9, this extension needs 0.1.0.');
  expect(text('.figures')).toContain('items36,592');
  expect(text('.live')).toContain('Version 0.3.0 of Skinlens is out.');
});

test('ages count up every second', async () => {
  const env = await open(createEnvironment());
  await act(() => env.clock.advance(61_000));
  expect(text('.figures')).toContain('5 min');
  expect(text('.figures')).toContain('in 24 min');
  expect(text('.checked')).toContain('Checked 1 min ago');
});

test('a push of the worker updates the status at once', async () => {
  const env = await open(createEnvironment());
  const table = { version: 'b', asOf: start, items: 7, badRows: 2 };
  const storageProblem = 'QuotaExceededError';
  env.worker.status = async () => ({ ...working, table, storageProblem, relayName: 'Anna’s <b>kitchen</b>' });
  for (const push of env.pushes) push();
  await settle();
  expect(text('.figures')).toContain('items7');
  expect(text('.note.warn')).toContain('(QuotaExceededError)');
  expect(text('.live')).toContain('Relay: Anna’s <b>kitchen</b>');
  expect(text('.live')).toContain('2 rows of the relay’s price list are unusable');
});

test('a missing answer of the worker is shown until it answers again', async () => {
  const env = createEnvironment();
  env.worker.status = async () => Promise.reject(new Error('gone'));
  await open(env);
  expect(text('.diagnosis')).toBe('The Skinlens background process does not respond.');
  env.worker.status = async () => working;
  await act(() => env.clock.advance(3000));
  await settle();
  expect(text('.diagnosis')).toBe('Working. Prices are up to date.');
});

test('closing the popup stops all timers and listeners', async () => {
  const env = await open(createEnvironment());
  expect(env.clock.ticking.size).toBeGreaterThan(0);
  expect(env.pushes.size).toBeGreaterThan(0);
  await close();
  expect(env.clock.ticking.size).toBe(0);
  expect(env.pushes.size).toBe(0);
  expect(env.store.listeners.size).toBe(0);
});

const news: Status = { ...working, table: { version: 'b', asOf: start, items: 8, badRows: 0 } };
const refreshes: readonly (readonly [RefreshAnswer, string])[] = [
  [{ outcome: 'new', status: news }, 'New prices for 8 items.'],
  [{ outcome: 'unchanged', status: working }, 'There are no newer prices yet.'],
  [{ outcome: 'failed', status: failed }, 'Refresh failed.'],
];

test.each(refreshes)('Refresh reports %o', async (answer, words) => {
  const env = await open(createEnvironment());
  env.worker.refresh = async () => answer;
  env.worker.status = async () => answer.status;
  await click(button('Refresh'));
  expect(text(outcome)).toBe(words);
  expect(text('.figures')).toContain(`items${answer.status.table?.items.toLocaleString('en-US')}`);
});

test('Refresh shows that it runs and sends no second request', async () => {
  const env = await open(createEnvironment());
  const slow = Promise.withResolvers<RefreshAnswer>();
  env.worker.refresh = () => slow.promise;
  await click(button('Refresh'));
  await click(button('Checking…'));
  expect(env.asked.filter(({ kind }) => kind === 'refresh')).toHaveLength(1);
  slow.resolve({ outcome: 'unchanged', status: working });
  await settle();
  expect(button('Refresh').getAttribute('aria-disabled')).toBe('false');
});

test('a refresh without an answer ends with a message', async () => {
  const env = await open(createEnvironment());
  env.worker.refresh = () => Promise.reject(new Error('no answer within 30000 ms'));
  await click(button('Refresh'));
  expect(text(outcome)).toBe('Refresh failed. The Skinlens background process did not respond. Try again.');
  expect(button('Refresh').getAttribute('aria-disabled')).toBe('false');
});

test('the result of a refresh disappears after the worker’s next check', async () => {
  const env = await open(createEnvironment());
  await click(button('Refresh'));
  expect(text(outcome)).not.toBe('');
  env.worker.status = async () => ({ ...working, lastCheck: { at: start + 1000, outcome: 'new' } });
  await act(() => env.clock.advance(3000));
  await settle();
  expect(text(outcome)).toBe('');
});

test('results are announced in live regions that exist from the start', async () => {
  const env = createEnvironment();
  await openOptions(env);
  const regions = [...document.querySelectorAll('[aria-live="polite"]:is(.status > .outcome, .relay > .outcome)')];
  expect(regions).toHaveLength(2);
  expect(text('.status details')).toContain('items36,592');
  await click(button('Refresh'));
  await click(button('Test'));
  expect(regions.map((region) => region.isConnected && region.textContent !== '')).toEqual([true, true]);
});

test('samples are asked for anew once when the popup opens, and other prices are not', async () => {
  const env = createEnvironment();
  const refreshes = () => env.asked.filter(({ kind }) => kind === 'refresh').length;
  await open(env);
  expect(refreshes()).toBe(0);
  const table = { version: 'a', asOf: start, items: 9, badRows: 0, sample: true };
  env.worker.status = async () => ({ ...working, table });
  await act(() => env.clock.advance(9000));
  await settle();
  expect(refreshes()).toBe(1);
});
