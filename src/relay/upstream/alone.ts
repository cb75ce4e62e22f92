import { createRateLimiter, type RateLimiter } from '#protocol/rate-limiter.ts';
import type { RelayLimits } from '#relay/limits.ts';
import type { KeyLimits, UpstreamShare } from '#relay/upstream/key-limits.ts';
import type { FailureCause } from '#relay/upstream/outcome.ts';
import type { BudgetKind } from '#relay/upstream/shared-state.ts';

/** Where this relay stands among those that were last seen. */
export interface RelayPlace {
  readonly count: number;
  /** From 0. */
  readonly rank: number;
}

export interface AloneParts {
  /** When the store was lost, in ms of a monotonic clock. */
  readonly since: number;
  readonly place: RelayPlace;
  readonly limits: Pick<RelayLimits, 'upstreamPerMinute' | 'otherUpstreamPerMinute' | 'aloneUpstreamPerMinute'>;
  /** No request to upstream in the first ms: those of the minute before are not known. */
  readonly quietMs: number;
}

interface AloneRequest {
  readonly source: string;
  readonly budget: BudgetKind;
  readonly pollMs: number;
  readonly share: UpstreamShare | undefined;
}

/** What a relay may ask upstream while the store is away. */
export interface Alone {
  /** Counts one request if it is allowed and returns `undefined`, else why not. */
  readonly acquire: (
    request: AloneRequest,
    keyLimits: KeyLimits,
    now: number,
  ) => { readonly block: FailureCause; readonly waitMs: number } | undefined;
  /** How long ago the requests of the last minute were that count against the key, in ms. */
  readonly requestsAgoMs: (now: number) => readonly number[];
}

const minute = 60_000;

/**
 * Divides the pace and the limit by the number of relays: other relays may be without the store too, or may still have it
 * and use the limits that they share. Each feed is asked for by one relay after the other: each waits for its place in the
 * row, and then as many poll periods as there are relays.
 */
export function createAlone({ since, place, limits, quietMs }: AloneParts): Alone {
  const part = Math.floor(limits.aloneUpstreamPerMinute / place.count);
  const ofOthers = createRateLimiter(
    Math.floor((part * limits.otherUpstreamPerMinute) / limits.upstreamPerMinute),
    minute,
  );
  // More relays than requests: each may make one in some minutes.
  const budget: RateLimiter =
    part > 0
      ? createRateLimiter(part, minute)
      : createRateLimiter(1, (minute * place.count) / limits.aloneUpstreamPerMinute);
  const lastAsked = new Map<string, number>();
  let made: number[] = [];
  const paceMs = ({ source, pollMs }: AloneRequest, now: number): number => {
    const first = since + Math.max(quietMs, (place.rank + 1) * pollMs);
    const last = lastAsked.get(source);
    return Math.max(first, last === undefined ? 0 : last + place.count * pollMs) - now;
  };
  return {
    acquire(request, keyLimits, now) {
      const waitMs = paceMs(request, now);
      if (waitMs > 0) return { block: { reason: 'store-away' }, waitMs };
      if (request.budget !== 'none') {
        const pausedMs = keyLimits.pauseRemainingMs(now);
        if (pausedMs > 0) {
          return { block: { reason: keyLimits.isKeyRefused() ? 'unauthorized' : 'rate-limited' }, waitMs: pausedMs };
        }
        const own = request.share ? [request.share.limiter] : [];
        const limiters = request.budget === 'other' ? [budget, ofOthers, ...own] : [budget];
        const budgetMs = Math.max(...limiters.map((limiter) => limiter.waitMs(now)));
        if (budgetMs > 0) return { block: { reason: 'budget' }, waitMs: budgetMs };
        for (const limiter of limiters) limiter.take(now);
        made = [...made.filter((at) => now - at < minute), now];
      }
      lastAsked.set(request.source, now);
      return undefined;
    },
    requestsAgoMs: (now) => made.map((at) => now - at).filter((ago) => ago < minute),
  };
}
