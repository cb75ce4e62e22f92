import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import type { PageReport } from '#protocol/messages.ts';
import { createEnvironment } from './environment.ts';
import { click, close, field, open, openOptions, settle, text } from './screen.tsx';

afterEach(close);

const fine: PageReport = {
  site: 'csfloat',
  on: true,
  seen: 40,
  read: 39,
  priced: 38,
  drifted: false,
  reader: 'adapter',
};

test('a switch changes its own site and nothing else', async () => {
  const env = createEnvironment({ sites: { dmarket: false }, theme: 'dark' });
  await openOptions(env);
  const before = await env.store.loadSettings();
  await click(field('CSFloat'));
  expect(await env.store.loadSettings()).toEqual({ ...before, sites: { dmarket: false, csfloat: false } });
  expect(field('CSFloat').checked).toBe(false);
});

test('a switch keeps its position while an earlier one is being saved', async () => {
  const env = createEnvironment();
  const slow = Promise.withResolvers<void>();
  await openOptions(env);
  env.store.listeners.add(() => {
    env.store.writeDelay = slow.promise;
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

test('a switch that cannot be saved goes back, and the failure is shown', async () => {
  const env = createEnvironment();
  await openOptions(env);
  env.store.refuse = new Error('disk full');
  await click(field('CSFloat'));
  expect(field('CSFloat').checked).toBe(true);
  expect(text('[role="alert"]')).toContain('disk full');
  env.store.refuse = undefined;
  await click(field('CSFloat'));
  expect(field('CSFloat').checked).toBe(false);
  expect(text('[role="alert"]')).toBe('');
});

test('the theme is saved and applied', async () => {
  const env = await open(createEnvironment({ theme: 'light' }), 'settings');
  expect(document.documentElement.dataset['theme']).toBe('light');
  await click(field('Dark'));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect((await env.store.loadSettings()).theme).toBe('dark');
});

test.each<readonly [PageReport | undefined, string]>([
  [undefined, 'No supported marketplace in this tab.'],
  [fine, 'Cards with prices: 38 of 40.'],
  [{ ...fine, seen: 0, read: 0, priced: 0 }, 'No item cards on this page.'],
  [{ ...fine, read: 3, priced: 0, drifted: true }, 'CSFloat has changed: only 3 of 40 cards can be read'],
  [{ ...fine, reader: 'names' }, '38 of 40. Items are found by their names.'],
  [{ ...fine, on: false }, 'Prices are hidden on CSFloat.'],
])('the active tab: %o', async (report, words) => {
  const env = createEnvironment();
  env.page.report = report;
  await open(env);
  expect(text('.tab')).toContain(words);
});

test('the site of the active tab can be switched off', async () => {
  const env = createEnvironment();
  env.page.report = fine;
  await open(env);
  await click(field('Show prices here'));
  expect((await env.store.loadSettings()).sites).toEqual({ csfloat: false });
  expect(field('Show prices here').checked).toBe(false);
});

test('the report of the active tab updates while the popup is open', async () => {
  const env = await open(createEnvironment());
  env.page.report = fine;
  await act(() => env.clock.advance(3000));
  await settle();
  expect(text('.tab')).toContain('38 of 40');
});

test.each([
  ['popup', open],
  ['page of all settings', openOptions],
])('every control of the %s has a unique name', async (_, opened) => {
  const env = createEnvironment();
  env.page.report = fine;
  await opened(env);
  for (const tab of document.querySelectorAll<HTMLElement>('[role="tab"]')) await click(tab);
  const inputs = [...document.querySelectorAll('input')];
  const groupOf = (input: HTMLInputElement) =>
    input.type === 'radio' ? (input.closest('fieldset')?.querySelector('legend')?.textContent ?? '') : '';
  const nameOf = (input: HTMLInputElement) =>
    input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent.trim() ?? '';
  const names = inputs.map((input) => groupOf(input) + nameOf(input));
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});

test('Steam’s pages have the switch for what its balance becomes elsewhere, and no others', async () => {
  const env = createEnvironment();
  env.page.report = fine;
  await open(env);
  expect(document.querySelector('.cash')).toBeNull();
  await close();
  env.page.report = { ...fine, site: 'steam' };
  await open(env);
  await click(field('Cash ratio on Steam’s market'));
  expect((await env.store.loadSettings()).overlay.cash).toBe(true);
});
