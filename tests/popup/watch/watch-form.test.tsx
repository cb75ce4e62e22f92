import { afterEach, describe, expect, test } from 'vitest';
import type { WatchAlert } from '#core/owned/watch-list.ts';
import { readAlert } from '#ui/forms/alert-form.tsx';
import { createEnvironment, type Environment, start } from '../environment.ts';
import { button, click, close, open, query, text } from '../screen.tsx';
import { asked, listOf, openList, quote, redline, setAlert, vulcan, watched } from './watch-screen.tsx';

afterEach(close);

describe('an alert', () => {
  test.each<[WatchAlert['kind'], string, string, WatchAlert]>([
    ['below', 'Amount in USD', '9,50', { kind: 'below', cents: 950 }],
    ['above', 'Amount in USD', '20', { kind: 'above', cents: 2000 }],
    ['exit', 'Amount in USD', '9', { kind: 'exit', cents: 900 }],
    ['under-median', 'Per cent', '12.5', { kind: 'under-median', percent: 12.5 }],
    ['change', 'Per cent', '250', { kind: 'change', percent: 250 }],
  ])('%s is set as typed, and asks the browser for notifications', async (kind, label, typed, alert) => {
    const env = await openList([watched()], ({ worker }) => {
      worker['watch-alert'] = async () => listOf(watched({ alert }));
    });
    expect(env.notifications.asked).toBe(0);
    await setAlert(kind, label, typed);
    expect(env.notifications.asked).toBe(1);
    expect(asked(env, 'watch-alert')).toEqual([{ name: redline, alert }]);
    expect(document.querySelector('form.alert')).toBeNull();
    expect(text('.standing')).toContain('not triggered yet');
  });

  test('without notifications stays set, and a note offers to allow them', async () => {
    const alert = { kind: 'below', cents: 950 } as const;
    const env = await openList([watched({ alert })]);
    expect(text('.watch .ask')).toContain('The browser does not allow notifications');
    env.notifications.allowed = true;
    await click(button('Allow notifications'));
    expect(env.notifications.asked).toBe(1);
    expect(document.querySelector('.watch .ask')).toBeNull();
  });

  test('can be removed without a permission question', async () => {
    const env = await openList([watched({ alert: { kind: 'below', cents: 950 } })]);
    await click(button(`Alert for ${redline}`));
    await click(button('Remove alert'));
    expect(asked(env, 'watch-alert')).toEqual([{ name: redline, alert: null }]);
    expect(env.notifications.asked).toBe(0);
  });

  test('does not ask again for allowed notifications', async () => {
    const alert = { kind: 'below', cents: 950 } as const;
    const env = await openList([watched({ alert })], ({ notifications, worker }) => {
      notifications.allowed = true;
      worker['watch-alert'] = async () => listOf(watched({ alert }));
    });
    await setAlert('below', 'Amount in USD', '7');
    expect(asked(env, 'watch-alert')).toEqual([{ name: redline, alert: { kind: 'below', cents: 700 } }]);
    expect(env.notifications.asked).toBe(0);
  });

  test.each([
    ['below', '', 'Enter a price above 0'],
    ['below', '0', 'Enter a price above 0'],
    ['below', '-5', 'Enter a price above 0'],
    ['below', '1e3', 'Enter a price above 0'],
    ['under-median', '100', 'Enter a number from 0.1 to 99.'],
    ['change', '0', 'Enter a number from 0.1 to 1000.'],
  ] as const)('%s of "%s" shows a problem at its field and is not set', async (kind, typed, words) => {
    const env = await openList([watched()]);
    await setAlert(kind, kind === 'below' ? 'Amount in USD' : 'Per cent', typed);
    expect(text('.alert .problem')).toContain(words);
    expect(query('.alert input').getAttribute('aria-invalid')).toBe('true');
    expect(asked(env, 'watch-alert')).toEqual([]);
    expect(env.notifications.asked).toBe(0);
  });

  test('is typed in the user’s currency, and keeps that', () => {
    const euro = { code: 'EUR', perUsd: 0.8, of: '2026-11-26' };
    const typed = { currency: 'EUR', hundredths: 1000, perUsd: 0.8 };
    expect(readAlert({ kind: 'above', typed: '10' }, euro)).toEqual({ kind: 'above', cents: 1250, typed });
    expect(readAlert({ kind: 'above', typed: '' }, euro)).toBeUndefined();
  });

  test('offers the compared markets, the lowest of them, and the one that it has', async () => {
    const alert = { kind: 'below', cents: 950, market: 'steam' } as const;
    await openList([watched({ alert })], undefined, { markets: ['dmarket', 'csgoroll', 'buff163'] });
    await click(button(`Alert for ${redline}`));
    const options = () => [...document.querySelectorAll('.alert .market option')].map((one) => one.textContent);
    expect(options()).toEqual(['the lowest of your markets', 'DMarket', 'CSGORoll', 'BUFF163', 'Steam']);
    expect((query('.alert .market') as HTMLSelectElement).value).toBe('steam');
  });
});

describe('the star of a found item', () => {
  async function found(prepare: (env: Environment) => void): Promise<Environment> {
    const env = createEnvironment();
    env.worker.search = async () => ({
      state: 'found',
      names: [redline, vulcan],
      quotes: [quote, null],
      table: { version: 'a', asOf: start },
      fault: null,
      rates: null,
    });
    prepare(env);
    await open({ ...env, deps: { ...env.deps, query: 'ak' } });
    return env;
  }
  const stars = () => [...document.querySelectorAll('.found .star button')].map((star) => star.textContent).join('');

  test('adds the item to the watch list and removes it', async () => {
    const env = await found(({ worker }) => {
      worker['watch-star'] = async ({ on }) => listOf(...(on ? [watched()] : []));
    });
    expect(stars()).toBe('☆☆');
    await click(button(`Watch ${redline}`));
    expect(stars()).toBe('★☆');
    expect(button(`Watch ${redline}`).getAttribute('aria-pressed')).toBe('true');
    await click(query('#tab-watch'));
    expect(text('.watch .title .muted')).toBe('1 item');
    await click(button(`Watch ${redline}`));
    expect(asked(env, 'watch-star')).toEqual([
      { name: redline, on: true },
      { name: redline, on: false },
    ]);
    expect(stars()).toBe('☆☆');
  });

  test('on a full watch list shows a problem', async () => {
    await found(({ worker }) => {
      worker['watch-star'] = async () => listOf(watched());
    });
    await click(button(`Watch ${vulcan}`));
    expect(text('.watch-problem')).toBe('The watch list is full (200 items).');
  });

  test('shows a storage problem until the next success', async () => {
    const env = await found(({ worker }) => {
      worker['watch-star'] = async () => Promise.reject(new Error('no room'));
    });
    await click(button(`Watch ${redline}`));
    expect(text('.watch-problem')).toContain('no room');
    env.worker['watch-star'] = async () => listOf(watched());
    await click(button(`Watch ${redline}`));
    expect(text('.watch-problem')).toBe('');
  });
});
