import { afterEach, expect, test } from 'vitest';
import { createEnvironment, start, unreachable, working } from './environment.ts';
import { button, click, close, open, settle, text } from './screen.tsx';

afterEach(close);

test('the last stored status is shown before the worker answers, with its current age', async () => {
  const env = createEnvironment();
  env.worker.status = () => new Promise(() => undefined);
  env.last.status = { ...working, table: { version: 'a', asOf: start - 30 * 60_000, items: 7, badRows: 0 } };
  await open(env);
  expect(text('.diagnosis')).toBe('Working. Prices are up to date.');
  expect(text('.figures')).toContain('items7age of prices30 min');
});

test('the worker’s answer replaces the stored status', async () => {
  const env = createEnvironment();
  env.last.status = { ...working, fault: unreachable, table: null };
  await open(env);
  await settle();
  expect(text('.diagnosis')).toBe('Working. Prices are up to date.');
});

test('blocked marketplaces that are on are named, with a button to the welcome page', async () => {
  const env = createEnvironment({ sites: { dmarket: false } });
  env.shell.missing = [
    { id: 'csfloat', patterns: ['https://csfloat.com/*'] },
    { id: 'dmarket', patterns: ['https://dmarket.com/*'] },
  ];
  await open(env);
  expect(text('.access-note')).toContain('Your browser blocks Skinlens on CSFloat.');
  await click(button('Allow…'));
  expect(env.shell.welcomes).toBe(1);
});

test('the welcome page can be opened again', async () => {
  const env = createEnvironment();
  await open(env, 'settings');
  await click(button('Set up relay and marketplaces'));
  expect(env.shell.welcomes).toBe(1);
});
