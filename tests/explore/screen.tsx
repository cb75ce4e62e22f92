import { render } from 'preact';
import { act } from 'preact/test-utils';
import { vi } from 'vitest';
import type { MarketId } from '#core/prices/markets.ts';
import { emptyTable } from '#core/rows/item-table.ts';
import type { SavedView } from '#core/rows/saved-views.ts';
import { buildIndex } from '#core/search/search-index.ts';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import type { LoadState } from '#explore/data/item-source.ts';
import { matchNames } from '#explore/data/worker.ts';
import type { ExploreDeps } from '#explore/deps.ts';
import { Explore } from '#explore/explore.tsx';
import type { Answers, RequestKind, Requests } from '#protocol/messages.ts';
import { query, settle } from '../popup/screen.tsx';
import { type PlainItem, type PlainPrice, plainRedline } from './plain-items.ts';
import { markets, now, toTable } from './random-items.ts';

const none = { percent: 0, cents: 0 };
const fee = { buying: none, selling: { percent: 2, cents: 0 }, cashingOut: none };
const fees = Object.fromEntries(markets.map((market) => [market, fee]));

export const price = (market: MarketId, cents: number, over: Partial<PlainPrice> = {}): PlainPrice => ({
  market,
  cents,
  avg7: 0,
  seconds: now / 1000 - 240,
  offers: 9,
  inflated: false,
  ...over,
});

/** An item that CSFloat asks a dollar more for than BUFF163. */
export const itemAt = (name: string, cents: number, over: Partial<PlainItem> = {}): PlainItem => ({
  ...plainRedline,
  name,
  prices: [price('buff163', cents), price('csfloat', cents + 100)],
  change: undefined,
  ...over,
});

/** Explore's dependencies in memory. The clock advances only on command. */
export function createEnvironment(items: readonly PlainItem[], over: object = {}, sample = false) {
  const settings = { markets, fees: { confirmed: true, markets: fees }, deals: { minLiquidity: 20 }, ...over };
  const state = {
    settings: parseSettings(settings),
    now,
    items,
    views: [] as readonly SavedView[],
    copied: [] as string[],
    saved: [] as { readonly name: string; readonly text: string }[],
    settingsPages: 0,
    links: [] as string[],
    table: emptyTable,
    show: undefined as ((state: LoadState) => void) | undefined,
    asked: [] as { readonly kind: string; readonly request: unknown }[],
  };
  const worker: Partial<{ [K in RequestKind]: (request: Requests[K]) => Promise<Answers[K]> }> = {};
  const settingsListeners = new Set<(settings: Settings) => void>();
  const deps: ExploreDeps = {
    sites: [{ id: 'skinport', name: 'Skinport' }],
    source: {
      load: (_, show) => {
        state.show = show;
        state.table = toTable(state.items, sample);
        show({ table: state.table, isComplete: true, problem: '' });
      },
      index: async (names) => buildIndex(names),
      match: async (lines) => matchNames(state.table.names, lines, () => true),
    },
    ask: async (kind, request) => {
      state.asked.push({ kind, request });
      const answer = worker[kind];
      if (!answer) throw new Error('no worker');
      return answer(request);
    },
    past: () => Promise.reject(new Error('no worker')),
    loadSettings: async () => state.settings,
    changeSettings: async (change) => {
      state.settings = parseSettings(change(state.settings));
      for (const listener of settingsListeners) listener(state.settings);
      return state.settings;
    },
    onSettings: (listener) => {
      settingsListeners.add(listener);
      return () => settingsListeners.delete(listener);
    },
    onPush: () => undefined,
    rates: async () => null,
    rarities: async () => () => undefined,
    readViews: async () => state.views,
    writeViews: async (views) => {
      state.views = views;
    },
    copy: async (text) => void state.copied.push(text),
    save: (name, text) => void state.saved.push({ name, text }),
    openLink: (url) => void state.links.push(url),
    openSettings: () => {
      state.settingsPages++;
    },
    loadChart: () => Promise.reject(new Error('no chart')),
    askToNotify: async () => false,
    now: () => state.now,
  };
  return { deps, state, worker };
}

type Environment = ReturnType<typeof createEnvironment>;

/** A window for about twenty rows: jsdom has no layout. */
const gridPx = 600;

export async function open<T extends Pick<Environment, 'deps'>>(env: T, address = ''): Promise<T> {
  const { deps } = env;
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => gridPx });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null;
    },
  );
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1280 });
  history.replaceState(null, '', `#${address}`);
  document.body.innerHTML = '<div id="app"></div>';
  await act(() => render(<Explore deps={deps} />, query('#app')));
  await settle();
  return env;
}

export const close = () => act(() => render(null, query('#app')));

export async function expand(selector: string): Promise<void> {
  const part = query(selector) as HTMLDetailsElement;
  part.open = true;
  await act(() => void part.dispatchEvent(new Event('toggle')));
}

export const texts = (selector: string): string[] =>
  Array.from(document.querySelectorAll(selector), ({ textContent }) => textContent);

/** An item's name, or a value after the name of its market. */
export function cellText(cell: Element): string {
  const market = cell.querySelector('.sign')?.getAttribute('aria-label');
  return [market, cell.querySelector('.item-name')?.textContent ?? cell.textContent].filter(Boolean).join(' ');
}

export const rows = (): string[][] =>
  Array.from(document.querySelectorAll('.rows .row'))
    .toSorted((one, other) => Number(one.getAttribute('aria-rowindex')) - Number(other.getAttribute('aria-rowindex')))
    .map((row) => Array.from(row.children, cellText));

export const names = (): string[] => rows().map(([name = '']) => name);

export const heads = (): string[] => texts('.heads button').map((head) => head.replace(/^[▲▼] /, ''));

export const sorted = (): string[] => texts('.heads [aria-sort] button');

export const reasons = (): string[] =>
  Array.from(
    document.querySelectorAll('.reasons li'),
    (line) => `${line.children[0]?.textContent} ${line.children[1]?.textContent}`,
  );
