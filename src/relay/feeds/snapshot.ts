import type { Bytes } from '#protocol/bytes.ts';
import type { Compressor, Encoding } from '#relay/feeds/compressor.ts';

/** One version of a body with its compressed forms. A new body is a new snapshot. */
export interface Snapshot {
  readonly bytes: Bytes;
  /** Base64 of the SHA-256 of the bytes, as `Available-Dictionary` names it (RFC 9842, 2.2). */
  readonly id: string;
  /** Weak, because every coding of the body shares it. */
  readonly etag: string;
  /** When the prices were made, ms since 1970. */
  readonly lastModified: number;
  readonly encodedBodies: Map<Encoding, EncodedBody>;
  /** `dcz` streams by the id of the dictionary; `undefined` for one that cannot be made. */
  readonly deltas: Map<string, Promise<Bytes | undefined>>;
  /** Newest first. */
  readonly previous: readonly PreviousSnapshot[];
  /** A newer snapshot exists, so no more work is worth doing on this one. */
  isReplaced: boolean;
}

/** The body in one content coding (RFC 9110, 8.4). */
interface EncodedBody {
  /** `undefined` until `pending` has settled; replaced once by the best effort. */
  bytes: Bytes | undefined;
  /** Settles with the fast effort. */
  readonly pending: Promise<Bytes>;
  uses: number;
}

/** An earlier body that a client may have as its dictionary. */
interface PreviousSnapshot {
  readonly id: string;
  readonly archived: Promise<Bytes>;
}

/** Creates the snapshot that follows `before`. An unchanged body gives `before` itself. */
export type CreateSnapshot = (
  content: Pick<Snapshot, 'bytes' | 'lastModified'>,
  before: Snapshot | undefined,
) => Promise<Snapshot>;

export const snapshotIdOf = async (bytes: Bytes): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');

/**
 * `etagPrefix` keeps the tags of equal bodies apart where they mean different things, such as samples and real prices.
 * The codings that clients used of the previous snapshot are ready when a new one is returned, so nobody waits for them.
 */
export const snapshotFactory =
  (compressor: Compressor, maxDictionaries: number, etagPrefix = ''): CreateSnapshot =>
  async (content, before) => {
    const id = await snapshotIdOf(content.bytes);
    if (before?.id === id) return before;
    const previous = before ? [archive(before, compressor.deltas), ...before.previous] : [];
    const snapshot: Snapshot = {
      ...content,
      id,
      etag: `W/"${etagPrefix}${id.slice(0, 22)}"`,
      encodedBodies: new Map(),
      deltas: new Map(),
      previous: previous.slice(0, maxDictionaries),
      isReplaced: false,
    };
    if (before) await replace(compressor, before, snapshot);
    return snapshot;
  };

async function replace(compressor: Compressor, before: Snapshot, snapshot: Snapshot): Promise<void> {
  before.isReplaced = true;
  const encoded = [...before.encodedBodies.keys()].map(
    (encoding) => startEncoding(compressor, snapshot, encoding).pending,
  );
  const delta = before.deltas.size > 0 ? startDelta(compressor, snapshot, before.id) : undefined;
  await Promise.allSettled([...encoded, delta]);
}

function archive({ id, bytes }: Snapshot, deltas: Compressor['deltas']): PreviousSnapshot {
  const archived = deltas.archive(bytes);
  archived.catch(() => undefined);
  return { id, archived };
}

/**
 * From this use on a body is worth the best effort: brotli takes some seven seconds of a processor and makes 451 kB in
 * place of 579 kB of a whole market. The relay of one user, often on the computer where its browsers run, stays below it.
 */
export const usesBeforeBestEffort = 10;

/**
 * Encodes each body once and shares it: with the fast effort unless there is a better one. The best efforts run one after
 * the other in the background.
 */
export function createSnapshotEncoder(compressor: Compressor) {
  let queue: Promise<void> = Promise.resolve();
  return async (snapshot: Snapshot, encoding: Encoding): Promise<Bytes> => {
    const encoded = snapshot.encodedBodies.get(encoding) ?? startEncoding(compressor, snapshot, encoding);
    encoded.uses++;
    if (encoded.uses === usesBeforeBestEffort && compressor.usesBestEffort) {
      // The work of a whole refresh waits here for minutes: by its turn a newer body may be there, and this one should be gone.
      const waiting = new WeakRef(snapshot);
      queue = queue.then(() => improve(compressor, waiting.deref(), encoding)).catch(() => undefined);
    }
    return encoded.bytes ?? encoded.pending;
  };
}

/** Starts the fast effort. A failed body is dropped, so that the next use tries again. */
function startEncoding(compressor: Compressor, snapshot: Snapshot, encoding: Encoding): EncodedBody {
  const pending = compressor.compress(snapshot.bytes, encoding, 'fast');
  const encoded: EncodedBody = { bytes: undefined, pending, uses: 0 };
  pending.then(
    (bytes) => {
      encoded.bytes = bytes;
    },
    () => snapshot.encodedBodies.delete(encoding),
  );
  snapshot.encodedBodies.set(encoding, encoded);
  return encoded;
}

async function improve(compressor: Compressor, snapshot: Snapshot | undefined, encoding: Encoding): Promise<void> {
  const encoded = snapshot?.encodedBodies.get(encoding);
  if (!snapshot || !encoded || snapshot.isReplaced) return;
  const fast = await encoded.pending;
  const best = await compressor.compress(snapshot.bytes, encoding, 'best');
  if (best.length < fast.length) encoded.bytes = best;
}

/** The snapshot as `dcz` against an earlier body, made once and shared; `undefined` when that body is unknown. */
export async function encodeDelta(
  compressor: Compressor,
  snapshot: Snapshot,
  dictionaryId: string,
): Promise<Bytes | undefined> {
  return snapshot.deltas.get(dictionaryId) ?? startDelta(compressor, snapshot, dictionaryId);
}

function startDelta({ deltas }: Compressor, snapshot: Snapshot, dictionaryId: string) {
  const { id, bytes, previous } = snapshot;
  const archived = previous.find((one) => one.id === dictionaryId)?.archived;
  const dictionary = dictionaryId === id ? Promise.resolve(bytes) : archived?.then(deltas.restore);
  // After a failed delta the client gets another coding: more bytes, but no error.
  const delta = dictionary
    ?.then(async (body) => toDczStream(dictionaryId, await deltas.compressDelta(bytes, body)))
    .catch(() => undefined);
  if (delta) snapshot.deltas.set(dictionaryId, delta);
  return delta;
}

/** The first bytes of a `dcz` stream. The dictionary's hash follows (RFC 9842, 5). */
const dczMagic = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);

const toDczStream = (dictionaryId: string, zstdFrame: Bytes | undefined): Bytes | undefined =>
  zstdFrame && Buffer.concat([dczMagic, Buffer.from(dictionaryId, 'base64'), zstdFrame]);
