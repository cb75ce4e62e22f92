import { expect, test } from 'vitest';
import { dollar } from '#core/money/rates.ts';
import { dayMs } from '#core/prices/age.ts';
import { type ItemPastAnswer, isolatedPoints } from '#core/prices/item-past.ts';
import { type HistoryContext, HistoryView } from '#ui/charts/history-view.ts';
import type { ChartContent } from '#ui/charts/price-chart.ts';

const now = Date.parse('2026-11-24T10:10:00.000Z');
const today = Math.floor(now / dayMs);
const days = Array.from({ length: 60 }, (_, at) => [today - 60 + at, 900, 1100, 1000 + at] as const);
const past: ItemPastAnswer = {
  state: 'found',
  since: today - 60,
  markets: [
    { market: 'buff163', days, recent: [] },
    { market: 'csgoroll', days: [[today - 1, 10, 12, 11]], recent: [] },
  ],
};
const context: HistoryContext = { item: 'AWP | Asiimov', past, shown: dollar, coinUsd: null, now };

function open(first: Partial<HistoryContext> = {}) {
  const drawn: ChartContent[] = [];
  const needed: number[] = [];
  const draw = async () => (_: unknown, content: ChartContent) => {
    drawn.push(content);
    return () => undefined;
  };
  const view = new HistoryView(draw, () => needed.push(view.days));
  document.body.replaceChildren(view.element);
  const plot = view.element.querySelector('.plot');
  // jsdom has no layout.
  Object.defineProperty(plot, 'clientWidth', { get: () => (view.element.isConnected ? 400 : 0) });
  view.show({ ...context, ...first });
  const label = () => plot?.getAttribute('aria-label');
  const press = (span: number) => view.element.querySelector<HTMLElement>(`[data-span="${span}"]`)?.click();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { view, drawn, needed, label, press, settle, text: () => view.element.textContent };
}

test('says last, lowest and highest of each market in a sentence, for each period', async () => {
  const { label, press, drawn, settle } = open();
  expect(label()).toBe(
    'Price history, AWP | Asiimov, last 30 days. BUFF163: last $10.59, lowest $9.00, highest $11.00',
  );
  await settle();
  expect(drawn[0]?.at).toHaveLength(31);
  press(365);
  await settle();
  expect(label()).toContain('last 365 days');
  expect(drawn.at(-1)?.at).toHaveLength(366);
  expect(document.querySelectorAll('[aria-pressed="true"]')).toHaveLength(1);
});

test('needs the past of a year only once somebody chooses it', () => {
  const { view, press, needed } = open();
  for (const span of [7, 90]) press(span);
  expect([view.days, needed]).toEqual([90, []]);
  for (const span of [365, 365, 30]) press(span);
  expect([view.days, needed]).toEqual([90, [365]]);
});

test('draws a known chart in a panel that shows its content before it is on the page', async () => {
  const { view, drawn, settle } = open();
  await settle();
  view.remove();
  view.element.remove();
  view.show(context);
  document.body.append(view.element);
  await settle();
  expect(drawn).toHaveLength(2);
});

test('lets the first three of many lines stand out, with their marks', async () => {
  const markets = (['buff163', 'youpin', 'csfloat', 'steam', 'waxpeer'] as const).map((market) => ({
    market,
    days,
    recent: [],
  }));
  const { drawn, settle } = open({ past: { ...past, markets } });
  await settle();
  expect(drawn[0]?.lines.map(({ isFaint, mark }) => [isFaint, mark !== undefined])).toEqual([
    ...Array.from({ length: 3 }, () => [undefined, true]),
    ...Array.from({ length: 2 }, () => [true, false]),
  ]);
});

test('says since when the past is kept only in a period that is longer', () => {
  const { text, press } = open();
  expect(text()).not.toContain('The relay has kept');
  press(90);
  expect(text()).toContain('The relay has kept prices since Sep 25, 2026.');
});

test('converts all prices by today’s rate, says so, and leaves out coins without a rate', async () => {
  const { text, drawn, settle, label } = open({
    shown: { code: 'EUR', perUsd: 0.5, of: '2026-11-24' },
    listingCents: 1200,
  });
  await settle();
  expect(label()).toContain('last €5.30, lowest €4.50, highest €5.50');
  expect(text()).toContain('converted to EUR at today’s rate');
  expect(text()).toContain('This listing: €6.00');
  expect(text()).toContain('CSGORoll: Coins have no exchange rate');
  expect(drawn[0]?.lines.map(({ values }) => values.at(-2))).toEqual([5.295, 6]);
});

test('says on how many days it was dearer only with a present price', () => {
  expect(open().text()).not.toContain('cheaper than on');
  expect(open({ present: { market: 'buff163', price: 1030, toAverage: -4 } }).text()).toContain(
    'BUFF163: cheaper than on 29 of 60 days',
  );
});

test('says a price against its average before 30 days are recorded, and nothing while the past is loading', () => {
  const words = 'CSFloat: −4.2% against the 30-day average';
  const present = { market: 'csfloat', price: 1030, toAverage: -4.21 } as const;
  expect(open({ present }).text()).toContain(words);
  expect(open({ present, past: { state: 'none', lacks: 'history' } }).text()).toContain(words);
  expect(open({ present, past: undefined }).text()).not.toContain('average');
  expect(open({ present: { market: 'csfloat', price: 1030 } }).text()).not.toContain('average');
});

test.each<[ItemPastAnswer | undefined, RegExp]>([
  [undefined, /^Loading/],
  [{ state: 'none', lacks: 'item' }, /has not recorded a price of this item/],
  [{ state: 'none', lacks: 'history' }, /No price history: sample prices/],
  [{ state: 'fault', fault: 'timeout' }, /did not load: relay/i],
  [{ state: 'found', since: null, markets: [] }, /No prices in this period/],
])('says why there is no chart (%j)', async (answer, words) => {
  const { view, label, text, drawn, settle } = open({ past: answer });
  await settle();
  expect(label()).toMatch(words);
  // Another period may have prices, but not where there is no history at all.
  expect(view.element.querySelector<HTMLElement>('.spans')?.hidden).toBe(answer?.state === 'none');
  expect(text()).toMatch(words.source.startsWith('^') ? /Loading/ : words);
  expect(drawn).toEqual([]);
});

test('draws no axis for the prices of two days, and says since when they are kept', async () => {
  const { label, drawn, settle } = open({ past: { ...past, since: today - 1 } });
  await settle();
  expect([label(), drawn]).toEqual(['The relay has kept prices since Nov 23, 2026.', []]);
});

test('draws equal states once, and only the last of several', async () => {
  const { view, drawn, settle, press } = open();
  view.show({ ...context, now: now + 1000 });
  press(7);
  press(90);
  await settle();
  expect(drawn.map(({ at }) => at.length)).toEqual([91]);
});

test('a price between two gaps is a point', () => {
  expect(isolatedPoints([1, null, 2, null, 3, undefined, 4, null, undefined, 5])).toEqual([0, 2, 9]);
});
