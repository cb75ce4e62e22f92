import type { Worker } from 'node:worker_threads';
import { startThread } from '#protocol/node-files.ts';
import { defaultLimits } from '#relay/limits.ts';
import type { StorageOptions, StorageWork } from '#relay/store/storage-file.ts';

/** The disk did not do what was asked. `code` is all that a log may hold of the reason. */
export class StorageError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the disk: ${code}`);
    this.code = code;
  }
}

/** The one thread that uses the disk. A disk that hangs holds that thread, and nothing else of the relay. */
export type StorageThread = ReturnType<typeof createStorageThread>;

type Result<K extends keyof StorageWork> = Awaited<ReturnType<StorageWork[K]>>;

/** How many times the limit of a read these may take: they go through all items, in many steps, or are read once. */
const longWork: Partial<Record<keyof StorageWork, number>> = {
  loadAnswer: 40,
  record: 10,
  readChanges: 10,
  rollUp: 40,
};

/** Questions that may wait. Answers that are to be stored hold their bodies meanwhile. */
const maxWaiting = 100;

export interface ThreadOptions extends StorageOptions {
  readonly signMs: number;
}

export interface StorageRequest {
  readonly id: number;
  readonly kind: keyof StorageWork;
  readonly args: readonly unknown[];
}

export type StorageReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly code: string };

/** The questions that wait for a reply, also those whose limit is over. */
function createQuestions(timeoutMs: number) {
  const waiting = new Map<number, (reply: StorageReply) => void>();
  let lastId = 0;
  /** Between the steps of its work the thread gives a sign. */
  let lastSign = 0;
  /** When the thread had loaded its code, which a busy machine delays, and no disk. */
  let startedAt = Infinity;
  return {
    threadStarts(): void {
      startedAt = Infinity;
    },
    add(limitMs: number, settle: (reply: StorageReply) => void): number {
      const id = ++lastId;
      if (waiting.size === 0) lastSign = performance.now();
      const expire = (): void => {
        const leftMs = startedAt + limitMs - performance.now();
        if (leftMs > 0) timer = setTimeout(expire, Math.min(leftMs, limitMs));
        else settle({ id, ok: false, code: 'disk-stalled' });
      };
      let timer = setTimeout(expire, limitMs);
      waiting.set(id, (reply) => {
        clearTimeout(timer);
        settle(reply);
      });
      return id;
    },
    settle(reply: StorageReply): void {
      lastSign = performance.now();
      startedAt = Math.min(startedAt, lastSign);
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
    },
    drop(code: string): void {
      for (const [id, settle] of waiting) settle({ id, ok: false, code });
      waiting.clear();
    },
    isFull: () => waiting.size >= maxWaiting,
    isStalled: () => waiting.size > 0 && startedAt < Infinity && performance.now() - lastSign >= timeoutMs,
  };
}

/** `timeoutMs` is how long a read of the disk may take. */
export function createStorageThread(options: StorageOptions, timeoutMs: number, heapMb = defaultLimits.diskHeapMb) {
  const questions = createQuestions(timeoutMs);
  let thread: Worker | undefined;
  let isClosed = false;

  const start = (): Worker => {
    const started = startThread(new URL('storage-thread-main.ts', import.meta.url), {
      workerData: { ...options, signMs: timeoutMs / 3 } satisfies ThreadOptions,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // A thread that ends, such as for lack of memory, is started again by the next question.
    const end = (): void => {
      if (thread !== started) return;
      thread = undefined;
      questions.drop('thread-ended');
    };
    questions.threadStarts();
    started.on('message', questions.settle);
    started.on('error', end);
    started.on('exit', end);
    return started;
  };

  /** Rejects with StorageError when the thread cannot do what is asked, or not within the limit of the question. */
  const ask = <K extends keyof StorageWork>(kind: K, ...args: Parameters<StorageWork[K]>) =>
    new Promise<Result<K>>((resolve, reject) => {
      if (isClosed) throw new StorageError('closing');
      if (questions.isStalled() || questions.isFull()) throw new StorageError('disk-stalled');
      thread ??= start();
      const id = questions.add(timeoutMs * (longWork[kind] ?? 1), (reply) => {
        if (reply.ok) resolve(reply.result as Result<K>);
        else reject(new StorageError(reply.code));
      });
      thread.postMessage({ id, kind, args } satisfies StorageRequest);
    });

  return {
    ask,
    /** Whether the thread has been silent for longer than its work may take. Then it is asked nothing until it answers. */
    isStalled: questions.isStalled,
    /** Ends the thread after what it is doing, or without waiting for it when it hangs. */
    async close(): Promise<void> {
      if (isClosed) return;
      const closing = thread ? ask('close').catch(() => undefined) : undefined;
      isClosed = true;
      await closing;
      const ended = thread?.terminate();
      if (!questions.isStalled()) await ended;
    },
  };
}
