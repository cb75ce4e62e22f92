import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { RequestReport } from '#relay/http/handler.ts';
import type { Feed } from '#relay/upstream/feed.ts';
import type { Data } from '#relay/upstream/feeds.ts';
import type { Outcome } from '#relay/upstream/fetch-upstream.ts';

/** What the relay counts, as Prometheus reads it. */
export interface Metrics {
  readonly request: (report: RequestReport) => void;
  readonly upstream: (outcome: Outcome) => void;
  readonly text: (data: Data, now: number) => Promise<string>;
}

/** Counts under one label or two; plain maps, for at full load a Prometheus counter costs more than the answer itself. */
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

/** A counter that is filled from its tally whenever it is read. */
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

/** Counters of a registry of its own, so that two relays in one process count apart. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const [requests, bytes, upstream] = [createTally(), createTally(), createTally()];
  createCounter(registers, 'relay_requests_total', 'Requests answered', ['route', 'status'], requests);
  createCounter(registers, 'relay_body_bytes_total', 'Bytes of bodies sent', ['encoding'], bytes);
  createCounter(registers, 'relay_upstream_requests_total', 'Requests to upstream', ['outcome'], upstream);
  const age = new Gauge({
    name: 'relay_snapshot_age_seconds',
    help: 'Time since upstream last confirmed what is held',
    labelNames: ['source'],
    registers,
  });
  collectDefaultMetrics({ register: registry });
  return {
    request(report) {
      requests.add(report.route, report.status, 1);
      if (report.encoding) bytes.add(report.encoding, '', report.bytes);
    },
    upstream: (outcome) => upstream.add(outcome.kind === 'failed' ? outcome.reason : outcome.kind, '', 1),
    text(data, now) {
      age.reset();
      for (const [source, feed] of data.feeds()) setAge(age, source, feed, now);
      return registry.metrics();
    },
  };
}

function setAge(age: Gauge, source: string, feed: Feed, now: number): void {
  const held = feed.held();
  if (held) age.set({ source }, Math.max(0, (now - held.confirmedAt) / 1000));
}
