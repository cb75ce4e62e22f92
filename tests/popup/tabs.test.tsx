import axe from 'axe-core';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { createEnvironment, start, working } from './environment.ts';
import { button, click, close, open, press, query, text } from './screen.tsx';

afterEach(close);

const chosen = (): string => query('[role="tab"][aria-selected="true"]').textContent;
const shown = () =>
  [...document.querySelectorAll('[role="tabpanel"]:not([hidden])')].map((panel) =>
    panel.getAttribute('aria-labelledby'),
  );

test('the popup opens at what is now, and a click opens another tab', async () => {
  await open(createEnvironment());
  expect([chosen(), shown()]).toEqual(['Now', ['tab-now']]);
  await click(query('#tab-settings'));
  expect([chosen(), shown()]).toEqual(['Settings', ['tab-settings']]);
});

test.each([
  ['ArrowRight', ['Watch', 'Settings', 'Now']],
  ['ArrowLeft', ['Settings', 'Watch', 'Now']],
  ['End', ['Settings', 'Settings']],
  ['Home', ['Now']],
  ['a', ['Now']],
])('%s moves choice and focus to %o', async (key, names) => {
  await open(createEnvironment());
  query('#tab-now').focus();
  for (const name of names) {
    await press(document.activeElement, key);
    expect([chosen(), document.activeElement?.textContent]).toEqual([name, name]);
  }
});

test('only the chosen tab is a stop of the Tab key', async () => {
  await open(createEnvironment(), 'watch');
  expect([...document.querySelectorAll('[role="tab"]')].map((tab) => tab.getAttribute('tabindex'))).toEqual([
    '-1',
    '0',
    '-1',
  ]);
});

test('what was typed is still there after a look at another tab', async () => {
  await open(createEnvironment());
  const field = () => query('.query') as HTMLInputElement;
  await act(() => {
    field().value = 'ak redl';
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
  await click(query('#tab-watch'));
  await click(query('#tab-now'));
  expect(field().value).toBe('ak redl');
});

test.each(['now', 'watch', 'settings'] as const)('axe finds nothing in the tab %s', async (tab) => {
  await open(createEnvironment(), tab);
  // Contrast needs a real layout: the end-to-end tests check it.
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

afterEach(close);

test('the last stored status is shown before the worker answers, with its current age', async () => {
  const env = createEnvironment();
  env.worker.status = () => new Promise(() => undefined);
  env.last.status = { ...working, table: { version: 'a', asOf: start - 30 * 60_000, items: 7, badRows: 0 } };
  await open(env);
  expect(text('.diagnosis')).toBe('Working. Prices are up to date.');
  expect(text('.figures')).toContain('items7age of prices30 min');
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
  const env = await open(createEnvironment(), 'settings');
  await click(button('Set up relay and marketplaces'));
  expect(env.shell.welcomes).toBe(1);
});
