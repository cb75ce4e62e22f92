import { parentPort, workerData } from 'node:worker_threads';
import { createHistoryFile } from '#relay/history/history-file.ts';
import { pricesOfBody } from '#relay/history/prices-of-body.ts';
import type { HistoryReply, HistoryRequest } from '#relay/history/thread-messages.ts';

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
      return (await file.read(request.query, request.slot)) ?? null;
    case 'changes':
      return (await file.changes()) ?? null;
    case 'import':
      await file.import(request.prices);
      return null;
    case 'status':
      return file.status();
    case 'close':
      await file.close();
      return null;
  }
}

parentPort?.on('message', (request: HistoryRequest) => {
  void perform(request).then(
    (result) => reply({ id: request.id, ok: true, result }),
    (error: unknown) => reply({ id: request.id, ok: false, error: String(error) }),
  );
});

function reply(message: HistoryReply): void {
  parentPort?.postMessage(message);
}
