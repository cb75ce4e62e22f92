import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ageMs, halfHourMs } from '#core/prices/age.ts';
import type { RequestReport } from '#relay/api/api-context.ts';
import type { Feeds } from '#relay/feeds/feeds.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { HistoryStatus } from '#relay/history/service.ts';

export type RelayMetrics = ReturnType<typeof createMetrics>;

/** Prometheus's figures. They have their own registry, so that two relays in one process count apart. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Gauge({ name, help, labelNames, registers });
  const requests = counter('relay_requests_total', 'Requests answered', 'route', 'status');
  const bytes = counter('relay_body_bytes_total', 'Bytes of bodies sent', 'encoding');
  const upstream = counter('relay_upstream_requests_total', 'Requests to upstream', 'outcome');
  const age = gauge('relay_snapshot_age_seconds', 'Time since upstream last confirmed the data', 'source');
  const stalled = gauge('relay_storage_stalled', '1 while the cache folder does not answer');
  const away = gauge('relay_shared_store_away', '1 while the store that relays share does not answer');
  const historyBytes = gauge('relay_history_bytes', 'Size of the history', 'file');
  const historyAge = gauge('relay_history_age_seconds', 'Time since the last recorded half hour began', 'market');
  collectDefaultMetrics({ register: registry });
  return {
    request({ route, status, encoding, bytes: length }: RequestReport): void {
      requests.inc({ route, status });
      if (encoding) bytes.inc({ encoding }, length);
    },
    upstream: (outcome: UpstreamOutcome): void =>
      upstream.inc({ outcome: outcome.kind === 'failed' ? outcome.reason : outcome.kind }),
    text(feeds: Feeds, history: HistoryStatus | undefined, now: number): Promise<string> {
      for (const figure of [age, historyBytes, historyAge]) figure.reset();
      stalled.set(feeds.isStoreStalled() ? 1 : 0);
      away.set(feeds.isSharedStoreAway() ? 1 : 0);
      for (const [source, feed] of feeds.entries()) {
        const data = feed.data();
        if (data) age.set({ source }, ageMs(data.confirmedAt, now) / 1000);
      }
      if (history) historyBytes.set({ file: 'history' }, history.bytes);
      for (const [market, halfHour] of Object.entries(history?.lastHalfHours ?? {}))
        historyAge.set({ market }, ageMs(halfHour * halfHourMs, now) / 1000);
      return registry.metrics();
    },
  };
}
