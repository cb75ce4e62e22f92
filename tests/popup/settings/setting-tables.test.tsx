import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { moveBy } from '#popup/settings/market-list.tsx';
import { type Environment, start } from '../environment.ts';
import { button, click, close, field, fill, settle, text, type } from '../screen.tsx';
import { opened } from './settings-screen.ts';

afterEach(close);

const marketsOf = async (env: Environment) => (await env.store.loadSettings()).markets;
const listed = () => [...document.querySelectorAll('.markets li')].map((row) => row.getAttribute('data-market'));

describe('the markets', () => {
  test('are all 13 listed: the chosen ones in the user’s order, then the others', async () => {
    await opened({ markets: ['csfloat', 'csgoroll'] });
    expect(listed().slice(0, 3)).toEqual(['csfloat', 'csgoroll', 'buff163']);
    expect(new Set(listed()).size).toBe(13);
  });

  test('are moved by their buttons, which keep the focus', async () => {
    const env = await opened();
    button('Move CSFloat up').focus();
    await click(button('Move CSFloat up'));
    expect(await marketsOf(env)).toEqual(['buff163', 'csfloat', 'youpin']);
    expect(document.activeElement).toBe(button('Move CSFloat up'));
    expect(text('.markets [role="status"]')).toBe('CSFloat is now in position 2.');
    await click(button('Move CSFloat up'));
    expect(await marketsOf(env)).toEqual(['csfloat', 'buff163', 'youpin']);
    // At the top its button is disabled, so the focus goes to the other button of the row.
    expect(button('Move CSFloat up').disabled).toBe(true);
    expect(document.activeElement).toBe(button('Move CSFloat down'));
  });

  test('are added at the end and removed', async () => {
    const env = await opened();
    await click(field('Steam prices'));
    expect(await marketsOf(env)).toEqual(['buff163', 'youpin', 'csfloat', 'steam']);
    await click(field('YouPin prices'));
    expect(await marketsOf(env)).toEqual(['buff163', 'csfloat', 'steam']);
  });

  test('keep at least one market, and say why', async () => {
    const env = await opened({ markets: ['steam'] });
    await click(field('Steam prices'));
    expect(await marketsOf(env)).toEqual(['steam']);
    expect(field('Steam prices').checked).toBe(true);
    expect(text('#setting-markets-problem')).toBe('At least one market must stay selected.');
    await click(field('BUFF163 prices'));
    expect(text('#setting-markets-problem')).toBe('');
  });

  test('move by one place and not beyond the ends', () => {
    expect(moveBy(['steam', 'skins', 'dmarket'], 'dmarket', -1)).toEqual(['steam', 'dmarket', 'skins']);
    expect(moveBy(['steam', 'skins'], 'steam', -1)).toEqual(['steam', 'skins']);
    expect(moveBy(['steam', 'skins'], 'skins', 1)).toEqual(['steam', 'skins']);
    expect(moveBy(['steam', 'skins'], 'waxpeer', 1)).toEqual(['steam', 'skins']);
  });
});

describe('own rates', () => {
  const add = async (code: string, rate: string) => {
    await type('Currency (EUR)', code);
    await type('Rate / USD', rate);
    await click(button('Add'));
  };
  const ratesOf = async (env: Environment) => (await env.store.loadSettings()).rates;

  test('are added, changed and removed', async () => {
    const env = await opened();
    await add(' kzt ', '500');
    await add('EUR', '0,9');
    expect(await ratesOf(env)).toEqual({ KZT: 500, EUR: 0.9 });
    expect(field('Rate / USD').value).toBe('');
    await fill('KZT for one US dollar', '510');
    await click(button('Remove the rate of EUR'));
    expect(await ratesOf(env)).toEqual({ KZT: 510 });
  });

  test.each([
    ['usd', '1', 'three-letter', ''],
    ['EURO', '1', 'three-letter', ''],
    ['', '', 'three-letter', 'Enter a number'],
    ['EUR', '0', '', 'more than 0'],
  ])('"%s" at "%s" shows problems at its fields and is not saved', async (code, rate, codeWords, rateWords) => {
    const env = await opened({ rates: { KZT: 500 } });
    await add(code, rate);
    expect(await ratesOf(env)).toEqual({ KZT: 500 });
    expect(text('#new-rate-code-problem')).toContain(codeWords);
    expect(text('#new-rate-problem')).toContain(rateWords);
    expect(field('Currency (EUR)').getAttribute('aria-invalid')).toBe(String(codeWords !== ''));
    expect(field('Rate / USD').getAttribute('aria-invalid')).toBe(String(rateWords !== ''));
    expect(field('Currency (EUR)').value).toBe(code);
  });
});

describe('the rates of coins', () => {
  test('are set for each site with coins, and never for both at once', async () => {
    const env = await opened({ coinUsd: 0.66 });
    env.worker['coin-rate'] = async () => ({ usd: 0.7, items: 412, asOf: start });
    expect(field('Coin Site: value of a coin').value).toBe('');
    await fill('Coin Site: value of a coin', '0,5');
    expect(await env.store.loadSettings()).toMatchObject({ coinUsd: 0.66, siteCoinUsd: { coinsite: 0.5 } });
    await click(button('Suggest from prices'));
    await click(button('Use 0.7'));
    expect(await env.store.loadSettings()).toMatchObject({ coinUsd: 0.7, siteCoinUsd: { coinsite: 0.5 } });
    await fill('Coin Site: value of a coin', '');
    expect(await env.store.loadSettings()).toMatchObject({ coinUsd: 0.7, siteCoinUsd: {} });
    expect(() => field('CSFloat: value of a coin')).toThrow();
  });
});

describe('the rate of the market’s coin', () => {
  const outcome = '.suggestion .outcome';
  const suggest = () => click(button('Suggest from prices'));

  test('is suggested with its basis, and set only by a click', async () => {
    const env = await opened({ markets: ['csgoroll'] });
    env.worker['coin-rate'] = async () => ({ usd: 0.66123, items: 412, asOf: start - 12 * 60_000 });
    expect(env.asked.map(({ kind }) => kind)).not.toContain('coin-rate');
    await suggest();
    expect(text(outcome)).toContain('0.661 USD, based on 412 liquid items');
    expect(text(outcome)).toContain('12 min');
    expect((await env.store.loadSettings()).coinUsd).toBeNull();
    await click(button('Use 0.661'));
    expect((await env.store.loadSettings()).coinUsd).toBe(0.661);
    expect(field('CSGORoll: value of a coin').value).toBe('0.661');
  });

  test('needs its market and prices, and says which is missing', async () => {
    await opened();
    await suggest();
    expect(text(outcome)).toContain('First select CSGORoll in the list of markets');
    await close();
    await opened({ markets: ['buff163', 'csgoroll'] });
    await suggest();
    expect(text(outcome)).toContain('There are not enough prices from CSGORoll yet.');
  });

  test('says that the worker did not respond', async () => {
    const env = await opened();
    env.worker['coin-rate'] = () => Promise.reject(new Error('gone'));
    await suggest();
    expect(text(outcome)).toContain('did not respond');
  });
});

describe('shortcuts', () => {
  test('are listed with their keys and a button that changes them', async () => {
    const env = await opened();
    expect(text('.pairs')).toBe('Show or hide all overlaysAlt+Shift+S');
    await click(button('Change shortcuts'));
    expect(env.shell.shortcutPages).toBe(1);
  });
});

describe('a closed part', () => {
  test('sends no requests', async () => {
    const env = await opened();
    await act(() => env.clock.advance(9000));
    await settle();
    expect(new Set(env.asked.map(({ kind }) => kind))).toEqual(new Set(['status']));
  });
});
