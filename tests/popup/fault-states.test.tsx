// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { button, click, close, open, settle, text } from './screen.tsx';
import { createWorld, start, unreachable, working } from './world.ts';

afterEach(close);

test('the worker’s last word is shown before the worker has said anything, with its true age', async () => {
  const world = createWorld();
  world.worker.status = () => new Promise(() => undefined);
  world.last.status = { ...working, table: { version: 'a', asOf: start - 30 * 60_000, items: 7, badRows: 0 } };
  await open(world);
  expect(text('.verdict')).toBe('Working. Prices are up to date.');
  expect(text('.figures')).toContain('items7age of prices30 min');
});

test('what the worker says itself goes before its last word', async () => {
  const world = createWorld();
  world.last.status = { ...working, fault: unreachable, table: null };
  await open(world);
  await settle();
  expect(text('.verdict')).toBe('Working. Prices are up to date.');
});

test('without a last word nothing is claimed until the worker has answered', async () => {
  const world = createWorld();
  world.worker.status = () => new Promise(() => undefined);
  await open(world);
  expect(text('.verdict')).toBe('Looking…');
});

test('marketplaces that the browser keeps from us are named, those that are on, and lead to the welcome page', async () => {
  const world = createWorld({ sites: { dmarket: false } });
  world.shell.missing = [
    { id: 'csfloat', patterns: ['https://csfloat.com/*'] },
    { id: 'dmarket', patterns: ['https://dmarket.com/*'] },
  ];
  await open(world);
  expect(text('.access-note')).toContain('Your browser keeps Skinlens from CSFloat.');
  await click(button('Allow…'));
  expect(world.shell.welcomes).toBe(1);
});

test('with every page allowed nothing is said of it', async () => {
  await open(createWorld());
  expect(document.querySelector('.access-note')).toBeNull();
});

test('the welcome page can be had again', async () => {
  const world = createWorld();
  await open(world);
  await click(button('Setup in two steps'));
  expect(world.shell.welcomes).toBe(1);
});
