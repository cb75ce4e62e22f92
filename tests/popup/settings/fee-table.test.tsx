import { afterEach, describe, expect, test } from 'vitest';
import { noFee, noFees, steamSelling } from '#core/money/fees.ts';
import { marketIds } from '#core/prices/markets.ts';
import { createEnvironment, type Environment } from '../environment.ts';
import { button, click, close, field, fill, open, text, type } from '../screen.tsx';
import { opened, problemOf, selling } from './settings-screen.ts';

afterEach(close);

describe('fees', () => {
  test('of 100 % or more in sum are refused with words', async () => {
    const env = await opened({ fees: { markets: { csfloat: selling(60) } } });
    await fill('CSFloat: Cashing out', '40');
    expect(problemOf('CSFloat: Cashing out')).toBe('All fees of a market must be less than 100% in sum.');
    expect((await env.store.loadSettings()).fees.markets).toEqual({ csfloat: selling(60) });
  });

  test('of a fixed amount are typed in dollars', async () => {
    const env = await opened();
    await fill('CSFloat: Cashing out', '$0,30');
    const cashingOut = { percent: 0, cents: 30 };
    expect((await env.store.loadSettings()).fees.markets).toEqual({ csfloat: { cashingOut } });
    expect(field('CSFloat: Cashing out').value).toBe('$0.30');
  });

  test('of nothing are 0, and those of a field that is empty are unknown', async () => {
    const env = await opened({ fees: { markets: { skins: { buying: noFee } } } });
    expect(field('Skins.com: Buying or paying in').value).toBe('0');
    expect(field('Skins.com: Selling').value).toBe('');
    await fill('Skins.com: Selling', '0');
    expect((await env.store.loadSettings()).fees.markets).toEqual({ skins: { buying: noFee, selling: noFee } });
    for (const stage of ['Selling', 'Buying or paying in']) {
      await fill(`Skins.com: ${stage}`, '');
    }
    expect((await env.store.loadSettings()).fees.markets).toEqual({});
  });

  test('of selling alone ask for those of cashing out, until one is entered', async () => {
    await opened({ fees: { markets: { csfloat: { selling: noFee }, steam: { selling: noFee } } } });
    const asks = () => [...document.querySelectorAll('.fee-table .warn')].map((each) => each.textContent);
    expect(asks()).toEqual(['Not known. Enter it, 0 for none: no exit here until then.']);
    expect(field('CSFloat: Cashing out').getAttribute('aria-describedby')).toMatch(/-note$/);
    await fill('CSFloat: Cashing out', '0');
    expect(asks()).toEqual([]);
  });

  test('of a site that nobody sells at are those of buying, and nobody cashes out Steam’s balance', async () => {
    const env = await opened();
    await fill('Coin Site: Buying or paying in', '1.5%');
    expect((await env.store.loadSettings()).fees.markets).toEqual({ coinsite: { buying: { percent: 1.5, cents: 0 } } });
    const labels = [...document.querySelectorAll('.fee-table tbody input')].map((each) => each.ariaLabel ?? '');
    for (const none of ['Coin Site: Selling', 'Steam: Cashing out']) expect(labels).not.toContain(none);
    expect(labels).toContain('Steam: Selling');
  });

  test('of public sources name source and age, and count once the user takes them over with one click', async () => {
    const env = await opened({ fees: { markets: { csfloat: selling(2) } } });
    expect(text('.presets')).toContain(
      'Steam: Buying or paying in 0% · Selling 13.04%, at least $0.02 (source of 2026-08-03)',
    );
    expect(text('.presets')).toContain('Selling 2% · Cashing out not known');
    expect(text('.presets')).toContain('Sources older than 180 days: BUFF163, YouPin, CSFloat,');
    expect((await env.store.loadSettings()).fees.confirmed).toBe(false);
    await click(button('Use these fees'));
    const steam = { buying: noFee, selling: steamSelling };
    const cashingOut = { percent: 1, cents: 0 };
    expect((await env.store.loadSettings()).fees).toEqual({
      confirmed: true,
      markets: {
        csfloat: selling(2),
        steam,
        buff163: { ...selling(2.5), cashingOut },
        youpin: { ...noFees, cashingOut },
        whitemarket: selling(5),
        gamerpay: { buying: noFee, selling: { percent: 3, cents: 0 } },
        skins: { selling: noFee },
      },
    });
    expect(text('.presets')).not.toContain('Use these fees');
  });

  test('of public sources never replace what the user typed', async () => {
    const env = await opened({ fees: { markets: { steam: selling(15) } } });
    await click(button('Use these fees'));
    expect((await env.store.loadSettings()).fees.markets).toMatchObject({ steam: selling(15) });
  });
});

describe('the same fee for all', () => {
  const fill = async (typed: Readonly<Record<string, string>>) => {
    for (const [stage, fee] of Object.entries(typed)) await type(`Same for all: ${stage}`, fee);
    await click(button('Set for all'));
  };
  const feesOfAll = async (env: Environment) => (await env.store.loadSettings()).fees.markets;
  const steam = { ...noFees, selling: steamSelling };

  test('is set where a market has the stage, what stays empty stays as it is, and Steam stays out', async () => {
    const env = await opened({ fees: { markets: { steam, csfloat: selling(2) } } });
    await fill({});
    expect(text('.fee-table tfoot .outcome')).toContain('Fills the columns that you enter here');
    await fill({ 'Cashing out': '1% + $2' });
    const cashingOut = { percent: 1, cents: 200 };
    expect(await feesOfAll(env)).toMatchObject({
      steam,
      csfloat: { ...selling(2), cashingOut },
      dmarket: { cashingOut },
    });
    expect(Object.keys(await feesOfAll(env)).sort()).toEqual([...marketIds].sort());
    expect(text('.fee-table tfoot .outcome')).toBe('Set for 12 markets.');
    expect(field('Same for all: Cashing out').value).toBe('');
    await fill({ 'Buying or paying in': '0' });
    expect(await feesOfAll(env)).toMatchObject({ dmarket: { buying: noFee, cashingOut }, coinsite: { buying: noFee } });
  });

  test.each([
    ['soon', 'Selling: Enter a fee such as 2.5% + $0.30.'],
    ['60', 'All fees of a market must be less than 100% in sum.'],
  ])('changes nothing for "%s"', async (typed, words) => {
    const markets = { csfloat: { ...noFees, cashingOut: { percent: 40, cents: 0 } } };
    const env = await opened({ fees: { markets } });
    await fill({ Selling: typed });
    expect(text('.fee-table tfoot .outcome')).toBe(words);
    expect(await feesOfAll(env)).toEqual(markets);
  });
});

describe('the popup offers the fees of public sources', () => {
  test('with each of them, and takes them over by one click', async () => {
    const env = await open(createEnvironment());
    expect(text('.fees-offer summary')).toBe('Fees from public sources (2025-03 – 2026-08)');
    expect(text('.fees-offer')).toContain('Selling 13.04%, at least $0.02 (source of 2026-08-03)');
    await click(button('Use these fees'));
    expect((await env.store.loadSettings()).fees).toMatchObject({
      confirmed: true,
      markets: { youpin: { selling: noFee } },
    });
    expect(document.querySelector('.fees-offer')).toBeNull();
  });

  test('not to a user who entered some: a click would confirm them as well', async () => {
    await open(createEnvironment({ fees: { markets: { csfloat: selling(9) } } }));
    expect(document.querySelector('.fees-offer')).toBeNull();
  });
});
