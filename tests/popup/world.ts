import { parseSettings, type Settings } from '#core/settings.ts';
import type { ChangeSettings, PopupDeps, PopupRequest } from '#popup/deps.ts';
import type { Answers, PageReport, Requests, Status } from '#protocol/messages.ts';

/** The moment at which every test starts, ms since the epoch. */
export const start = Date.UTC(2026, 10, 21, 12, 0, 0);
const minute = 60_000;

/** A status in which all is well: 36,592 items, 4 minutes old, looked at 12 seconds ago. */
export const working: Status = {
  table: { version: 'a', asOf: start - 4 * minute, items: 36_592, badRows: 0 },
  lastCheck: { at: start - 12_000, outcome: 'unchanged' },
  fault: null,
  nextCheckAt: start + 26 * minute,
  checking: false,
  storageProblem: null,
};

export const unreachable = {
  kind: 'unreachable',
  status: null,
  detail: 'TypeError: Failed to fetch',
  at: start - 12_000,
  retryAt: null,
} as const;

/** What the worker answers; a test replaces what it wants answered otherwise. */
export type Worker = { [K in PopupRequest]: (request: Requests[K]) => Promise<Answers[K]> };

interface Ticking {
  readonly ms: number;
  readonly run: () => void;
  due: number;
}

/** A clock that stands until it is told to go on. */
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

/** Settings in memory, written the way the browser's storage is: read, then changed, then kept, then told. */
function createStore(stored: unknown) {
  let settings = parseSettings(stored);
  const listeners = new Set<(settings: Settings) => void>();
  const store = {
    listeners,
    refuse: undefined as Error | undefined,
    loadSettings: async () => settings,
    changeSettings: (async (change) => {
      const changed = change(await store.loadSettings());
      await Promise.resolve();
      if (store.refuse) throw store.refuse;
      settings = parseSettings(JSON.parse(JSON.stringify(changed)));
      for (const listener of listeners) listener(settings);
    }) satisfies ChangeSettings,
    onSettings: (listener: (settings: Settings) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return store;
}

/** Everything around the popup, in memory. */
export function createWorld(stored: unknown = {}) {
  const clock = createClock();
  const store = createStore(stored);
  const pushes = new Set<() => void>();
  const asked: { kind: PopupRequest; request: unknown }[] = [];
  const worker: Worker = {
    status: async () => working,
    refresh: async () => ({ outcome: 'unchanged', status: working }),
    'test-relay': async () => ({ outcome: 'fine', items: 36_592, badRows: 0 }),
  };
  const page: { report: PageReport | undefined } = { report: undefined };
  const deps: PopupDeps = {
    ...store,
    now: clock.now,
    every: clock.every,
    ask: <K extends PopupRequest>(kind: K, request: Requests[K]) => {
      asked.push({ kind, request });
      return worker[kind](request);
    },
    pageReport: async () => page.report,
    onPush: (listener, signal) => {
      pushes.add(listener);
      signal.addEventListener('abort', () => pushes.delete(listener));
    },
    sites: [
      { id: 'csfloat', name: 'CSFloat' },
      { id: 'dmarket', name: 'DMarket' },
    ],
  };
  return { deps, clock, store, pushes, asked, worker, page };
}

export type World = ReturnType<typeof createWorld>;
