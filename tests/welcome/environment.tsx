import { render } from 'preact';
import { act } from 'preact/test-utils';
import { parseSettings, type Settings } from '#core/settings/settings.ts';
import type { Answers, PageQuotes, Requests } from '#protocol/messages.ts';
import type { WelcomeDeps } from '#welcome/deps.ts';
import { Welcome } from '#welcome/welcome.tsx';
import { settle } from '../popup/screen.tsx';
import { quoted } from '../quoted.ts';

export const start = Date.UTC(2026, 10, 21, 12);

const page = { path: /./, card: 'a', read: () => undefined } as const;

const noPrices: PageQuotes = { table: null, fault: null, quotes: [], rates: null };

/** The worker's answer with prices of the second sample item only, so many minutes old. */
export const prices = (minutes: number): PageQuotes => ({
  table: { version: 'a', asOf: start - minutes * 60_000 },
  fault: null,
  quotes: [null, quoted({ buff163: 10_000, youpin: 9000, csfloat: 12_000 }, start - minutes * 60_000), null],
  rates: null,
});

type WelcomeRequest = 'quotes' | 'refresh' | 'test-relay' | 'try-samples';
type Worker = { [K in WelcomeRequest]: (request: Requests[K]) => Promise<Answers[K]> };

export function createEnvironment(stored: unknown = {}) {
  const state = {
    settings: parseSettings(stored),
    missing: [] as { id: string; patterns: string[] }[],
    granted: new Set<string>(),
    allows: true,
    requested: [] as (readonly string[])[],
    asked: [] as WelcomeRequest[],
    dark: false,
    visible: true,
    now: start,
    revealed: [] as string[],
    copied: [] as string[],
  };
  const listeners = {
    settings: new Set<(settings: Settings) => void>(),
    push: new Set<() => void>(),
    access: new Set<() => void>(),
    dark: new Set<() => void>(),
    visible: new Set<() => void>(),
  };
  const addTo =
    <T,>(all: Set<T>) =>
    (listener: T) => {
      all.add(listener);
      return () => void all.delete(listener);
    };
  const addUntil =
    <T,>(all: Set<T>) =>
    (listener: T, signal: AbortSignal) =>
      signal.addEventListener('abort', addTo(all)(listener));
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const advance = async (ms: number) => {
    state.now += ms;
    for (const timer of [...timers].filter(({ at }) => at <= state.now)) {
      timers.delete(timer);
      await act(async () => timer.run());
    }
    await settle();
  };
  const show = async (visible: boolean) => {
    state.visible = visible;
    await act(() => {
      for (const listener of listeners.visible) listener();
    });
    await settle();
  };
  const worker: Worker = {
    quotes: async () => noPrices,
    refresh: () => new Promise(() => undefined),
    'try-samples': async () => null,
    'test-relay': async () => ({ outcome: 'fine', items: 36_592, badRows: 0 }),
  };
  const deps: WelcomeDeps = {
    ask: (<K extends WelcomeRequest>(kind: K, request: Requests[K]) => {
      state.asked.push(kind);
      return worker[kind](request);
    }) as WelcomeDeps['ask'],
    onPush: addUntil(listeners.push),
    loadSettings: async () => state.settings,
    changeSettings: async (change) => {
      state.settings = change(state.settings);
      for (const listener of listeners.settings) listener(state.settings);
      return state.settings;
    },
    onSettings: addTo(listeners.settings),
    sites: [
      { id: 'csfloat', name: 'CSFloat', matches: ['https://csfloat.com/*'], pages: [page] },
      {
        id: 'dmarket',
        name: 'DMarket',
        matches: ['https://dmarket.com/*'],
        pages: [page, { ...page, kind: 'inventory' }],
      },
      {
        id: 'csgoroll',
        name: 'CSGORoll',
        matches: ['https://*.csgoroll.com/*'],
        gambling: true,
        coins: true,
        pages: [page],
      },
    ],
    missingAccess: async () => state.missing,
    host: undefined,
    missingAccessTo: async (pages) => pages.filter(({ patterns }) => !patterns.every((one) => state.granted.has(one))),
    openWelcome: async () => undefined,
    requestAccess: async (patterns) => {
      state.requested.push(patterns);
      if (state.allows) for (const one of patterns) state.granted.add(one);
      for (const listener of listeners.access) listener();
      return state.allows;
    },
    onAccess: addUntil(listeners.access),
    isDark: () => state.dark,
    onDark: addTo(listeners.dark),
    reveal: (element) => void state.revealed.push(element.getAttribute('aria-labelledby') ?? ''),
    copy: async (content) => void state.copied.push(content),
    isVisible: () => state.visible,
    onVisible: addTo(listeners.visible),
    after: (ms, run) => {
      const timer = { at: state.now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    now: () => state.now,
  };
  return { state, worker, deps, listeners, advance, show };
}

export async function open<T extends { readonly deps: WelcomeDeps }>(env: T): Promise<T> {
  document.body.innerHTML = '<div id="app"></div>';
  const root = document.querySelector('#app');
  if (root) await act(() => render(<Welcome deps={env.deps} />, root));
  await settle();
  return env;
}

export async function close(): Promise<void> {
  const root = document.querySelector('#app');
  if (root) await act(() => render(null, root));
}
