import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RateDays } from '#core/money/rates.ts';
import type { Holding } from '#core/owned/portfolio.ts';
import type { DailyPrices } from '#core/owned/portfolio-past.ts';
import { dayMs, isoDay } from '#core/prices/age.ts';
import type { PortfolioPastAnswer } from '#data/history/item-history.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import type { ChartContent } from '#ui/charts/price-chart.ts';
import { query, settle, text } from '../../popup/screen.tsx';
import { now } from '../random-items.ts';
import { close, createEnvironment, expand, itemAt, open, price } from '../screen.tsx';

// A plot without room is not drawn.
beforeAll(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300));
afterAll(() => void vi.restoreAllMocks());
afterEach(close);

const today = Math.floor(now / dayMs);
const item = (at: number) => `Item ${at}`;
const holding = (name: string, count = 1): Holding => ({ name, count, paid: null });
const ago = (...prices: readonly (readonly [days: number, cents: number])[]): DailyPrices =>
  prices.map(([days, cents]) => [today - days, cents]);

/** Items of one price; that of `Odd` is flagged as an outlier. */
function environmentOf(items: readonly Holding[], settings = {}) {
  const inflated = { prices: [price('buff163', 4000, { inflated: true })] };
  const env = createEnvironment(
    items.map(({ name }) => itemAt(name, 4000, name === 'Odd' ? inflated : {})),
    settings,
  );
  env.worker.portfolio = async () => ({ items, sales: [], quotes: [], rates: null, asOf: now, sample: false });
  return env;
}

interface Opened {
  readonly env: ReturnType<typeof environmentOf>;
  readonly drawn: ChartContent[];
}

/** Opens the portfolio and the chart in it. `pasts` are the recorded prices by name. */
async function opened(
  items: readonly Holding[],
  pasts: Record<string, DailyPrices> | PortfolioPastAnswer,
  inEuros?: RateDays,
): Promise<Opened> {
  const env = environmentOf(items, inEuros && { currency: { show: 'fixed', code: 'EUR' } });
  env.worker['past-rates'] = async () => inEuros ?? {};
  const rates = async () => (inEuros ? { base: 'USD' as const, date: isoDay(today), rates: { EUR: 0.5 } } : null);
  const drawn: ChartContent[] = [];
  env.worker['portfolio-past'] = async ({ names }) =>
    'state' in pasts && typeof pasts.state === 'string'
      ? (pasts as PortfolioPastAnswer)
      : {
          state: 'found',
          since: today - 5,
          prices: names.map((name) => (pasts as Record<string, DailyPrices>)[name] ?? []),
        };
  const loadChart: ExploreDeps['loadChart'] = async () => (_, content) => {
    drawn.push(content);
    return () => undefined;
  };
  await open({ deps: { ...env.deps, loadChart, rates } }, 'portfolio=1');
  await unfold('.portfolio-chart');
  return { env, drawn };
}

async function unfold(selector: string): Promise<void> {
  await expand(selector);
  await settle();
}

const asked = ({ state }: Opened['env']) =>
  state.asked.filter(({ kind }) => kind === 'portfolio-past').map(({ request }) => request);

describe('the value over time', () => {
  test('asks for nothing until it is opened', async () => {
    const env = environmentOf([holding('A')]);
    await open(env, 'portfolio=1');
    expect(env.state.asked.map(({ kind }) => kind)).not.toContain('past-rates');
    expect(asked(env)).toEqual([]);
    await unfold('.portfolio-chart');
    expect(asked(env)).toEqual([{ market: 'buff163', names: ['A'] }]);
  });

  test('is told in words, with low, high and the items that are in', async () => {
    await opened([holding('A', 2), holding('B')], {
      A: ago([2, 1000], [1, 1100], [0, 1050]),
      B: ago([2, 500], [1, 500], [0, 500]),
    });
    // 2 × 10.00 + 5.00; 2 × 11.00 + 5.00; 2 × 10.50 + 5.00.
    expect(query('.portfolio-chart .plot').getAttribute('aria-label')).toBe(
      'Value over time, last 30 days. BUFF163: last $26.00, lowest $25.00, highest $27.00',
    );
    expect(text('.portfolio-chart')).toContain('In the chart: 3 of 3 items.');
    expect(text('.portfolio-chart')).toContain('The relay has kept prices since');
    expect(text('.portfolio-chart')).not.toContain('Left out');
  });

  test('leaves a day empty on which an item has no price, and says so', async () => {
    const { drawn } = await opened([holding('A'), holding('B')], {
      A: ago([4, 100], [3, 100], [2, 100], [1, 100], [0, 100]),
      B: ago([4, 1], [3, 1], [1, 1], [0, 1]),
    });
    expect(text('.portfolio-chart')).toContain('Days left empty because an item has no price: 1.');
    expect(drawn.at(-1)?.lines[0]?.values.slice(-6)).toEqual([null, 101, 101, null, 101, 101]);
  });

  test.each([
    [{ [isoDay(today - 1)]: { EUR: 0.9 } }, 'last €5.00, lowest €5.00, highest €9.00', 'each day by its own rate'],
    [{}, 'last €5.00, lowest €5.00, highest €5.00', 'each day by today’s rate'],
  ])('goes by the rates of the days %j where it is in euros', async (days: RateDays, line, hint) => {
    await opened([holding('A')], { A: ago([1, 1000], [0, 1000]) }, days);
    expect(query('.portfolio-chart .plot').getAttribute('aria-label')).toContain(line);
    expect(text('.portfolio-chart')).toContain(`In EUR, ${hint}`);
  });

  test('names the items that are left out, with the reason of each', async () => {
    const doppler = '★ Karambit | Doppler (Factory New)';
    await opened(
      ['A', 'New', 'Never', 'Odd', doppler].map((name) => holding(name)),
      { A: ago([4, 100], [3, 100], [2, 100], [1, 100], [0, 100]), New: ago([0, 100]) },
    );
    const said = text('.portfolio-chart');
    expect(said).toContain('In the chart: 1 of 5 items.');
    expect(said).toContain('Left out, recorded on too few days: New.');
    expect(said).toContain('Left out, no recorded price in this period: Never.');
    expect(said).toContain('Left out, price flagged as an outlier: Odd.');
    expect(said).toContain(`Left out, phase not known: ${doppler}.`);
  });

  test('asks for ten items at a time, and shows no part of them', async () => {
    const items = Array.from({ length: 12 }, (_, at) => holding(item(at)));
    const past = Object.fromEntries(items.map(({ name }) => [name, ago([0, 100])]));
    const { env } = await opened(items, past);
    expect(asked(env)).toEqual([
      { market: 'buff163', names: items.slice(0, 10).map(({ name }) => name) },
      { market: 'buff163', names: items.slice(10).map(({ name }) => name) },
    ]);
    expect(query('.portfolio-chart .plot').getAttribute('aria-label')).toContain('last $12.00');
  });

  test('says how far it has loaded', async () => {
    const items = Array.from({ length: 12 }, (_, at) => holding(item(at)));
    const env = environmentOf(items);
    env.worker['portfolio-past'] = async ({ names }) =>
      names.length === 10
        ? { state: 'found', since: null, prices: names.map(() => ago([0, 100])) }
        : new Promise(() => undefined);
    await open(env, 'portfolio=1');
    await unfold('.portfolio-chart');
    expect(text('.portfolio-chart .wait')).toBe('Loading past prices: 10 of 12');
    expect(text('.portfolio-chart')).not.toContain('In the chart');
  });

  test.each([
    [{ state: 'none' } as const, 'No price history: sample prices'],
    [{ state: 'fault', fault: 'unreachable' } as const, 'The price history did not load'],
    [{ A: [] }, 'None of your items has a recorded price in this period.'],
    [{ A: ago([1, 100]), B: ago([2, 100]) }, 'On no day of this period do all these items have a recorded price.'],
  ])('says with %j why there is no chart', async (pasts, words) => {
    const { drawn } = await opened([holding('A'), holding('B')], pasts as Record<string, DailyPrices>);
    expect(text('.portfolio-chart .wait')).toContain(words);
    expect(drawn).toEqual([]);
  });

  test('asks no more after a failure', async () => {
    const items = Array.from({ length: 30 }, (_, at) => holding(item(at)));
    const { env } = await opened(items, { state: 'fault', fault: 'rate-limited' });
    expect(asked(env)).toHaveLength(1);
  });
});
