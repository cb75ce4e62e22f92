import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ageMs } from '#core/age.ts';
import type { HistoryStatus } from '#relay/history/history-file.ts';
import { slotMs } from '#relay/history/time.ts';
import type { RequestReport } from '#relay/parts.ts';
import type { Feed } from '#relay/upstream/feed.ts';
import type { Feeds } from '#relay/upstream/feeds.ts';
import type { UpstreamOutcome } from '#relay/upstream/outcome.ts';

/** The text of `/metrics` in Prometheus's format. */
export interface RelayMetrics {
  readonly request: (report: RequestReport) => void;
  readonly upstream: (outcome: UpstreamOutcome) => void;
  /** @param history without one, there are no figures of it */
  readonly text: (feeds: Feeds, history: HistoryStatus | undefined, now: number) => Promise<string>;
}

/** Counts under one or two labels, in maps: at full load a counter of prom-client costs more than the response. */
interface Tally {
  readonly add: (first: string, second: string | number, amount: number) => void;
  readonly each: (visit: (first: string, second: string | number, total: number) => void) => void;
}

function createTally(): Tally {
  const totals = new Map<string, Map<string | number, number>>();
  return {
    add(first, second, amount) {
      const row = totals.get(first) ?? new Map<string | number, number>();
      if (row.size === 0) totals.set(first, row);
      row.set(second, (row.get(second) ?? 0) + amount);
    },
    each(visit) {
      for (const [first, row] of totals) for (const [second, total] of row) visit(first, second, total);
    },
  };
}

/** A Prometheus counter that is filled from its tally when it is read. */
function createCounter(registers: Registry[], name: string, help: string, labelNames: string[], tally: Tally): Counter {
  const [first = '', second = ''] = labelNames;
  return new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      tally.each((a, b, total) => this.inc(second ? { [first]: a, [second]: b } : { [first]: a }, total));
    },
  });
}

/** Uses its own registry, so that two relays in one process count apart. */
export function createMetrics(): RelayMetrics {
  const registry = new Registry();
  const registers = [registry];
  const [requests, bytes, upstream] = [createTally(), createTally(), createTally()];
  createCounter(registers, 'relay_requests_total', 'Requests answered', ['route', 'status'], requests);
  createCounter(registers, 'relay_body_bytes_total', 'Bytes of bodies sent', ['encoding'], bytes);
  createCounter(registers, 'relay_upstream_requests_total', 'Requests to upstream', ['outcome'], upstream);
  const age = new Gauge({
    name: 'relay_snapshot_age_seconds',
    help: 'Time since upstream last confirmed the data',
    labelNames: ['source'],
    registers,
  });
  const stalled = new Gauge({
    name: 'relay_storage_stalled',
    help: '1 while the cache folder does not answer',
    registers,
  });
  const away = new Gauge({
    name: 'relay_shared_store_away',
    help: '1 while the store that relays share does not answer',
    registers,
  });
  const setHistory = createHistoryGauges(registers);
  collectDefaultMetrics({ register: registry });
  return {
    request(report) {
      requests.add(report.route, report.status, 1);
      if (report.encoding) bytes.add(report.encoding, '', report.bytes);
    },
    upstream: (outcome) => upstream.add(outcome.kind === 'failed' ? outcome.reason : outcome.kind, '', 1),
    text(feeds, history, now) {
      setHistory(history, now);
      age.reset();
      stalled.set(feeds.isStoreStalled() ? 1 : 0);
      away.set(feeds.shared?.isAway() ? 1 : 0);
      for (const [source, feed] of feeds.entries()) setAge(age, source, feed, now);
      return registry.metrics();
    },
  };
}

function createHistoryGauges(registers: Registry[]): (status: HistoryStatus | undefined, now: number) => void {
  const labelNames = ['market'];
  const bytes = new Gauge({
    name: 'relay_history_bytes',
    help: 'Size of the history',
    labelNames: ['file'],
    registers,
  });
  const help = 'Time since the last recorded half hour began';
  const age = new Gauge({ name: 'relay_history_age_seconds', help, labelNames, registers });
  return (status, now) => {
    bytes.reset();
    age.reset();
    if (!status) return;
    bytes.set({ file: 'history' }, status.bytes);
    for (const [market, slot] of Object.entries(status.lastSlots ?? {}))
      age.set({ market }, ageMs(slot * slotMs, now) / 1000);
  };
}

function setAge(age: Gauge, source: string, feed: Feed, now: number): void {
  const data = feed.data();
  if (data) age.set({ source }, ageMs(data.confirmedAt, now) / 1000);
}
