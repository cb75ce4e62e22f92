import { act } from 'preact/test-utils';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usd } from '../../core/owned/usd.ts';
import { button, click, query, settle, text } from '../../popup/screen.tsx';
import { close, texts } from '../screen.tsx';
import { doppler, holding, opened, redline, setTo } from './portfolio-screen.tsx';

// The page loads it with the first list.
beforeAll(() => import('#core/owned/portfolio-csv.ts'));
afterEach(close);

describe('a list', () => {
  const write = (words: string) => {
    const area = query('.portfolio textarea') as HTMLTextAreaElement;
    return act(() => {
      area.value = words;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }).then(() => area);
  };
  const paste = async (words: string) => {
    const area = await write(words);
    await click(button('Add these items'));
    await settle();
    return area;
  };

  test('shows lines that could not be read with the reason, and adds the others after a click', async () => {
    const env = await opened({ items: [holding] });
    await paste(`${redline};1;$5,00\n${redline};x`);
    expect(setTo(env)).toEqual([]);
    expect(text('.portfolio-import')).toContain(`Line 2: ${redline};x (the count is unclear)`);
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toEqual([{ items: [holding, { name: redline, count: 1, paid: usd(500) }], sales: [] }]);
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

  const choose = async (value: string) => {
    const choice = query('.portfolio-import select') as HTMLSelectElement;
    await act(() => {
      choice.value = value;
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await settle();
  };

  test('of amounts without a currency asks for it once, beside the button', async () => {
    const env = await opened({ items: [] }, { rates: { CNY: 7, EUR: 0.8 } });
    await paste(`饰品名称,数量,购买价格\n${redline},2,240\nCase,1,27.83`);
    expect(setTo(env)).toEqual([]);
    expect(texts('.portfolio-import select option')).toEqual(['not said', 'USD', 'CNY', 'EUR']);
    await choose('CNY');
    expect(query('.table-columns').nextElementSibling).toBe(button('Add the items that were read: 2'));
    await click(button('Add the items that were read: 2'));
    await settle();
    const yuan = (cents: number) => ({ cents, currency: 'CNY' });
    const items = [
      { ...holding, paid: yuan(24_000) },
      { name: 'Case', count: 1, paid: yuan(2783) },
    ];
    expect(setTo(env)).toEqual([{ items, sales: [] }]);
  });

  test('is added once by two presses, and a second time only after a question', async () => {
    const env = await opened({ items: [] });
    const once = `${redline},2,$11.00`;
    await write(once);
    await act(() => {
      button('Add these items').click();
      button('Add these items').click();
    });
    await settle();
    expect(setTo(env)).toEqual([{ items: [holding], sales: [] }]);
    await paste(once);
    expect(setTo(env)).toHaveLength(1);
    expect(text('.portfolio-import')).toContain('The portfolio already has all of these entries.');
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env).at(-1)).toEqual({ items: [holding, holding], sales: [] });
  });

  test('with a column of two meanings adds nothing until the user has said what it means', async () => {
    const env = await opened({ items: [] });
    await paste(`Item;Amount\n${redline};12`);
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toEqual([]);
    await choose('count');
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toMatchObject([{ items: [{ name: redline, count: 12 }] }]);
  });

  test('adds no sum, no head of a section and no unknown item until a click says so', async () => {
    const env = await opened({ items: [] });
    await paste(`Item,Count,Paid ($)\nRifles,,\n${redline},2,12.50\nTotal,1500,575.00`);
    expect(setTo(env)).toEqual([]);
    expect(text('.portfolio-import .unread')).toContain('Not found: 2.');
    expect(texts('.portfolio-import .preview li')).toEqual([`2 × ${redline} · $12.50`]);
    await click(query('.portfolio-import .unread button'));
    await click(button('Add the items that were read: 2'));
    await settle();
    const bought = { name: redline, count: 2, paid: usd(1250) };
    const items = [bought, { name: 'Rifles', count: 1, paid: null }];
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
    expect(env.state.saved[0]?.text).toContain(`${redline},2,11,USD,,,,csfloat,12.5,25,24.5,2.5,`);
  });
});
