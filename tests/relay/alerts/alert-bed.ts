import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type AlertServiceParts, openAlertService } from '#relay/alerts/alert-service.ts';
import type { AlertChannel } from '#relay/alerts/channel.ts';
import type { FeedResult } from '#relay/upstream/feed-result.ts';
import { until } from '../test-relay.ts';
import { type AlertReceiver, startReceiver } from './alert-channel.ts';

export const day = 86_400_000;
export const minute = 60_000;
export const first = { owner: 'token', device: 'first-device-id-' };
export const watch = (...names: string[]) => ({
  staleMinutes: 90,
  items: names.map((name) => ({ name, alert: { kind: 'below' as const, cents: 1000 } })),
});
export const rowsAt = (cents: number, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { price_buff: cents, price_uu: 2000, price_csfloat: 2000 }]));

/** A service whose clock, prices and channel the test moves; `restart` opens another one over the same file. */
export async function startBed(listener?: RequestListener, given?: AlertReceiver, timeoutMs = 10_000) {
  const ending = new AbortController();
  const receiver = given ?? (await startReceiver(listener));
  const folder = await mkdtemp(join(tmpdir(), 'relay-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const world = {
    now: 1_800_000_000_000,
    channel: { kind: 'ntfy', url: `${receiver.url}/topic` } as AlertChannel | undefined,
    result: undefined as FeedResult | undefined,
    problems: [] as string[],
    isKnown: (_owner: string) => true,
  };
  const parts: AlertServiceParts = {
    path: join(folder, 'lists.json'),
    channel: () => world.channel,
    bases: { discord: receiver.url, telegram: receiver.url },
    read: () => world.result,
    isKnown: (owner) => world.isKnown(owner),
    ending: ending.signal,
    fetch: (url, init) =>
      fetch(url, { ...init, signal: AbortSignal.any([ending.signal, ...(init.signal ? [init.signal] : [])]) }),
    now: () => world.now,
    monotonicMs: () => world.now,
    reportProblem: (_, code) => void world.problems.push(code),
    timeoutMs,
    retryMs: 1000,
  };
  const service = await openAlertService(parts);
  return {
    ...receiver,
    world,
    service,
    path: parts.path,
    setPrices(rows: unknown, ageMs = 0) {
      const snapshot = { bytes: new TextEncoder().encode(JSON.stringify(rows)), lastModified: world.now - ageMs };
      world.result = { data: { snapshot } } as unknown as FeedResult;
    },
    /** Settles when the receiver has got a message. */
    received: () =>
      until(
        async () => receiver.seen.length,
        (count) => count > 0,
      ),
    end: () => ending.abort(),
    restart: (path = parts.path) => openAlertService({ ...parts, path, ending: new AbortController().signal, fetch }),
  };
}
