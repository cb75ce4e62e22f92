import { act } from 'preact/test-utils';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { noFees } from '#core/fees.ts';
import type { Holding } from '#core/portfolio.ts';
import type { PortfolioAnswer } from '#protocol/portfolio-messages.ts';
import { createEnvironment, type Environment, start } from '../environment.ts';
import { button, click, close, open, query, settle, text, type } from '../screen.tsx';

// The section loads it with the first list.
beforeAll(() => import('#core/portfolio-csv.ts'));
afterEach(close);

const redline = 'AK-47 | Redline (Field-Tested)';
const holding: Holding = { name: redline, count: 2, paidCents: 3000 };
const fees = { confirmed: true, markets: { buff163: { ...noFees, selling: { percent: 2.5, cents: 0 } } } };

const answerOf = (items: readonly Holding[]): PortfolioAnswer => ({
  items,
  quotes: [[redline, { buff163: 4000, inflated: false }]],
  asOf: start - 60_000,
  sample: false,
});

/** Opens the section as a click on its title does. The worker keeps what is set. */
async function opened(items: readonly Holding[], settings: unknown = { fees }): Promise<Environment> {
  const env = createEnvironment(settings);
  let held = items;
  env.worker.portfolio = async () => answerOf(held);
  env.worker['portfolio-set'] = async (request) => {
    held = request.items;
    return answerOf(held);
  };
  await open(env, 'watch');
  const part = query('.portfolio details') as HTMLDetailsElement;
  part.open = true;
  await act(() => void part.dispatchEvent(new Event('toggle')));
  await settle();
  return env;
}

const setTo = (env: Environment) =>
  env.asked.filter(({ kind }) => kind === 'portfolio-set').map(({ request }) => request);

describe('the portfolio', () => {
  test('asks for nothing until it is opened', async () => {
    const env = createEnvironment();
    await open(env, 'watch');
    expect(env.asked.some(({ kind }) => kind === 'portfolio')).toBe(false);
  });

  test('shows value, net and profit, of each entry and in all', async () => {
    await opened([holding]);
    // 2 × 40.00; 2 × 39.00; 78.00 − 60.00.
    expect(text('.totals')).toBe(
      'Value on BUFF163 $80.00 2 of 2 itemsNet $78.00 2 of 2 itemsProfit or loss +$18.00 2 of 2 items',
    );
    expect(text('.portfolio li')).toContain('+$18.00');
    expect(query('.portfolio li .gain').title).toContain('less what was paid');
  });

  test('names what it counts out, and a sum of nothing is no 0', async () => {
    await opened([{ ...holding, name: 'Nonsense' }]);
    expect(text('.totals')).toContain('Value on BUFF163 — 0 of 2 items');
    expect(text('.totals')).toContain('Not counted, because they have no reliable price: Nonsense.');
  });

  test('says which fees are missing', async () => {
    await opened([holding], {});
    expect(text('.totals')).toContain('Enter and confirm the fees of BUFF163');
    expect(text('.totals')).not.toContain('Profit');
  });

  test('takes a typed entry', async () => {
    const env = await opened([]);
    await type('Exact name of the item', ` ${redline} `);
    await type('Count', '3');
    await type('Paid each, USD', '12,50');
    await click(button('Add'));
    expect(setTo(env)).toEqual([{ items: [{ name: redline, count: 3, paidCents: 1250 }] }]);
  });

  test.each([
    ['', '1', ''],
    [redline, '0', ''],
    [redline, '1.5', ''],
    [redline, '1,000', ''],
    [redline, '1.000', ''],
    [redline, '1', 'cheap'],
    [redline, '1', '-1'],
  ])('refuses an entry of "%s", "%s" and "%s" with words', async (name, count, paid) => {
    const env = await opened([]);
    await type('Exact name of the item', name);
    await type('Count', count);
    await type('Paid each, USD', paid);
    await click(button('Add'));
    expect(text('#add-holding-problem')).toContain('a whole count from 1');
    expect(setTo(env)).toEqual([]);
  });

  test('removes one entry, also of an item that is there twice', async () => {
    const env = await opened([holding, { ...holding, paidCents: 1 }]);
    await click(button(`Remove ${redline} from the portfolio`));
    expect(setTo(env)).toEqual([{ items: [{ ...holding, paidCents: 1 }] }]);
  });

  test('shows lines that it could not read with the reason, and adds the others after a click', async () => {
    const env = await opened([holding]);
    const area = query('.portfolio textarea') as HTMLTextAreaElement;
    await act(() => {
      area.value = `${redline};1;5,00\n${redline};x`;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await click(button('Add these items'));
    await settle();
    expect(setTo(env)).toEqual([]);
    expect(text('.portfolio-import')).toContain(`Line 2: ${redline};x (the count is unclear)`);
    await click(button('Add the items that were read: 1'));
    await settle();
    expect(setTo(env)).toEqual([{ items: [holding, { name: redline, count: 1, paidCents: 500 }] }]);
    expect(text('.portfolio-import')).toContain('1 entry added. Lines not read: 1.');
  });

  test('takes a file, and the same one again, and says when it cannot be read', async () => {
    const env = await opened([], {});
    const input = query('.portfolio input[type=file]') as HTMLInputElement;
    const choose = async (file: unknown) => {
      Object.defineProperty(input, 'files', { configurable: true, value: [file] });
      // A browser tells nothing of a file that is chosen again while the input still has its path.
      Object.defineProperty(input, 'value', { configurable: true, writable: true, value: 'list.csv' });
      await act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
      await settle();
      expect(input.value).toBe('');
    };
    const bytes = new TextEncoder().encode(redline);
    await choose({ slice: () => ({ arrayBuffer: async () => bytes.buffer }) });
    expect(setTo(env)).toHaveLength(1);
    await choose({ slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) });
    expect(text('.portfolio-import')).toContain('The browser could not read this file');
  });

  test('is exported as CSV', async () => {
    const env = await opened([holding]);
    await click(query('.portfolio > details > .buttons button'));
    await settle();
    expect(env.shell.saved[0]?.name).toBe('skinlens-portfolio.csv');
    expect(env.shell.saved[0]?.text).toContain(`${redline},2,30,buff163,40,80,78,18,`);
  });

  test('keeps what another page has added meanwhile', async () => {
    const env = await opened([holding]);
    const other: Holding = { name: 'AWP | Asiimov (Field-Tested)', count: 1, paidCents: null };
    env.worker.portfolio = async () => answerOf([other, holding]);
    await click(button(`Remove ${redline} from the portfolio`));
    expect(setTo(env)).toEqual([{ items: [other] }]);
  });

  test('keeps both of two quick changes', async () => {
    const second: Holding = { name: 'AWP | Asiimov (Field-Tested)', count: 1, paidCents: null };
    const env = await opened([holding, second]);
    const [one, two] = [
      button(`Remove ${redline} from the portfolio`),
      button(`Remove ${second.name} from the portfolio`),
    ];
    await act(() => {
      one.click();
      two.click();
    });
    await settle();
    expect(setTo(env).at(-1)).toEqual({ items: [] });
  });

  test('says nothing of added entries that could not be saved, and keeps the list', async () => {
    const env = await opened([holding]);
    env.worker['portfolio-set'] = async () => Promise.reject(new Error('disk full'));
    const area = query('.portfolio textarea') as HTMLTextAreaElement;
    await act(() => {
      area.value = redline;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await click(button('Add these items'));
    await settle();
    expect(text('.portfolio .problem')).toContain('disk full');
    expect(text('.portfolio-import')).not.toContain('added');
    expect(area.value).toBe(redline);
  });

  test('keeps a typed entry that could not be saved', async () => {
    const env = await opened([]);
    env.worker['portfolio-set'] = async () => Promise.reject(new Error('disk full'));
    await type('Exact name of the item', redline);
    await click(button('Add'));
    expect((query('.add-holding input') as HTMLInputElement).value).toBe(redline);
  });

  test('says why it could not be saved', async () => {
    const env = await opened([holding]);
    env.worker['portfolio-set'] = async () => Promise.reject(new Error('disk full'));
    await click(button(`Remove ${redline} from the portfolio`));
    expect(text('.portfolio .problem')).toContain('disk full');
    expect(text('.portfolio li')).toContain(redline);
  });
});
