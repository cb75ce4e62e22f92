import axe from 'axe-core';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import type { MarketId } from '#core/prices/markets.ts';
import { settingFields } from '#core/settings/settings.ts';
import { settingHint, settingLabel } from '#popup/settings/setting-words.ts';
import { createEnvironment, unreachable, working } from '../environment.ts';
import {
  button,
  click,
  close,
  field,
  fill,
  leave,
  open,
  openOptions,
  press,
  query,
  settle,
  text,
  type,
} from '../screen.tsx';
import { opened, problemOf, selling } from './settings-screen.ts';

afterEach(close);

/** Values with which every setting is shown. */
const everything = {
  currency: { show: 'fixed', code: 'BRL' },
  rates: { BRL: 5.4 },
  coinUsd: 0.66,
  siteCoinUsd: { empire: 0.61 },
};

describe('the settings of the schema', () => {
  test('are all shown, each with its own label', async () => {
    await opened(everything);
    const labels = settingFields.map(({ name }) => settingLabel(name));
    for (const { name, control } of settingFields) {
      if (control.kind === 'internal') continue;
      expect(settingLabel(name), name).not.toBe(name);
      if (['relay', 'sites', 'coin'].includes(control.kind)) continue;
      const said = query('.settings').textContent;
      expect(said, name).toContain(settingLabel(name));
      expect(said, name).toContain(settingHint(name));
    }
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('have no axe violations', async () => {
    await opened(everything);
    for (const part of document.querySelectorAll('details')) part.open = true;
    await settle();
    // Contrast needs a real layout: the end-to-end tests check it.
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    const ours = violations.filter(({ id }) => !['region', 'page-has-heading-one', 'landmark-one-main'].includes(id));
    expect(ours.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
});

test('the chosen markets say how many are loaded, until all are', async () => {
  const env = createEnvironment({ markets: ['buff163', 'steam', 'skins'] });
  let waiting: readonly MarketId[] = ['steam', 'skins'];
  env.worker.status = async () => ({ ...working, waiting });
  await openOptions(env);
  expect(text('.markets-progress')).toBe('Steam … 1 of 3 markets loaded');
  waiting = [];
  await act(() => env.clock.advance(3000));
  await settle();
  expect(text('.markets-progress')).toBe('');
});

describe('a number', () => {
  test('is saved when its field loses the focus, and nothing else changes', async () => {
    const env = await opened({ deals: { on: true } });
    const before = await env.store.loadSettings();
    await fill('Prices are old after', ' 45,5 ');
    expect(await env.store.loadSettings()).toEqual({ ...before, freshness: { staleMinutes: 45.5 } });
    expect(field('Prices are old after').value).toBe('45.5');
  });

  test('is saved soon after the last key, because a popup may close before its field loses the focus', async () => {
    const env = await opened();
    await type('Prices are old after', '4');
    await act(() => env.clock.advance(300));
    await type('Prices are old after', '45');
    await act(() => env.clock.advance(500));
    expect((await env.store.loadSettings()).freshness.staleMinutes).toBe(90);
    await act(() => env.clock.advance(200));
    await settle();
    expect((await env.store.loadSettings()).freshness.staleMinutes).toBe(45);
  });

  test.each(['Prices are old after', 'CSFloat: Selling', 'Same for all: Selling'])(
    '%s: is saved at once by Enter, and by no other key',
    async (label) => {
      const env = await opened();
      const before = await env.store.loadSettings();
      await type(label, '4');
      await press(field(label), '5');
      expect(await env.store.loadSettings()).toEqual(before);
      await press(field(label), 'Enter');
      expect(await env.store.loadSettings()).not.toEqual(before);
    },
  );

  test.each([
    ['Prices are old after', '0', 'Allowed: more than 0, up to 10,080.'],
    ['Prices are old after', '10081', 'Allowed: more than 0, up to 10,080.'],
    ['Prices are old after', 'soon', 'Enter a number'],
    ['Prices are old after', '', 'Enter a number'],
    ['Minimum discount', '100', 'Allowed: more than 0, less than 100.'],
    ['Minimum price', '-1', 'Allowed: from 0.'],
    ['CSGORoll: value of a coin', '0', 'Allowed: more than 0, less than 1,000,000,000.'],
    ['Steam: Selling', '100', 'Allowed: from 0, less than 100.'],
    ['Steam: Selling', '$100.01', 'Allowed: from 0, up to 100.'],
    ['Steam: Selling', '-1', 'Allowed: from 0, less than 100.'],
  ])('%s: "%s" shows a problem at its field and is not saved', async (label, typed, words) => {
    const env = await opened();
    const before = await env.store.loadSettings();
    await type(label, typed);
    await act(() => env.clock.advance(5000));
    await leave(label);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(problemOf(label)).toContain(words);
    expect(field(label).value).toBe(typed);
    expect(await env.store.loadSettings()).toEqual(before);
    await type(label, '5');
    expect(problemOf(label)).toBe('');
  });

  test('that is optional is removed by emptying its field', async () => {
    const env = await opened({ coinUsd: 0.66, fees: { markets: { steam: selling(15), csfloat: selling(2) } } });
    expect(field('CSGORoll: value of a coin').value).toBe('0.66');
    await fill('CSGORoll: value of a coin', '');
    for (const stage of ['Selling', 'Buying or paying in']) {
      await fill(`Steam: ${stage}`, '');
    }
    const { coinUsd, fees } = await env.store.loadSettings();
    expect(coinUsd).toBeNull();
    expect(fees.markets).toEqual({ csfloat: selling(2) });
  });
});

describe('choices', () => {
  test('are saved one by one', async () => {
    const env = await opened();
    const before = await env.store.loadSettings();
    await click(field('Compact'));
    expect(await env.store.loadSettings()).toEqual({ ...before, overlay: { ...before.overlay, density: 'compact' } });
    expect(field('Compact').checked).toBe(true);
    expect(field('Normal').checked).toBe(false);
  });

  test('show the currency list only for a fixed currency', async () => {
    const env = await opened();
    expect(document.querySelector('#setting-currency-code')).toBeNull();
    await click(field('fixed'));
    const select = query('#setting-currency-code');
    if (!(select instanceof HTMLSelectElement)) throw new Error('no list of currencies');
    await act(() => {
      select.value = 'GBP';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await settle();
    expect((await env.store.loadSettings()).currency).toEqual({ show: 'fixed', code: 'GBP' });
  });

  test('fees are saved apart from the switch that applies them', async () => {
    const env = await opened();
    await fill('CSFloat: Selling', '2');
    expect((await env.store.loadSettings()).fees).toMatchObject({
      confirmed: false,
      markets: { csfloat: { selling: selling(2).selling } },
    });
    await click(field('Show net prices and costs after these fees'));
    expect((await env.store.loadSettings()).fees).toMatchObject({ confirmed: true });
  });
});

describe('hidden overlays', () => {
  test('are mentioned first in the popup, with a button that shows them again', async () => {
    const env = await open(createEnvironment({ hidden: true }));
    expect(text('.hidden-note')).toContain('All overlays are hidden.');
    expect(query('#panel-now').querySelector('section')?.textContent).toContain('All overlays are hidden.');
    await click(button('Show'));
    expect((await env.store.loadSettings()).hidden).toBe(false);
    expect(text('.hidden-note')).toBe('');
  });
});

describe('the page of all settings', () => {
  test('links to each of its parts', async () => {
    await opened();
    const parts = [...document.querySelectorAll('nav a')].map((link) => [link.getAttribute('href'), link.textContent]);
    const sections = [...document.querySelectorAll('.settings > section')];
    expect(parts).toEqual(sections.map(({ id, firstElementChild }) => [`#${id}`, firstElementChild?.textContent]));
    expect(parts.length).toBeGreaterThan(10);
  });

  test('moves the focus to the part for which it was opened', async () => {
    // jsdom has no layout, so it cannot scroll.
    Element.prototype.scrollIntoView = () => undefined;
    await openOptions(createEnvironment(), 'fees');
    expect(document.activeElement?.id).toBe('fees');
  });
});

describe('the popup', () => {
  test('has the settings that are changed often, and a link to all of them', async () => {
    const env = await open(createEnvironment(everything), 'settings');
    const said = query('.settings').textContent;
    const isSaid = ({ name }: (typeof settingFields)[number]) => said.includes(settingLabel(name));
    expect(settingFields.flatMap((one) => (isSaid(one) ? one.name : [])).join(' ')).toBe(
      'markets currency.show currency.code overlay.density overlay.difference overlay.net deals.on theme',
    );
    expect(query('footer a').getAttribute('href')).toBe('options.html');
    await click(field('Money'));
    expect((await env.store.loadSettings()).overlay.difference).toBe('money');
  });

  test('links to the relay’s settings when prices cannot come, with stored ones too, and only then', async () => {
    const link = () => document.querySelector('.status a')?.getAttribute('href');
    const unanswered = createEnvironment();
    unanswered.worker.status = async () => ({ ...working, fault: unreachable });
    await open(unanswered);
    expect(link()).toBe('options.html#relay');
    await close();
    await open(createEnvironment({ relay: { url: 'nonsense' } }));
    expect(link()).toBe('options.html#relay');
    await close();
    await open(createEnvironment());
    expect(link()).toBeUndefined();
  });
});
