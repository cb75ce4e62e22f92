import { parentPort, workerData } from 'node:worker_threads';
import { isObject } from '#core/asks/guards.ts';
import { errorCode } from '#relay/error-code.ts';
import { createStorageWork, sqliteText } from '#relay/store/storage-file.ts';
import type { StorageReply, StorageRequest, ThreadOptions } from '#relay/store/storage-thread.ts';

const { signMs, ...options } = workerData as ThreadOptions;
const works = createStorageWork(options);

const sign = (): void => reply({ id: 0, ok: true, result: undefined });
sign();
// A disk that hangs holds this timer as well.
setInterval(sign, signMs);

parentPort?.on('message', ({ id, kind, args }: StorageRequest) => {
  const work: (...args: never[]) => unknown = works[kind];
  void Promise.try(work, ...(args as never[])).then(
    (result) => reply({ id, ok: true, result }),
    (error: unknown) => reply({ id, ok: false, code: sqliteText(error) ?? errorCode(error) }),
  );
});

function reply(message: StorageReply): void {
  const bytes = message.ok ? bytesOf(message.result) : undefined;
  // Bodies are handed over: copying them would hold the event loop of the relay. Small ones may share a pool.
  const isWhole = bytes?.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength;
  parentPort?.postMessage(message, isWhole ? [bytes.buffer] : []);
}

function bytesOf(result: unknown): Uint8Array | undefined {
  if (result instanceof Uint8Array) return result;
  const bytes = isObject(result) ? result['bytes'] : undefined;
  return bytes instanceof Uint8Array ? bytes : undefined;
}
