import { act } from 'preact/test-utils';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { button, click, field, query, settle, text, type } from '../../popup/screen.tsx';
import { now } from '../random-items.ts';
import { close, texts } from '../screen.tsx';
import { answerOf, doppler, entries, holding, opened, other, redline, sale, setTo, sums } from './portfolio-screen.tsx';

// The page loads it with the first list.
beforeAll(() => import('#core/owned/portfolio-csv.ts'));
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
    expect(setTo(env)).toEqual([{ items: [{ name: redline, count: 3, paidCents: 1250 }], sales: [] }]);
    expect(field('Item').value).toBe('');
  });

  test('typed in another currency keeps it: its profit follows the rate, and the page names the rate', async () => {
    const euros = (rate: number) => ({ currency: { show: 'fixed', code: 'EUR' }, rates: { EUR: rate } });
    const env = await opened({ items: [] }, euros(0.8));
    await type('Item', redline);
    await type('Count', '2');
    await type('Paid each, EUR', '8,00');
    await click(button('Add'));
    const paidTyped = { currency: 'EUR', hundredths: 800 };
    const added = { name: redline, count: 2, paidCents: 1000, paidTyped };
    expect(setTo(env)).toEqual([{ items: [added], sales: [] }]);
    await close();
    const later = await opened(
      { items: [added], sales: [{ ...sale, receivedTyped: { currency: 'EUR', hundredths: 1200 } }] },
      euros(1),
    );
    expect(entries()[0]?.at(-1)).toBe('€8.00');
    expect(text('.sums .note')).toContain('your own rate: 1 USD = 1 EUR');
    expect(text('.sales tbody')).toContain('€12.00');
    await click(button('Sell'));
    await type('Received each, EUR', '9');
    await click(button('Sold'));
    expect(setTo(later)).toMatchObject([
      { items: [], sales: [sale, { paidTyped, receivedTyped: { currency: 'EUR', hundredths: 900 } }] },
    ]);
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
    const second = { ...holding, paidCents: 1 };
    const env = await opened({ items: [holding, second], sales: [sale] });
    await click(button(`Remove ${redline} from the portfolio`));
    expect(setTo(env)).toEqual([{ items: [second], sales: [sale] }]);
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
    const sold = { name: redline, count: 1, paidCents: 1100, receivedCents: 1500, soldAt: now };
    expect(setTo(env)).toEqual([{ items: [{ ...holding, count: 1 }], sales: [sold] }]);
    expect(sums()).toContain('Realised profit+$4.001 of 1 items');
    await click(button(`Take back the sale of ${redline}`));
    expect(setTo(env).at(-1)).toEqual({
      items: [
        { ...holding, count: 1 },
        { ...holding, count: 1 },
      ],
      sales: [],
    });
  });

  test('of all removes the entry, and of more is refused', async () => {
    const env = await opened({ items: [other], sales: [sale] });
    await click(button('Sell'));
    await click(button('Sold'));
    expect(text('.sale .problem')).toContain('from 1 to 1');
    await type('Received each, USD', '7');
    await click(button('Sold'));
    expect(setTo(env)).toEqual([{ items: [], sales: [sale, { ...other, receivedCents: 700, soldAt: now }] }]);
    expect(texts('.sales tbody tr')[0]).toContain(other.name);
  });
});

describe('a list', () => {
  const paste = async (words: string) => {
    const area = query('.portfolio textarea') as HTMLTextAreaElement;
    await act(() => {
      area.value = words;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await click(button('Add these items'));
    await settle();
    return area;
  };

  test('shows lines that could not be read with the reason, and adds the others after a click', async () => {
    const env = await opened({ items: [holding] });
    await paste(`${redline};1;5,00\n${redline};x`);
    expect(setTo(env)).toEqual([]);
    expect(text('.portfolio-import')).toContain(`Line 2: ${redline};x (the count is unclear)`);
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toEqual([{ items: [holding, { name: redline, count: 1, paidCents: 500 }], sales: [] }]);
    expect(text('.portfolio-import')).toContain('1 entry added. Lines not read: 1.');
  });

  test('is taken from a file, and from the same one again; one that cannot be read is told', async () => {
    const env = await opened({ items: [] });
    const input = query('.portfolio input[type=file]') as HTMLInputElement;
    const choose = async (file: unknown) => {
      Object.defineProperty(input, 'files', { configurable: true, value: [file] });
      // A browser tells nothing of a file that is chosen again while the input still has its path.
      Object.defineProperty(input, 'value', { configurable: true, writable: true, value: 'list.csv' });
      await act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
      await settle();
      expect(input.value).toBe('');
    };
    const file = (bytes: Uint8Array) => ({ slice: () => ({ arrayBuffer: async () => bytes.buffer }) });
    await choose(file(new TextEncoder().encode(redline)));
    expect(setTo(env)).toHaveLength(1);
    // In GBK, as Chinese spreadsheets write; in Windows-1252 it reads "¡ï Karambit …".
    await choose(file(Uint8Array.of(0xa1, 0xef, ...new TextEncoder().encode(doppler.slice(1)))));
    expect(setTo(env).at(-1)).toMatchObject({ items: [{ name: redline }, { name: doppler, count: 1 }] });
    await choose({ slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) });
    expect(text('.portfolio-import')).toContain('The browser could not read this file');
  });

  test('with a column of two meanings adds nothing until the user has said what it means', async () => {
    const env = await opened({ items: [] });
    await paste(`Item;Amount\n${redline};12`);
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toEqual([]);
    const choice = query('.portfolio-import select') as HTMLSelectElement;
    await act(() => {
      choice.value = 'count';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await settle();
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toMatchObject([{ items: [{ name: redline, count: 12 }] }]);
  });

  test('adds no sum, no head of a section and no unknown item until a click says so', async () => {
    const env = await opened({ items: [] });
    await paste(`Item,Count,Paid\nRifles,,\n${redline},2,12.50\nTotal,1500,575.00`);
    expect(setTo(env)).toEqual([]);
    expect(text('.portfolio-import .unread')).toContain('Not found: 2.');
    expect(texts('.portfolio-import .preview li')).toEqual([`2 × ${redline} · $12.50`]);
    await click(query('.portfolio-import .unread button'));
    await click(button('Add the items that were read: 2'));
    await settle();
    const bought = { name: redline, count: 2, paidCents: 1250 };
    const items = [bought, { name: 'Rifles', count: 1, paidCents: null }];
    expect(setTo(env)).toEqual([{ items, sales: [] }]);
  });

  test('that could not be saved stays, and nothing is said of added entries', async () => {
    const env = await opened({ items: [] });
    env.worker['portfolio-set'] = async () => Promise.reject(new Error('disk full'));
    const area = await paste(redline);
    expect(text('.portfolio .problem')).toContain('disk full');
    expect(text('.portfolio-import')).not.toContain('added');
    expect(area.value).toBe(redline);
  });

  test('is written as CSV', async () => {
    const env = await opened({ items: [holding] });
    await click(button('Export as CSV'));
    await settle();
    expect(env.state.saved[0]?.name).toBe('skinlens-portfolio.csv');
    expect(env.state.saved[0]?.text).toContain(`${redline},2,11,csfloat,12.5,25,24.5,2.5,`);
  });
});
