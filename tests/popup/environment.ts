import { dollar } from '#core/money/rates.ts';
import type { WatchAnswer } from '#core/owned/watch-prices.ts';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import type { PopupDeps, Shell } from '#popup/deps.ts';
import type { Answers, PageReport, RequestKind, Requests, Status } from '#protocol/messages.ts';

export const start = Date.UTC(2026, 10, 21, 12, 0, 0);
const minute = 60_000;

/** A status without problems: 36,592 items, 4 minutes old, checked 12 seconds ago. */
export const working: Status = {
  table: { version: 'a', asOf: start - 4 * minute, items: 36_592, badRows: 0 },
  lastCheck: { at: start - 12_000, outcome: 'unchanged' },
  fault: null,
  nextCheckAt: start + 26 * minute,
  checking: false,
  storageProblem: null,
  relayVersion: '9.9.9',
};

const emptyWatchList: WatchAnswer = { items: [], asOf: start - 4 * minute, problem: null, shown: dollar };

const emptyPortfolio = { items: [], sales: [] };

export const unreachable = {
  kind: 'unreachable',
  status: null,
  detail: 'TypeError: Failed to fetch',
  at: start - 12_000,
  retryAt: null,
} as const;

/** A message without an answer here fails. */
type Worker = { [K in RequestKind]?: (request: Requests[K]) => Promise<Answers[K]> };

interface Ticking {
  readonly ms: number;
  readonly run: () => void;
  due: number;
}

function createClock() {
  let now = start;
  const ticking = new Set<Ticking>();
  const next = (until: number) =>
    [...ticking].filter(({ due }) => due <= until).sort((one, other) => one.due - other.due)[0];
  return {
    ticking,
    now: () => now,
    every: (ms: number, run: () => void) => {
      const entry = { ms, run, due: now + ms };
      ticking.add(entry);
      return () => void ticking.delete(entry);
    },
    advance(ms: number) {
      const until = now + ms;
      for (let entry = next(until); entry; entry = next(until)) {
        now = entry.due;
        entry.due += entry.ms;
        entry.run();
      }
      now = until;
    },
  };
}

/** Settings in memory, changed in the order of the browser's storage: read, change, write, notify. */
function createStore(stored: unknown) {
  let settings = parseSettings(stored);
  const listeners = new Set<(settings: Settings) => void>();
  const store = {
    listeners,
    refuse: undefined as Error | undefined,
    writeDelay: Promise.resolve(),
    loadSettings: async () => settings,
    changeSettings: (async (change) => {
      const changed = change(await store.loadSettings());
      await store.writeDelay;
      if (store.refuse) throw store.refuse;
      settings = parseSettings(JSON.parse(JSON.stringify(changed)));
      for (const listener of listeners) listener(settings);
      return settings;
    }) satisfies PopupDeps['changeSettings'],
    onSettings: (listener: (settings: Settings) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return store;
}

interface ShellState extends Pick<Shell, 'inTab'> {
  readonly saved: { name: string; text: string }[];
  shortcutPages: number;
  welcomes: number;
  missing: { id: string; patterns: string[] }[];
  readonly granted: Set<string>;
  readonly requested: (readonly string[])[];
  /** The browser's answer; `undefined`: a popup in which the browser cannot ask. */
  allows: boolean | undefined;
  readonly onAccess: Set<() => void>;
  readonly offered: (string | undefined)[];
  keys: string;
}

const createShell = (clock: Pick<PopupDeps, 'every'>, state: ShellState): Shell => ({
  get inTab() {
    return state.inTab;
  },
  save: (name, text) => void state.saved.push({ name, text }),
  shortcuts: async () => [{ name: 'toggle-overlays', description: 'Show or hide all overlays', keys: state.keys }],
  openExplore: async () => undefined,
  openPortfolio: async () => void state.offered.push('portfolio'),
  changeShortcuts: async () => void state.shortcutPages++,
  missingAccess: async () => state.missing,
  missingAccessTo: async (pages) => pages.filter(({ patterns }) => !patterns.every((one) => state.granted.has(one))),
  get requestAccess() {
    const { allows } = state;
    if (allows === undefined) return undefined;
    return async (patterns: readonly string[]) => {
      state.requested.push(patterns);
      if (allows) for (const one of patterns) state.granted.add(one);
      for (const listener of state.onAccess) listener();
      return allows;
    };
  },
  removeAccess: async (patterns) => {
    for (const one of patterns) state.granted.delete(one);
  },
  onAccess: (listener, signal) => {
    state.onAccess.add(listener);
    signal.addEventListener('abort', () => state.onAccess.delete(listener));
  },
  openWelcome: async (host) => {
    state.welcomes++;
    state.offered.push(host);
  },
  permissions: async () => ({ permissions: ['alarms', 'storage'], pages: ['https://csfloat.com/*'] }),
  after: (ms, run) => {
    const stop = clock.every(ms, () => {
      stop();
      run();
    });
    return stop;
  },
});

export function createEnvironment(stored: unknown = {}) {
  const clock = createClock();
  const store = createStore(stored);
  const pushes = new Set<() => void>();
  const asked: { kind: RequestKind; request: unknown }[] = [];
  const worker: Worker = {
    status: async () => working,
    refresh: async () => ({ outcome: 'unchanged', status: working }),
    'coin-rate': async () => null,
    'request-log': async () => [],
    search: async () => ({ state: 'unavailable', reason: 'none' }),
    details: async () => [],
    offers: async ({ names }) => names.map(() => []),
    watch: async () => emptyWatchList,
    'watch-star': async () => emptyWatchList,
    'watch-alert': async () => emptyWatchList,
    'watch-relay': async () => 'off',
    'view-alerts': async () => [],
    history: async () => ({ state: 'none', lacks: 'history' }),
    'watch-history': async () => 'none',
    portfolio: async () => emptyPortfolio,
    entered: async () => ({ portfolio: emptyPortfolio, watchList: { version: 1, items: [] }, views: [] }),
    'entered-set': async () => null,
    'portfolio-set': async () => emptyPortfolio,
    'past-rates': async () => ({}),
    'portfolio-past': async () => ({ state: 'none' }),
    'test-relay': async () => ({ outcome: 'fine', items: 36_592, badRows: 0 }),
  };
  const page = {
    url: undefined as string | undefined,
    report: undefined as PageReport | undefined,
    showed: [] as string[],
    copied: [] as string[],
    refusesCopy: false,
  };
  const shell = {
    inTab: false,
    saved: [] as { name: string; text: string }[],
    shortcutPages: 0,
    welcomes: 0,
    missing: [] as { id: string; patterns: string[] }[],
    granted: new Set<string>(),
    requested: [] as (readonly string[])[],
    allows: true as boolean | undefined,
    offered: [] as (string | undefined)[],
    onAccess: new Set<() => void>(),
    keys: 'Alt+Shift+S',
  };
  const openedTabs: string[][] = [];
  const last = { status: undefined as Status | undefined };
  const notifications = { allowed: false, asked: 0 };
  const deps: PopupDeps = {
    ...store,
    query: '',
    openAt: 'now',
    notifications: {
      allowed: async () => notifications.allowed,
      allow: async () => {
        notifications.asked++;
        return notifications.allowed;
      },
    },
    drawSeries: () => () => undefined,
    loadChart: async () => () => () => undefined,
    openTabs: async (urls) => void openedTabs.push([...urls]),
    now: clock.now,
    every: clock.every,
    ask: (<K extends RequestKind>(kind: K, request: Requests[K]) => {
      asked.push({ kind, request });
      const answer = worker[kind];
      if (!answer) throw new Error(`${kind} has no answer`);
      return answer(request);
    }) as PopupDeps['ask'],
    lastStatus: async () => last.status,
    pageReport: async (show) => {
      if (show !== undefined) page.showed.push(show);
      return page.report;
    },
    activeTabUrl: async () => page.url,
    onPush: (listener, signal) => {
      pushes.add(listener);
      signal.addEventListener('abort', () => pushes.delete(listener));
    },
    product: { version: '1.2.3', browser: 'Browser/1' },
    copy: async (text) => {
      if (page.refusesCopy) throw new Error('not allowed');
      page.copied.push(text);
    },
    shell: createShell(clock, shell),
    rarities: async () => () => undefined,
    sites: [
      { id: 'csfloat', name: 'CSFloat', matches: ['https://csfloat.com/*'] },
      { id: 'dmarket', name: 'DMarket', matches: ['https://dmarket.com/*'] },
      { id: 'coinsite', name: 'Coin Site', matches: ['https://coin.example/*'], coins: true },
    ],
  };
  return { last, deps, clock, store, pushes, asked, worker, page, shell, openedTabs, notifications };
}

export type Environment = ReturnType<typeof createEnvironment>;
