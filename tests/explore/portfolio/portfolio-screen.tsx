import type { Portfolio } from '#core/owned/portfolio.ts';
import { usd } from '../../core/owned/usd.ts';
import { plainRedline } from '../plain-items.ts';
import { now } from '../random-items.ts';
import { cellText, createEnvironment, open, price, texts } from '../screen.tsx';

export const redline = plainRedline.name;
export const doppler = '★ Karambit | Doppler (Factory New)';
export const holding = { name: redline, count: 2, paid: usd(1100) };
export const sale = { name: redline, count: 2, paid: usd(1000), received: usd(1500), soldAt: now - 86_400_000 };
export const other = { name: 'AWP | Asiimov (Field-Tested)', count: 1, paid: null };

/** The Redline brings most on CSFloat, where the average is below the ask; Steam's $14.00 is no cash. */
const prices = [price('buff163', 1000), price('csfloat', 1300, { avg7: 1250 }), price('steam', 1400)];
const plain = { ...plainRedline, change: undefined };
const inTable = [
  { ...plain, prices },
  { ...plain, name: doppler, phases: true, prices },
  // Of $0.2265 are left $0.222: 250 bring $55.50.
  { ...plain, name: 'Case', prices: [price('buff163', 22.653_061_2)] },
  { ...plain, name: 'Thin', prices: [price('buff163', 1000, { offers: 1 })] },
  { ...plain, name: 'Flagged', prices: [price('buff163', 1000, { inflated: true })] },
];

type Entries = Pick<Portfolio, 'items'> & Partial<Portfolio>;

export const answerOf = ({ items, sales = [] }: Entries): Portfolio => ({ items, sales });

export async function opened(portfolio: Entries, settings: object = {}) {
  const env = createEnvironment(inTable, settings);
  let held = portfolio;
  env.worker.portfolio = async () => answerOf(held);
  env.worker['portfolio-set'] = async (request) => {
    held = request;
    return answerOf(held);
  };
  await open(env, 'portfolio=1');
  return env;
}

type Environment = Awaited<ReturnType<typeof opened>>;
export const setTo = ({ state }: Environment) =>
  state.asked.filter(({ kind }) => kind === 'portfolio-set').map(({ request }) => request);

export const entries = () =>
  Array.from(document.querySelectorAll('.holdings tbody tr'), (row) =>
    Array.from(row.children, (cell) => (cell.matches('th') ? cell.textContent : cellText(cell))).slice(0, 5),
  );
export const sums = () => texts('.sums .facts div');
