import { parentPort, workerData } from 'node:worker_threads';
import { autostartState, switchAutostart } from '#relay/admin/autostart.ts';
import { errorCode } from '#relay/error-code.ts';
import { ImportFileError, readImportFile } from '#relay/history/import-file.ts';
import { offersOf, pricesByName, quotesOf } from '#relay/history/observed-prices.ts';
import { confirmAnswer, loadAnswer, saveAnswer } from '#relay/store/answers.ts';
import { probeFolder, readText, removeText, writeText } from '#relay/store/disk-files.ts';
import { createStorageFile, sqliteText } from '#relay/store/storage-file.ts';
import type { ThreadOptions } from '#relay/store/storage-thread.ts';
import type {
  ImportResult,
  StorageReply,
  StorageRequest,
  StorageWork,
  StorageWorkKind,
} from '#relay/store/storage-work.ts';

/** The thread of the disk: whatever waits for the disk holds it. */
const { signMs, ...options } = workerData as ThreadOptions;
const file = createStorageFile(options, Date.now);

// A disk that hangs holds this timer as well.
setInterval(() => reply({ id: 0, ok: true, result: null }), signMs);

const done = (_: unknown): null => null;

type Works = {
  readonly [K in StorageWorkKind]: (request: StorageWork[K]['request']) => Promise<StorageWork[K]['result']>;
};

const works: Works = {
  loadAnswer: ({ id }) => file.read(({ database }) => loadAnswer(database, id) ?? null),
  saveAnswer: (answer) => file.write(({ database }) => saveAnswer(database, answer)),
  confirmAnswer: (confirmation) => file.write(({ database }) => confirmAnswer(database, confirmation)),
  loadDocument: ({ name }) =>
    file.read(({ database }) => {
      const [row] = database.all('SELECT text FROM documents WHERE name = ?', name);
      return typeof row?.['text'] === 'string' ? row['text'] : null;
    }),
  saveDocument: ({ name, text }) =>
    file.write(({ database }) => {
      database.run('INSERT OR REPLACE INTO documents (name, text) VALUES (?, ?)', name, text);
      return null;
    }),
  record: ({ prices, markets, present }) =>
    file.write(({ history }) => history.record(pricesByName(prices, markets), present)),
  rollUp: ({ halfHour }) => file.write(({ history }) => history.rollUp(halfHour)),
  read: ({ query, halfHour }) => file.read(({ history }) => history.body(query, halfHour) ?? null),
  changes: ({ halfHour }) => file.read(async ({ history }) => (await history.changes(halfHour)) ?? null),
  importFile: ({ bytes }) => importFile(bytes),
  quotes: async ({ prices, names }) => quotesOf(prices, names),
  offers: async ({ prices, market, names }) => offersOf(prices, market, names),
  status: ({ halfHour }) => file.status(halfHour),
  probeFolder: async ({ path }) => done(probeFolder(path)),
  readText: async ({ path }) => readText(path) ?? null,
  writeText: async ({ path, text }) => done(writeText(path, text)),
  removeText: async ({ path, text }) => done(removeText(path, text)),
  autostartState: async (asked) => autostartState(asked.file),
  switchAutostart: async (asked) => switchAutostart(asked.file, asked.to) ?? null,
  close: async () => done(file.close()),
};

async function importFile(bytes: Uint8Array): Promise<ImportResult> {
  try {
    const { prices, badCount, bad } = readImportFile(new TextDecoder().decode(bytes), Date.now());
    const namesLeftOut = await file.write(({ history }) => history.import(prices));
    return { isRead: true, count: prices.length, namesLeftOut, badCount, bad };
  } catch (error) {
    if (error instanceof ImportFileError) return { isRead: false, refusal: error.refusal, detail: error.detail };
    throw error;
  }
}

const perform = <K extends StorageWorkKind>(kind: K, request: StorageWork[K]['request']) => works[kind](request);

parentPort?.on('message', ({ id, kind, request }: StorageRequest) => {
  void perform(kind, request).then(
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

function bytesOf(result: StorageWork[StorageWorkKind]['result']): Uint8Array | undefined {
  if (result instanceof Uint8Array) return result;
  return typeof result === 'object' && result !== null && 'sha256' in result ? result.bytes : undefined;
}
