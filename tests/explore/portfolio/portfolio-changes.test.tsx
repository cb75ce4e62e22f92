import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { usd } from '../../core/owned/usd.ts';
import { button, click, field, settle, text, type } from '../../popup/screen.tsx';
import { now } from '../random-items.ts';
import { close, texts } from '../screen.tsx';
import { answerOf, entries, holding, opened, other, redline, sale, setTo, sums } from './portfolio-screen.tsx';

afterEach(close);

describe('an entry', () => {
  test('is added by a search', async () => {
    const env = await opened({ items: [] });
    const found = { table: null, fault: null, rates: null, quotes: [] };
    env.worker.search = async () => ({ state: 'found', names: [redline, 'AK-47 | Redline (Well-Worn)'], ...found });
    await type('Item', 'ak redl');
    await settle();
    expect(env.state.asked.at(-1)).toEqual({ kind: 'search', request: { query: 'ak redl', limit: 8 } });
    await click(button(redline));
    expect(document.querySelector('.names')).toBeNull();
    await type('Count', '3');
    await type('Paid each, USD', '12,50');
    await click(button('Add'));
    expect(setTo(env)).toEqual([{ items: [{ name: redline, count: 3, paid: usd(1250) }], sales: [] }]);
    expect(field('Item').value).toBe('');
  });

  test('typed in another currency keeps it: its profit follows the rate, and the page names the rate', async () => {
    const inEuros = (rate: number) => ({ currency: { show: 'fixed', code: 'EUR' }, rates: { EUR: rate } });
    const env = await opened({ items: [] }, inEuros(0.8));
    await type('Item', redline);
    await type('Count', '2');
    await type('Paid each, EUR', '8,00');
    await click(button('Add'));
    const euros = (cents: number) => ({ cents, currency: 'EUR' });
    const added = { name: redline, count: 2, paid: euros(800) };
    expect(setTo(env)).toEqual([{ items: [added], sales: [] }]);
    await close();
    const later = await opened({ items: [added], sales: [{ ...sale, received: euros(1200) }] }, inEuros(1));
    expect(entries()[0]?.at(-1)).toBe('€8.00');
    expect(text('.sums .note')).toContain('your own rate: 1 USD = 1 EUR');
    expect(text('.sales tbody')).toContain('€12.00');
    await click(button('Sell'));
    await type('Received each, EUR', '9');
    await click(button('Sold'));
    expect(setTo(later)).toMatchObject([{ items: [], sales: [{}, { paid: euros(800), received: euros(900) }] }]);
  });

  test.each([
    ['', '1', ''],
    [redline, '0', ''],
    [redline, '1.5', ''],
    [redline, '1,000', ''],
    [redline, '1.000', ''],
    [redline, '1', 'cheap'],
    [redline, '1', '-1'],
  ])('of "%s", "%s" and "%s" is refused with words', async (name, count, paid) => {
    const env = await opened({ items: [] });
    await type('Item', name);
    await type('Count', count);
    await type('Paid each, USD', paid);
    await click(button('Add'));
    expect(text('#add-holding-problem')).toContain('a whole count from 1');
    expect(setTo(env)).toEqual([]);
  });

  test('is removed, also of an item that is there twice', async () => {
    const second = { ...holding, paid: usd(1) };
    const env = await opened({ items: [holding, second], sales: [sale] });
    await click(button(`Remove ${redline} from the portfolio`));
    expect(setTo(env)).toEqual([{ items: [second], sales: [sale] }]);
    expect(text('.portfolio [role=status]')).toContain(`Removed: ${redline}`);
    await click(button('Take back'));
    expect(setTo(env).at(-1)).toEqual({ items: [holding, second], sales: [sale] });
  });

  test('that another page has added meanwhile stays', async () => {
    const env = await opened({ items: [holding] });
    env.worker.portfolio = async () => answerOf({ items: [other, holding] });
    await click(button(`Remove ${redline} from the portfolio`));
    expect(setTo(env)).toEqual([{ items: [other], sales: [] }]);
  });

  test('goes with another in two quick changes', async () => {
    const env = await opened({ items: [holding, other] });
    const buttons = [holding, other].map(({ name }) => button(`Remove ${name} from the portfolio`));
    await act(() => {
      for (const one of buttons) one.click();
    });
    await settle();
    expect(setTo(env).at(-1)).toEqual({ items: [], sales: [] });
  });

  test('that could not be saved is told, and what was typed stays', async () => {
    const env = await opened({ items: [holding] });
    env.worker['portfolio-set'] = async () => Promise.reject(new Error('disk full'));
    await click(button(`Remove ${redline} from the portfolio`));
    expect(text('.portfolio .problem')).toContain('disk full');
    expect(entries()).toHaveLength(1);
    await type('Item', other.name);
    await click(button('Add'));
    expect(field('Item').value).toBe(other.name);
  });
});

describe('a sale', () => {
  test('of a part leaves the rest, and its profit is realised; it can be taken back', async () => {
    const env = await opened({ items: [holding] });
    await click(button('Sell'));
    // What would arrive now.
    expect(field('Received each, USD').value).toBe('12.25');
    await type('Count', '1');
    const count = document.querySelector<HTMLInputElement>('.sale input');
    await act(() => {
      if (count) count.value = '1';
      count?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await type('Received each, USD', '15');
    await click(button('Sold'));
    const sold = { name: redline, count: 1, paid: usd(1100), received: usd(1500), soldAt: now };
    expect(setTo(env)).toEqual([{ items: [{ ...holding, count: 1 }], sales: [sold] }]);
    expect(sums()).toContain('Realised profit+$4.00');
    await click(button(`Take back the sale of ${redline}`));
    expect(setTo(env).at(-1)).toEqual({
      items: [
        { ...holding, count: 1 },
        { ...holding, count: 1 },
      ],
      sales: [],
    });
  });

  test('is filled in with as many decimals as its sum needs', async () => {
    const cases = { items: [{ ...holding, name: 'Case', count: 250 }] };
    await opened(cases);
    await click(button('Sell'));
    expect(field('Received each, USD').value).toBe('0.2220');
    await close();
    await opened(cases, { currency: { show: 'fixed', code: 'EUR' }, rates: { EUR: 0.87 } });
    await click(button('Sell'));
    expect(field('Received each, EUR').value).toBe('0.19314000');
  });

  test('of all removes the entry, and of more is refused', async () => {
    const env = await opened({ items: [other], sales: [sale] });
    await click(button('Sell'));
    await click(button('Sold'));
    expect(text('.sale .problem')).toContain('from 1 to 1');
    await type('Received each, USD', '7');
    await click(button('Sold'));
    expect(setTo(env)).toEqual([{ items: [], sales: [sale, { ...other, received: usd(700), soldAt: now }] }]);
    expect(texts('.sales tbody tr')[0]).toContain(other.name);
  });
});
