import { EventEmitter } from 'node:events';
import type { RelayDeps } from '#relay/api/api-context.ts';
import { createApi } from '#relay/api/app.ts';
import { createThreadedBodyProcessor } from '#relay/feeds/body-thread.ts';
import { defaultLimits } from '#relay/limits.ts';
import { key } from './upstream.ts';

export const stillNow = 1_800_000_000_000;

/** The dependencies of a relay with a stopped clock and without a store. */
export const stillDeps = (upstream: string, more: Partial<RelayDeps> = {}): RelayDeps => ({
  priceApi: { url: upstream, key },
  tokens: [],
  invites: { areRequired: () => false, find: () => undefined },
  history: undefined,
  alerts: { put: async () => undefined, status: () => ({}) as ReturnType<RelayDeps['alerts']['status']> },
  recording: async () => undefined,
  ownNotices: () => [],
  isSample: false,
  name: () => undefined,
  version: '0.1.0',
  ratesUrl: undefined,
  notices: undefined,
  pollMs: 60_000,
  limits: defaultLimits,
  fetch,
  now: () => stillNow,
  monotonicMs: () => 0,
  random: () => 0,
  bodyProcessor: createThreadedBodyProcessor(),
  store: undefined,
  isLoopback: true,
  reportOutcome: () => undefined,
  reportProblem: () => undefined,
  signal: undefined,
  metrics: async () => 'metrics\n',
  reportRequest: () => undefined,
  ...more,
});

export function clientOf(
  deps: RelayDeps,
): (target: string, sent?: RequestInit & { headers?: Record<string, string> }) => Promise<Response> {
  const { app } = createApi(deps);
  return async (target, { headers, ...sent } = {}) => {
    const [outgoing, socket] = [new EventEmitter(), new EventEmitter()];
    const request = new Request(`http://localhost${target}`, { ...sent, headers: { Host: 'localhost', ...headers } });
    const response = await app.fetch(request, { incoming: { url: target, socket }, outgoing });
    outgoing.emit('close');
    return response;
  };
}
