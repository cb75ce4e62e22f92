import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { atMost, oneAtATime } from '#core/asks/concurrency.ts';
import { parseJson } from '#core/asks/parse-json.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { RelayBase } from '#relay/base.ts';
import type { PriceApi } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';

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
