import { parentPort, workerData } from 'node:worker_threads';
import { createHistoryFile } from '#relay/history/history-file.ts';
import { ImportFileError, readImportFile } from '#relay/history/import-file.ts';
import { pricesOfBody } from '#relay/history/prices-of-body.ts';
import type { HistoryReply, HistoryRequest, ImportResult } from '#relay/history/thread-messages.ts';

/** The thread of a history: SQLite and the parsing of bodies would hold the event loop of the relay. */
const file = createHistoryFile(String(workerData), Date.now);

async function perform(request: HistoryRequest): Promise<Extract<HistoryReply, { ok: true }>['result']> {
  switch (request.kind) {
    case 'record':
      return file.record(pricesOfBody(request.body), request.slot);
    case 'rollUp':
      await file.rollUp(request.slot);
      return null;
    case 'read':
      return (await file.body(request.query, request.slot)) ?? null;
    case 'changes':
      return (await file.changes(request.slot)) ?? null;
    case 'importFile':
      return importFile(request.bytes);
    case 'status':
      return file.status();
    case 'close':
      await file.close();
      return null;
  }
}

async function importFile(bytes: Uint8Array): Promise<ImportResult> {
  try {
    const { prices, badCount, bad } = readImportFile(new TextDecoder().decode(bytes), Date.now());
    await file.import(prices);
    return { isRead: true, count: prices.length, badCount, bad };
  } catch (error) {
    if (error instanceof ImportFileError) return { isRead: false, refusal: error.refusal, detail: error.detail };
    throw error;
  }
}

parentPort?.on('message', (request: HistoryRequest) => {
  void perform(request).then(
    (result) => reply({ id: request.id, ok: true, result }),
    (error: unknown) => reply({ id: request.id, ok: false, error: String(error) }),
  );
});

function reply(message: HistoryReply): void {
  // Bodies are handed over: copying them would hold the event loop of the relay.
  const body = message.ok && message.result instanceof Uint8Array ? message.result.buffer : undefined;
  parentPort?.postMessage(message, body instanceof ArrayBuffer ? [body] : []);
}
