import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseSettings } from '#core/settings/settings.ts';
import { defineSite } from '#core/site.ts';
import { toSettingsView } from '#page/boot/settings-view.ts';
import { markOwn } from '#page/cards/overlay-host.ts';
import { Panel } from '#page/panel/panel.ts';
import type { PanelDeps } from '#page/panel/panel-deps.ts';
import { createPageBlock } from '#page/sums/page-block.ts';
import { HistoryView } from '#ui/charts/history-view.ts';
import { openCards } from '../panel/panel-page.ts';
import { openPage, site, view } from '../sample-page.ts';

/** Settles for what the page asks: lost, or never settled by the browser. */
const script: ('lost' | 'silent')[] = [];
let asked = 0;
/** Number of the test, for files of its own: a module runs once. */
let run = 0;

async function reply<T>(answer: T): Promise<T> {
  asked++;
  const what = script.shift();
  if (what === 'silent') return new Promise<never>(() => undefined);
  if (what === 'lost') throw new Error('lost');
  return answer;
}

const told: Readonly<Record<string, unknown>> = {
  details: [{ market: 'dmarket', asOf: 1_800_000_000_000, cents: 5000 }],
  history: { state: 'none', lacks: 'item' },
  offers: [[{ market: 'dmarket', cents: 150, asOf: 1_800_000_000_000 }]],
};
const block = { update: () => undefined, refreshOffers: () => undefined, remove: () => undefined };
const drawnBySums: string[] = [];
const startSums = () => {
  drawnBySums.push('sums');
  return block;
};
Object.assign(globalThis, {
  startSums,
  fileOf: reply,
  chrome: {
    runtime: {
      id: 'skinlens',
      getURL: (path: string) =>
        `data:text/javascript,await fileOf(); globalThis.skinlensExports = { ...globalThis.skinlensExports, '${path.slice(1, -3)}': globalThis.startSums }; // ${run}`,
      sendMessage: async ({ kind }: { kind: string }) => JSON.stringify({ ok: true, answer: await reply(told[kind]) }),
    },
  },
});
const { abandonAsks, askWorker } = await import('#page/boot/lazy-scripts.ts');
const { loadSumsOnDemand } = await import('#page/sums/load-sums.ts');
const { inventoryKind } = await import('#page/sums/start-sums.ts');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = 0;
  run++;
  script.splice(0);
  drawnBySums.splice(0);
  Object.assign(globalThis, { skinlensExports: undefined });
});
afterEach(() => void vi.useRealTimers());

const market = { ...view, markets: ['buff163', 'dmarket'] as const };

function openPanel(deps: Partial<PanelDeps>) {
  const { cards, environment } = openCards('AK');
  const panel = new Panel({ ...market, markets: [...market.markets] }, { ...environment, ...deps });
  if (cards[0]) panel.pin(cards[0].host, false);
  return () => panel.element.shadowRoot?.textContent ?? '';
}

async function openSums() {
  const of = defineSite({ ...site, pages: site.pages.map((page) => ({ ...page, kind: 'inventory' })) });
  const page = openPage(['AK'], of);
  const settings = toSettingsView(parseSettings({ markets: ['dmarket'] }), 'sample');
  const { document, overlays, worker } = page;
  const sums = createPageBlock(inventoryKind(document), {
    document,
    now: () => worker.now,
    markOwn,
    input: () => overlays.reportInput(),
    view: () => settings,
    offers: (names) => askWorker('offers', { names: [...names] }),
  });
  overlays.start();
  await page.settle();
  sums.update();
  return () => document.querySelector('skinlens-inventory')?.shadowRoot?.textContent ?? '';
}

async function openPageWithSums() {
  const { window } = new JSDOM('', { url: 'https://sample.invalid/market' });
  Object.assign(globalThis, { document: window.document });
  const of = defineSite({ ...site, pages: site.pages.map((page) => ({ ...page, kind: 'inventory' })) });
  const page = { view: () => view, input: () => undefined, offers: async () => [] };
  loadSumsOnDemand(of, page, new AbortController().signal);
  return () => drawnBySums.join();
}

async function openHistory() {
  const { window } = new JSDOM('');
  const { document, getComputedStyle } = window;
  Object.assign(globalThis, { document, getComputedStyle });
  Object.defineProperty(window.HTMLElement.prototype, 'clientWidth', { value: 300 });
  let drawn = '';
  const chart = async () =>
    reply(() => {
      drawn = 'chart';
      return () => undefined;
    });
  const days = [[20_000, 100, 200, 150] as const, [20_001, 100, 200, 150] as const];
  new HistoryView(chart).show({
    item: 'AK',
    past: { state: 'found', markets: [{ market: 'buff163', days, recent: [] }], since: null } as never,
    shown: { code: 'USD', perUsd: 1 } as never,
    coinUsd: null,
    now: 20_002 * 86_400_000,
  });
  return () => drawn;
}

const turn = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
};

describe.each([
  [
    'the markets of a pinned panel',
    async () => openPanel({ details: (name) => askWorker('details', { name }) }),
    '$50.00',
  ],
  [
    'the past in an open panel',
    async () => openPanel({ history: (name, days) => askWorker('history', { name, days }) }),
    'has not recorded a price',
  ],
  ['what other markets tell of a page’s items', openSums, 'DMarket$1.50'],
  ['sums.js', openPageWithSums, 'sums'],
  ['the chart of a history', openHistory, 'chart'],
])('%s', (_, open, expected) => {
  test('is lost, then comes', async () => {
    script.push('lost', 'lost');
    const shown = await open();
    await turn(0);
    expect(shown()).not.toContain(expected);
    for (const ms of [1000, 5000]) await turn(ms);
    expect(shown()).toContain(expected);
    await turn(900_000);
    expect(asked).toBe(3);
  });
});

test('neither an answer nor a file that was under way in the back-forward cache is waited for', async () => {
  script.push('silent', 'silent', 'lost');
  const answer = askWorker('details', { name: 'AK' });
  const shown = await openPageWithSums();
  await turn(0);
  abandonAsks();
  await expect(answer).rejects.toThrow('back-forward');
  for (const ms of [0, 1000, 5000]) await turn(ms);
  expect(shown()).toBe('sums');
});
