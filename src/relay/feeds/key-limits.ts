import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { atMost, oneAtATime } from '#core/asks/concurrency.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { minuteMs } from '#core/prices/age.ts';
import { createRateLimiter, extendPause, type Pause, remainingMs } from '#protocol/rate-limiter.ts';
import type { RelayBase } from '#relay/base.ts';
import type { PriceApi } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import type { UpstreamOutcome } from '#relay/feeds/outcome.ts';
import type { RelayLimits } from '#relay/limits.ts';

export type UpstreamShare = ReturnType<typeof createUpstreamShare>;

/** `id` tells clients apart; it is no secret. */
export const createUpstreamShare = (id: string, perMinute: number) => ({
  id,
  perMinute,
  limiter: createRateLimiter(perMinute, minuteMs),
});

/** What an outcome means for every feed of the key: a pause in ms, or that the key is accepted. */
export interface KeyEffect extends Pick<KeyUse, 'pause'> {
  readonly isRefused: boolean | undefined;
}

/** Which part of the key's requests a feed may use; `none` for a source without a key. */
export type Budget = 'none' | 'extension' | 'other';

export type KeyLimits = ReturnType<typeof createKeyLimits>;

export type KeyBlock = NonNullable<ReturnType<KeyLimits['acquire']>>;

/** The pause after a 429 without a readable `Retry-After`, in ms. */
const defaultPauseMs = minuteMs;

/** The extension's feeds may use the whole budget, others a part of it, and each client a share of that part. */
export function createKeyLimits(limits: RelayLimits, monotonicMs: () => number, memory?: KeyMemory) {
  let pause: Pause & Pick<NonNullable<KeyUse['pause']>, 'reason'> = { since: 0, until: 0, reason: 'rate-limited' };
  let isRefused = false;
  const all = createRateLimiter(limits.upstreamPerMinute, minuteMs);
  const others = createRateLimiter(limits.otherUpstreamPerMinute, minuteMs);
  const pauseRemainingMs = (): number => remainingMs(pause, monotonicMs());
  const save = (): void =>
    memory?.save(() => ({
      all: limits.upstreamPerMinute - all.remaining(monotonicMs()),
      others: limits.otherUpstreamPerMinute - others.remaining(monotonicMs()),
      ...(pauseRemainingMs() > 0 && { pause: { reason: pause.reason, ms: pauseRemainingMs() } }),
      isRefused,
    }));
  const follow = ({ isRefused: isRefusedNow, pause: next }: KeyEffect): void => {
    const now = monotonicMs();
    isRefused = isRefusedNow ?? isRefused;
    // Nobody makes this relay wait longer than upstream itself may.
    const ms = Math.min(next?.ms ?? 0, limits.maxRetryAfterMs);
    if (next) pause = extendPause(pause, { since: now, until: now + ms, reason: next.reason }, now);
  };
  /** The requests of an earlier process count as made now. */
  const takeUp = (known: KeyUse): void => {
    for (let at = 0; at < known.all; at++) all.take(monotonicMs());
    for (let at = 0; at < known.others; at++) others.take(monotonicMs());
    follow({ ...known, isRefused: known.isRefused || isRefused });
  };
  return {
    recordOutcome(outcome: UpstreamOutcome): void {
      const effect = keyEffect(outcome, limits);
      const isNew = effect.pause !== undefined || (effect.isRefused ?? isRefused) !== isRefused;
      follow(effect);
      if (isNew) save();
    },
    follow,
    restore: async () => memory?.restore(takeUp),
    pauseRemainingMs,
    isKeyRefused: () => isRefused,
    /** Counts a request, or says why there is none. A client's share holds for feeds other than the extension's. */
    acquire(budget: Budget, share?: UpstreamShare) {
      const now = monotonicMs();
      if (pauseRemainingMs() > 0) return { reason: pause.reason, remainingMs: pauseRemainingMs() };
      const limiters = budget === 'other' ? [all, others, ...(share ? [share.limiter] : [])] : [all];
      const waitMs = Math.max(...limiters.map((limiter) => limiter.waitMs(now)));
      if (waitMs > 0) return { reason: 'budget' as const, remainingMs: waitMs };
      for (const limiter of limiters) limiter.take(now);
      save();
      return undefined;
    },
  };
}

export function keyEffect(outcome: UpstreamOutcome, limits: RelayLimits): KeyEffect {
  if (outcome.kind !== 'failed') return { isRefused: false };
  if (outcome.reason === 'unauthorized') {
    return { isRefused: true, pause: { reason: 'unauthorized', ms: limits.refusedKeyPauseMs } };
  }
  if (outcome.reason !== 'rate-limited') return { isRefused: undefined };
  const ms = Math.min(outcome.retryAfterMs ?? defaultPauseMs, limits.maxRetryAfterMs);
  return { isRefused: undefined, pause: { reason: 'rate-limited', ms } };
}

export const noKeyLimits: KeyLimits = {
  acquire: () => undefined,
  recordOutcome: () => undefined,
  pauseRemainingMs: () => 0,
  isKeyRefused: () => false,
  follow: () => undefined,
  restore: () => Promise.resolve(),
};

const ms = z.number().check(z.gte(0));

const count = z.int().check(z.gte(0), z.lte(1000));

const keyUse = z.object({
  /** The requests of the last minute, and those of them that were not the extension's. */
  all: count,
  others: count,
  pause: z.optional(z.object({ reason: z.enum(['rate-limited', 'unauthorized']), ms })),
  isRefused: z.boolean(),
});

const storedUse = z.extend(keyUse, { at: z.number() });

export type KeyUse = z.infer<typeof keyUse>;

export type KeyMemory = ReturnType<typeof openKeyMemory>;

type Base = Pick<RelayBase, 'storage' | 'now' | 'limits' | 'reportProblem'>;

/** The name in the database tells nothing of the key. Losing its use costs a minute of pace and nothing else. */
export function openKeyMemory({ storage, now, limits, reportProblem }: Base, priceApi: PriceApi) {
  const id = createHmac('sha256', priceApi.key).update(priceApi.url).digest('hex').slice(0, 16);
  const name = `key-${id}` as const;
  const report = (error: unknown): void => reportProblem('the use of the key could not be kept', errorCode(error));
  let newest: (() => KeyUse) | undefined;
  let restoring: Promise<void> | undefined;
  /** Until the earlier use is known, nothing may be written over it. */
  let mayWrite = false;
  let writing: Promise<void> | undefined;
  const write = oneAtATime(async () => {
    const text = JSON.stringify({ ...newest?.(), at: now() });
    await storage.ask('saveDocument', name, text).catch(report);
  });
  const load = async (takeUp: (known: KeyUse) => void): Promise<void> => {
    const text = await storage.ask('loadDocument', name);
    mayWrite = true;
    if (text === undefined) return;
    const { data, error } = storedUse.safeParse(parseJson(text));
    if (data) takeUp(aged(data, Math.max(0, now() - data.at)));
    else report(error);
  };
  return {
    /** Hands on what was saved, as old as it is now. Settles then, or when the disk does not say: the next call asks it again. */
    restore(takeUp: (known: KeyUse) => void): Promise<void> {
      const failed = () => {
        restoring = undefined;
      };
      restoring ??= atMost(load(takeUp).catch(failed), limits.diskTimeoutMs);
      return restoring;
    },
    /** Saves what `use` gives. While a write runs, the next one waits for it and for the newest use. */
    save(use: () => KeyUse): void {
      if (!mayWrite) return;
      newest = use;
      writing = write();
    },
    async close(): Promise<void> {
      mayWrite = false;
      await writing;
    },
  };
}

function aged({ all, others, pause, isRefused }: KeyUse, passedMs: number): KeyUse {
  return {
    ...(passedMs < minuteMs ? { all, others } : { all: 0, others: 0 }),
    ...(pause && pause.ms > passedMs && { pause: { ...pause, ms: pause.ms - passedMs } }),
    isRefused,
  };
}
