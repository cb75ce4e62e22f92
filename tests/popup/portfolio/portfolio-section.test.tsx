import { afterEach, expect, test } from 'vitest';
import { noFees } from '#core/money/fees.ts';
import type { PortfolioAnswer } from '#protocol/own-page-messages.ts';
import { usd } from '../../core/owned/usd.ts';
import { quoted } from '../../quoted.ts';
import { createEnvironment, start } from '../environment.ts';
import { button, click, close, open, text } from '../screen.tsx';

afterEach(close);

const redline = 'AK-47 | Redline (Field-Tested)';
const fees = { confirmed: true, markets: { csfloat: { ...noFees, selling: { percent: 2, cents: 0 } } } };
const exit = { market: 'csfloat', sells: { cents: 3900, of: 'avg7' }, asOf: start - 60_000 } as const;
const answer: PortfolioAnswer = {
  items: [
    { name: redline, count: 2, paid: usd(3000) },
    { name: 'Nonsense', count: 3, paid: null },
  ],
  sales: [],
  quotes: [
    [redline, { ...quoted({ buff163: 4000 }, start), exit: [exit] }],
    ['Nonsense', null],
  ],
  rates: { date: '2026-11-20', rates: { EUR: 0.5 } },
  asOf: start - 60_000,
  sample: false,
};

async function opened(settings: object, portfolio = answer) {
  const env = createEnvironment(settings);
  env.worker.portfolio = async () => portfolio;
  await open(env, 'watch');
  return env;
}

test('the portfolio’s sum is what arrives when each item is sold at its best, in the user’s currency', async () => {
  // 2 × (39.00 − 2 %).
  await opened({ fees });
  expect(text('.portfolio .total')).toBe('Best of each $76.44 2 of 5 items');
  await close();
  await opened({ fees, currency: { show: 'fixed', code: 'EUR' }, rates: { EUR: 0.5 } });
  expect(text('.portfolio .total')).toContain('€38.22');
});

test('without confirmed fees it is the value on one market', async () => {
  await opened({});
  expect(text('.portfolio .total')).toBe('Value on BUFF163 $80.00 2 of 5 items');
});

test('a sum of nothing is no 0, and no portfolio has none', async () => {
  await opened({ fees }, { ...answer, quotes: [] });
  expect(text('.portfolio .total')).toContain('— 0 of 5 items');
  await close();
  await opened({ fees }, { ...answer, items: [] });
  expect(document.querySelector('.portfolio .total')).toBeNull();
});

test('a button leads to its page, and a fault is told', async () => {
  const env = await opened({});
  await click(button('Open the portfolio'));
  expect(env.shell.offered).toEqual(['portfolio']);
  await close();
  const broken = createEnvironment({});
  broken.worker.portfolio = async () => Promise.reject(new Error('disk full'));
  await open(broken, 'watch');
  expect(text('.portfolio .problem')).toContain('disk full');
});
