import type { Worker } from 'node:worker_threads';
import { startThread } from '#protocol/node-files.ts';
import type { HistoryReply, HistoryWork, HistoryWorkKind } from '#relay/history/thread-messages.ts';

/** The history in a thread of its own. `ask` rejects when the thread cannot do what is asked, or has ended. */
export interface HistoryThread {
  readonly ask: <K extends HistoryWorkKind>(
    kind: K,
    request: HistoryWork[K]['request'],
  ) => Promise<HistoryWork[K]['result']>;
  /** Ends the thread after what it is doing. */
  readonly close: () => Promise<void>;
}

/** Heap of the thread, MB: parsed bodies of one market, and the prices of all. */
const heapMb = 1024;

/** A thread that ends, such as for lack of memory, is started again by the next request. */
export function createHistoryThread(path: string): HistoryThread {
  let thread: Worker | undefined;
  let isClosed = false;
  let lastId = 0;
  const waiting = new Map<number, (reply: HistoryReply) => void>();

  const end = (ended: Worker, why: string) => {
    if (thread !== ended) return;
    thread = undefined;
    for (const [id, settle] of waiting) settle({ id, ok: false, error: why });
    waiting.clear();
  };

  const start = (): Worker => {
    const started = startThread(new URL('thread-main.ts', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    started.on('message', (reply: HistoryReply) => {
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
    });
    started.on('error', (error) => end(started, String(error)));
    started.on('exit', () => end(started, 'the thread of the history ended'));
    return started;
  };

  const ask: HistoryThread['ask'] = (kind, request) =>
    new Promise((resolve, reject) => {
      if (isClosed) throw new Error('the relay is closing');
      thread ??= start();
      const id = ++lastId;
      waiting.set(id, (reply) => {
        if (!reply.ok) reject(new Error(reply.error));
        else resolve(reply.result as HistoryWork[typeof kind]['result']);
      });
      thread.postMessage({ ...request, id, kind });
    });

  return {
    ask,
    close: async () => {
      if (isClosed) return;
      const closing = thread ? ask('close', {}).catch(() => undefined) : undefined;
      isClosed = true;
      await closing;
      await thread?.terminate();
    },
  };
}
