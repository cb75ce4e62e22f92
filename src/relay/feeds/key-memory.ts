import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { oneAtATime } from '#core/asks/concurrency.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { PriceApi } from '#relay/config.ts';
import { errorCode } from '#relay/error-code.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

const ms = z.number().check(z.gte(0));

const keyUse = z.object({
  /** The requests of the last minute: how long ago they were, in ms, and whether they were the extension's. */
  requests: z.array(z.object({ agoMs: ms, isOther: z.boolean() })).check(z.maxLength(1000)),
  pause: z.optional(z.object({ reason: z.enum(['rate-limited', 'unauthorized']), ms })),
  isRefused: z.boolean(),
});

/** What a relay must know of its key after a restart. */
export type KeyUse = z.infer<typeof keyUse>;

export type KeyMemory = ReturnType<typeof openKeyMemory>;

interface KeyMemoryDeps {
  readonly storage: Pick<StorageThread, 'ask'>;
  readonly priceApi: PriceApi;
  readonly now: () => number;
  readonly reportProblem: (problem: string, code: string) => void;
}

/**
 * Keeps the use of a key beyond the process, in the relay's database, under a name that tells nothing of the key. Losing it
 * costs a minute of pace and nothing else.
 */
export function openKeyMemory({ storage, priceApi, now, reportProblem }: KeyMemoryDeps) {
  const id = createHmac('sha256', priceApi.key).update(priceApi.url).digest('hex').slice(0, 16);
  const name = `key-${id}` as const;
  const report = (error: unknown): void => reportProblem('the use of the key could not be kept', errorCode(error));
  let newest: (() => KeyUse) | undefined;
  let isClosed = false;
  let writing: Promise<void> | undefined;
  const write = oneAtATime(async () => {
    const text = JSON.stringify({ ...newest?.(), at: now() });
    await storage.ask('saveDocument', name, text).catch(report);
  });
  return {
    /** What was saved, as old as it is now. Rejects when the disk has not said. */
    async load(): Promise<KeyUse | undefined> {
      const text = await storage.ask('loadDocument', name);
      try {
        if (text === undefined) return undefined;
        const { at, ...use } = z.extend(keyUse, { at: z.number() }).parse(JSON.parse(text));
        return aged(use, Math.max(0, now() - at));
      } catch (error) {
        report(error);
        return undefined;
      }
    },
    /** Saves what `use` gives. While a write runs, the next one waits for it and for the newest use. */
    save(use: () => KeyUse): void {
      if (isClosed) return;
      newest = use;
      writing = write();
    },
    /** Saves nothing more; settles when the last use is written. */
    async close(): Promise<void> {
      isClosed = true;
      await writing;
    },
  };
}

function aged({ requests, pause, isRefused }: KeyUse, passedMs: number): KeyUse {
  const older = requests.map(({ agoMs, isOther }) => ({ agoMs: agoMs + passedMs, isOther }));
  return {
    requests: older.filter(({ agoMs }) => agoMs < minuteMs),
    ...(pause && pause.ms > passedMs && { pause: { ...pause, ms: pause.ms - passedMs } }),
    isRefused,
  };
}
