import type { Bytes } from '#protocol/bytes.ts';
import type { RelayBase } from '#relay/base.ts';
import { errorCode } from '#relay/error-code.ts';
import { archive } from '#relay/feeds/compressor.ts';
import { snapshotIdOf } from '#relay/feeds/snapshot.ts';
import { answerId, type StoredAnswer } from '#relay/store/answers.ts';
import type { StorageThread } from '#relay/store/storage-thread.ts';

export type AnswerStore = ReturnType<typeof createAnswerStore>;

export function createAnswerStore(
  { storage, reportProblem }: Pick<RelayBase, 'reportProblem'> & { readonly storage: StorageThread },
  owner: string,
) {
  const hashes = new WeakMap<Bytes, string>();
  let isClosed = false;
  let written: Promise<void> = Promise.resolve();
  const save = async (source: string, stored: StoredAnswer): Promise<void> => {
    const id = answerId(owner, source);
    const { bytes, ...times } = stored;
    const known = hashes.get(bytes);
    if (known !== undefined && (await storage.ask('confirmAnswer', { ...times, id, sha256: known }))) return;
    const sha256 = Buffer.from(await snapshotIdOf(bytes), 'base64').toString('hex');
    const body = await archive(bytes);
    await storage.ask('saveAnswer', { ...times, id, source, sha256, body });
    hashes.set(bytes, sha256);
  };
  return {
    /** `undefined` for an answer that is absent or of another price API. Rejects when the disk has not said. */
    async load(source: string): Promise<StoredAnswer | undefined> {
      const found = await storage.ask('loadAnswer', answerId(owner, source));
      if (!found) return undefined;
      const { sha256, ...stored } = found;
      hashes.set(stored.bytes, sha256);
      return stored;
    },
    save(source: string, stored: StoredAnswer): Promise<void> {
      const report = (error: unknown) => reportProblem('an answer could not be stored', errorCode(error));
      if (!isClosed) written = written.then(() => save(source, stored)).catch(report);
      return written;
    },
    /** Accepts no more answers; settles when the accepted ones are written, or the disk does not answer. */
    close(): Promise<void> {
      isClosed = true;
      return written;
    },
    isStalled: storage.isStalled,
  };
}
