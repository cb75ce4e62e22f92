// @vitest-environment jsdom
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { PageReport } from '#protocol/messages.ts';
import { createEnvironment } from './environment.ts';
import { click, close, field, open, settle, text } from './screen.tsx';

afterEach(close);

const fine: PageReport = { site: 'csfloat', on: true, seen: 40, read: 39, priced: 38, drifted: false };

test('every site has a switch, on unless it was switched off', async () => {
  await open(createEnvironment({ sites: { dmarket: false } }));
  expect([field('CSFloat').checked, field('DMarket').checked]).toEqual([true, false]);
});

test('a switch changes its own site and nothing else', async () => {
  const env = createEnvironment({ sites: { dmarket: false }, theme: 'dark' });
  await open(env);
  const before = await env.store.loadSettings();
  await click(field('CSFloat'));
  expect(await env.store.loadSettings()).toEqual({ ...before, sites: { dmarket: false, csfloat: false } });
  expect(field('CSFloat').checked).toBe(false);
});

test('two quick switches are both kept', async () => {
  const env = createEnvironment();
  await open(env);
  await act(() => {
    field('CSFloat').click();
    field('DMarket').click();
  });
  await settle();
  expect((await env.store.loadSettings()).sites).toEqual({ csfloat: false, dmarket: false });
});

test('a switch stays as it was put while the one before it is being kept', async () => {
  const env = createEnvironment();
  const slow = Promise.withResolvers<void>();
  await open(env);
  env.store.listeners.add(() => {
    env.store.hold = slow.promise;
  });
  await act(() => {
    field('CSFloat').click();
    field('DMarket').click();
  });
  await settle();
  expect((await env.store.loadSettings()).sites).toEqual({ csfloat: false });
  expect([field('CSFloat').checked, field('DMarket').checked]).toEqual([false, false]);
  slow.resolve();
  await settle();
  expect((await env.store.loadSettings()).sites).toEqual({ csfloat: false, dmarket: false });
  expect([field('CSFloat').checked, field('DMarket').checked]).toEqual([false, false]);
});

test('a change made elsewhere shows', async () => {
  const env = createEnvironment();
  await open(env);
  await act(() => env.store.changeSettings((settings) => ({ ...settings, sites: { csfloat: false } })));
  expect(field('CSFloat').checked).toBe(false);
});

test('a switch that the browser does not keep goes back, and says so', async () => {
  const env = createEnvironment();
  await open(env);
  env.store.refuse = new Error('disk full');
  await click(field('CSFloat'));
  expect(field('CSFloat').checked).toBe(true);
  expect(text('[role="alert"]')).toContain('disk full');
  env.store.refuse = undefined;
  await click(field('CSFloat'));
  expect(field('CSFloat').checked).toBe(false);
  expect(text('[role="alert"]')).toBe('');
});

test('the theme is kept and applied', async () => {
  const env = createEnvironment({ theme: 'light' });
  await open(env);
  expect(document.documentElement.dataset['theme']).toBe('light');
  await click(field('Dark'));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect((await env.store.loadSettings()).theme).toBe('dark');
});

test.each<readonly [PageReport | undefined, string]>([
  [undefined, 'No supported marketplace in this tab.'],
  [fine, '40 cards: 39 read, 38 with prices.'],
  [{ ...fine, seen: 1, read: 1, priced: 1 }, '1 card: 1 read, 1 with prices.'],
  [{ ...fine, seen: 0, read: 0, priced: 0 }, 'No item cards on this page.'],
  [{ ...fine, read: 3, priced: 0, drifted: true }, 'CSFloat has changed: only 3 of 40 cards can be read'],
  [{ ...fine, on: false }, 'Prices are hidden on CSFloat.'],
])('this tab: %o', async (report, words) => {
  const env = createEnvironment();
  env.page.report = report;
  await open(env);
  expect(text('.tab')).toContain(words);
});

test('this tab’s site can be switched off right there', async () => {
  const env = createEnvironment();
  env.page.report = fine;
  await open(env);
  await click(field('Show prices here'));
  expect((await env.store.loadSettings()).sites).toEqual({ csfloat: false });
  expect(field('CSFloat').checked).toBe(false);
});

test('this tab is followed while the popup is open', async () => {
  const env = createEnvironment();
  await open(env);
  env.page.report = fine;
  await act(() => env.clock.advance(3000));
  await settle();
  expect(text('.tab')).toContain('40 cards');
});

test('every control has a name of its own', async () => {
  const env = createEnvironment();
  env.page.report = fine;
  await open(env);
  const inputs = [...document.querySelectorAll('input')];
  const groupOf = (input: HTMLInputElement) =>
    input.type === 'radio' ? (input.closest('fieldset')?.querySelector('legend')?.textContent ?? '') : '';
  const nameOf = (input: HTMLInputElement) =>
    input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent.trim() ?? '';
  const names = inputs.map((input) => groupOf(input) + nameOf(input));
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});

test('whom Skinlens talks to is named', async () => {
  await open(createEnvironment({ relay: { url: 'https://relay.example/' } }));
  expect(text('footer p')).toBe('Skinlens sends requests only to https://relay.example.');
});
