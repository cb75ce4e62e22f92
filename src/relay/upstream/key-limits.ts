import type { Limits } from '#relay/limits.ts';
import { createQuota, leftOf, type Wait } from '#relay/rate-limit.ts';
import type { Outcome, Reason } from '#relay/upstream/fetch-upstream.ts';

/** Why no upstream request may be made now. */
export interface Barred {
  readonly reason: Reason | 'budget';
  readonly leftMs: number;
}

/** What all data of one key have in common: its budget, its pauses, its being refused. */
export interface Gate {
  /** Asks for leave to make one request; `undefined` grants it and counts it. */
  readonly enter: (now: number) => Barred | undefined;
  readonly note: (outcome: Outcome, now: number) => void;
  /** How long a pause that upstream asked for still lasts, in ms. */
  readonly pausedFor: (now: number) => number;
  /** Whether the price API refused the key when it was last asked. */
  readonly refused: () => boolean;
}

/** A pause without a `Retry-After` that can be read, in ms. */
const defaultPauseMs = 60_000;

/** The gate of a price API key (price-api.md, "Limits" and "Errors"). */
export function createGate(limits: Limits): Gate {
  const budget = createQuota(limits.upstreamPerMinute, 60_000);
  let pause: Wait & { reason: Reason } = { since: 0, until: 0, reason: 'rate-limited' };
  let refused = false;
  return {
    enter(now) {
      const paused = leftOf(pause, now);
      if (paused > 0) return { reason: pause.reason, leftMs: paused };
      const leftMs = budget.take(now);
      return leftMs > 0 ? { reason: 'budget', leftMs } : undefined;
    },
    note(outcome, now) {
      const reason = outcome.kind === 'failed' ? outcome.reason : undefined;
      if (outcome.kind !== 'failed') refused = false;
      if (reason === 'unauthorized') refused = true;
      if (reason !== 'unauthorized' && reason !== 'rate-limited') return;
      const asked = outcome.kind === 'failed' ? outcome.retryAfterMs : undefined;
      const ms = reason === 'unauthorized' ? limits.refusedMs : Math.min(asked ?? defaultPauseMs, limits.maxPauseMs);
      pause = { since: now, until: now + ms, reason };
    },
    pausedFor: (now) => leftOf(pause, now),
    refused: () => refused,
  };
}

/** No limits: for a source without a key. */
export const openGate: Gate = {
  enter: () => undefined,
  note: () => undefined,
  pausedFor: () => 0,
  refused: () => false,
};
