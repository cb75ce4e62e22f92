import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { button, click, query, text } from '../../popup/screen.tsx';
import { now } from '../random-items.ts';
import { close, texts } from '../screen.tsx';
import { doppler, entries, holding, opened, redline, sums } from './portfolio-screen.tsx';

afterEach(close);

const dayMs = 86_400_000;
const inEuros = { currency: { show: 'fixed', code: 'EUR' }, rates: { EUR: 0.5 } };

describe('the portfolio', () => {
  test('sells each entry where that pays best: price, net and profit', async () => {
    await opened({ items: [holding, { ...holding, count: 1, paid: null }] });
    expect(query('.views [aria-current=page]').textContent).toBe('Portfolio');
    // 12.50 − 2 % = 12.25, twice 24.50; paid 22.00.
    expect(entries()).toEqual([
      [`2 ×${redline}`, '+$2.50', '$24.50', 'CSFloat $12.50', '$11.00'],
      [redline, '', '$12.25', 'CSFloat $12.50', ''],
    ]);
    expect(sums()).toEqual(['Value$37.50', 'Net$36.75', 'Profit or loss+$2.502 of 3 items']);
    expect(texts('.facts .good')).toEqual(['+$2.50']);
  });

  test('says how it is filled while it is empty, and has no sums', async () => {
    await opened({ items: [] });
    expect(text('main')).toContain('press “Add to the portfolio” in the popup');
    expect(sums()).toEqual([]);
  });

  test('sells all on one market on request, and on Steam for no cash', async () => {
    await opened({ items: [holding] });
    const choose = async (market: string) => {
      const select = query('.sums select') as HTMLSelectElement;
      await act(() => {
        select.value = market;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });
    };
    await choose('buff163');
    // 10.00 − 2 % = 9.80, twice 19.60; paid 22.00.
    expect(entries()).toEqual([[`2 ×${redline}`, '−$2.40', '$19.60', 'BUFF163 $10.00', '$11.00']]);
    await choose('steam');
    expect(entries()).toEqual([[`2 ×${redline}`, '', '', 'Steam $14.00', '$11.00']]);
    await close();
    await opened({ items: [holding] }, { fees: { confirmed: false } });
    expect((query('.sums select') as HTMLSelectElement).value).toBe('buff163');
  });

  test('hides no entry: one without a price says why', async () => {
    const named = (name: string) => ({ ...holding, name });
    await opened({ items: ['Nonsense', doppler, 'Thin', 'Flagged'].map(named) });
    expect(entries().map(([name, why]) => [name, why])).toEqual([
      [`2 ×${doppler}`, 'any phase'],
      ['2 ×Flagged', '⚠ outlier'],
      ['2 ×Nonsense', 'No price'],
      ['2 ×Thin', 'Under 3 listings, or their number is not known'],
    ]);
    // A value that the net repeats is left out.
    expect(sums()[0]).toBe('Net–0 of 8 items');
  });

  test('says of a market that is not loaded yet what it waits for', async () => {
    const env = await opened({ items: [holding] });
    const { show, table } = env.state;
    const columns = table.markets.map((column) => ({
      ...column,
      count: column.count.map(() => 0),
      state: 'missing' as const,
    }));
    await act(() => show?.({ table: { ...table, markets: columns }, isComplete: true, problem: '' }));
    await vi.waitFor(() => expect(entries()[0]?.[1]).toBe('Not loaded yet'));
  });

  test('draws all of a thousand entries', async () => {
    await opened({ items: Array.from({ length: 1000 }, (_, at) => ({ ...holding, name: `Item ${at}` })) });
    expect(entries()).toHaveLength(1000);
    expect(document.querySelector('.add-holding')).toBeNull();
  });

  test('shows amounts in the user’s currency, and what was paid as it was typed', async () => {
    await opened({ items: [holding] }, inEuros);
    // By today's rate: nobody knows that of the day of buying.
    expect(entries()[0]).toEqual([`2 ×${redline}`, '≈ +€1.25', '€12.25', 'CSFloat €6.25', '$11.00']);
    expect(text('.sums .note')).toContain('1 USD = 0.5 EUR');
  });

  test('shows a purchase with its site and day, until when it is locked, and its profit by the rate of that day', async () => {
    const bought = { site: 'skinport', boughtAt: now - dayMs, wearValue: 0.1612, lockedUntil: now + dayMs };
    const paidThen = { cents: 500, currency: 'EUR' };
    const yuan = { name: redline, count: 1, paid: { cents: 7700, currency: 'CNY' } };
    const coins = { ...yuan, paid: { cents: 1000, currency: 'COIN' }, site: 'gone', lockedUntil: now - 1 };
    await opened({ items: [{ ...yuan, ...bought, paidThen }, coins] }, inEuros);
    // 12.25 leave €6.13, of which €5.00 were paid.
    expect(entries().map(([name, profit, , , paid]) => [name, profit, paid])).toEqual([
      [`${redline}locked until Jan 16`, '+€1.13', '¥77.00'],
      [redline, '', '10.00 coins'],
    ]);
    const details = ['¥77.00 = €5.00', 'Skinport', 'Jan 14, 2027', 'Wear 0.1612', 'locked until Jan 16'].join(' · ');
    expect(query(`[title="${details}"]`).textContent).toBe('¥77.00');
    await click(button('Sell'));
    expect(text('.holdings form > p')).toBe(details);
  });

  test('opens an item, and stays behind it', async () => {
    await opened({ items: [holding] });
    await click(button(redline));
    expect(text('.item-page h2')).toBe(redline);
    await click(button('Back to the table'));
    expect(entries()).toHaveLength(1);
  });
});
