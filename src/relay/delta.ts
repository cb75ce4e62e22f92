import type { Compressor, Deltas } from '#relay/snapshot/compressor.ts';
import type { Snapshot } from '#relay/snapshot/snapshot.ts';
import type { Bytes } from '#relay/upstream/body.ts';

/** A `dcz` stream that is being made, or made; `undefined` bytes at the end when it cannot be. */
export interface Delta {
  bytes: Bytes | undefined;
  readonly making: Promise<Bytes | undefined>;
}

/** An earlier body that a client may still have, put away small. */
export interface Past {
  readonly id: string;
  readonly packed: Promise<Bytes>;
}

/** First bytes of a `dcz` stream, before the dictionary's hash (RFC 9842, 5). */
const dczMagic = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);

/** A body that was served, packed, to make deltas against while clients still hold it. */
export function putAway({ id, bytes }: Snapshot, deltas: Deltas): Past {
  const packed = deltas.pack(bytes);
  packed.catch(() => undefined);
  return { id, packed };
}

/** The snapshot as `dcz` against an earlier body, made once and shared; `undefined` when that one is not held. */
export function takeDelta(
  compressor: Compressor,
  snapshot: Snapshot,
  dictionaryId: string,
): Bytes | undefined | Promise<Bytes | undefined> {
  const delta = snapshot.deltas.get(dictionaryId) ?? startDelta(compressor, snapshot, dictionaryId);
  return delta?.bytes ?? delta?.making;
}

/** Begins a delta against an earlier body and keeps it with the snapshot; `undefined` when that body is not held. */
export function startDelta({ deltas }: Compressor, snapshot: Snapshot, dictionaryId: string): Delta | undefined {
  const dictionary = deltas && findBody(snapshot, dictionaryId, deltas);
  if (!dictionary) return undefined;
  // A delta that fails costs bytes, not an answer: the client gets another form.
  const making = dictionary
    .then(async (body) => frame(dictionaryId, await deltas.make(snapshot.bytes, body)))
    .catch(() => undefined);
  const delta: Delta = { bytes: undefined, making };
  making.then((bytes) => {
    delta.bytes = bytes;
  });
  snapshot.deltas.set(dictionaryId, delta);
  return delta;
}

function findBody({ id, bytes, past }: Snapshot, wanted: string, deltas: Deltas): Promise<Bytes> | undefined {
  if (wanted === id) return Promise.resolve(bytes);
  return past.find((one) => one.id === wanted)?.packed.then(deltas.unpack);
}

function frame(dictionaryId: string, zstdFrame: Bytes | undefined): Bytes | undefined {
  if (!zstdFrame) return undefined;
  const hash = Uint8Array.from(atob(dictionaryId), (character) => character.charCodeAt(0));
  const stream = new Uint8Array(dczMagic.length + hash.length + zstdFrame.length);
  stream.set(dczMagic);
  stream.set(hash, dczMagic.length);
  stream.set(zstdFrame, dczMagic.length + hash.length);
  return stream;
}
