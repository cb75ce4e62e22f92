// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest';
import { noFees } from '#core/fees.ts';
import { button, click, close, leave, text, type } from '../screen.tsx';
import { opened, problemOf, selling } from './settings-screen.ts';

afterEach(close);

describe('fees', () => {
  test('of 100 % or more in sum are refused with words', async () => {
    const env = await opened({ fees: { markets: { csfloat: selling(60) } } });
    await type('CSFloat: Cashing out', '40');
    await leave('CSFloat: Cashing out');
    expect(problemOf('CSFloat: Cashing out')).toBe('All fees of a market must be less than 100 % in sum.');
    expect((await env.store.loadSettings()).fees.markets).toEqual({ csfloat: selling(60) });
  });

  test('of a fixed amount are typed in dollars', async () => {
    const env = await opened();
    await type('CSFloat: Cashing out, fixed', '0,30');
    await leave('CSFloat: Cashing out, fixed');
    const cashingOut = { percent: 0, cents: 30 };
    expect((await env.store.loadSettings()).fees.markets).toEqual({ csfloat: { ...noFees, cashingOut } });
  });

  test('of nothing are known as well, and unknown again once every field is empty', async () => {
    const env = await opened();
    await type('Skins.com: Selling', '0');
    await leave('Skins.com: Selling');
    expect((await env.store.loadSettings()).fees.markets).toEqual({ skins: noFees });
    await type('Skins.com: Selling', '');
    await leave('Skins.com: Selling');
    expect((await env.store.loadSettings()).fees.markets).toEqual({});
  });

  test('of public sources name source and age, and count once the user takes them over with one click', async () => {
    const env = await opened({ fees: { markets: { csfloat: selling(2) } } });
    expect(text('.presets')).toContain('Steam: Selling 13.04 %, at least $0.02 (source of 2021-08-21)');
    expect(text('.presets')).toContain('over 180 days old');
    expect((await env.store.loadSettings()).fees.confirmed).toBe(false);
    await click(button('Use these fees'));
    const steam = { ...noFees, selling: { percent: 13.04347, cents: 0, least: 2 } };
    expect((await env.store.loadSettings()).fees).toEqual({
      confirmed: true,
      markets: { csfloat: selling(2), steam },
    });
    expect(text('.presets')).not.toContain('Use these fees');
  });

  test('of public sources never replace what the user typed', async () => {
    const env = await opened({ fees: { markets: { steam: selling(15) } } });
    await click(button('Use these fees'));
    expect((await env.store.loadSettings()).fees).toEqual({ confirmed: true, markets: { steam: selling(15) } });
  });
});
