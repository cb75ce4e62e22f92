import { createMutex } from '#core/asks/concurrency.ts';
import type { Bytes } from '#protocol/bytes.ts';
import { archive, compress, compressDelta, type Encoding, restore } from '#relay/feeds/compressor.ts';

export interface Snapshot {
  readonly bytes: Bytes;
  /** Base64 of the SHA-256 of the bytes, as `Available-Dictionary` names it (RFC 9842, 2.2). */
  readonly id: string;
  /** Weak, because every coding of the body shares it. */
  readonly etag: string;
  /** When the prices were made, ms since 1970. */
  readonly lastModified: number;
  /** The body in content codings (RFC 9110, 8.4). */
  readonly encodedBodies: Map<Encoding, Promise<Bytes>>;
  /** `dcz` streams by the id of the dictionary; `undefined` for one that cannot be made. */
  readonly deltas: Map<string, Promise<Bytes | undefined>>;
  /** What clients have asked for: of the next snapshot that is ready before it is told. */
  readonly asked: Set<Encoding | 'dcz'>;
  /** Earlier bodies that a client may have as its dictionary, newest first. */
  readonly previous: readonly ReturnType<typeof toPrevious>[];
}

/** Creates the snapshot that follows `before`. An unchanged body gives `before` itself. */
export type CreateSnapshot = (
  content: Pick<Snapshot, 'bytes' | 'lastModified'>,
  before: Snapshot | undefined,
) => Promise<Snapshot>;

export const snapshotIdOf = async (bytes: Bytes): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64');

/** `etagPrefix` keeps the tags of equal bodies apart where they mean different things, such as samples and real prices. */
export const snapshotFactory =
  (maxDictionaries: number, etagPrefix = ''): CreateSnapshot =>
  async (content, before) => {
    const id = await snapshotIdOf(content.bytes);
    if (before?.id === id) return before;
    const previous = before ? [toPrevious(before), ...before.previous] : [];
    const snapshot: Snapshot = {
      ...content,
      id,
      etag: `W/"${etagPrefix}${id.slice(0, 22)}"`,
      encodedBodies: new Map(),
      deltas: new Map(),
      asked: new Set(),
      previous: previous.slice(0, maxDictionaries),
    };
    if (before) await prepare(snapshot, before);
    return snapshot;
  };

/** One compression of a large body takes up to 40 MB, and a refresh brings fourteen bodies at once. */
const inTurn = createMutex();

/** Makes what clients will ask for, while they get the snapshot before; the delta to the newest dictionary comes first. */
async function prepare(snapshot: Snapshot, { asked, previous }: Snapshot): Promise<void> {
  // Whoever got the first snapshot whole has it as a dictionary now.
  const hasDictionaries = asked.has('dcz') || (previous.length === 0 && asked.size > 0);
  for (const coding of asked) if (coding !== 'dcz') await inTurn(() => bodyIn(snapshot, coding)).catch(() => undefined);
  for (const { id } of hasDictionaries ? snapshot.previous : []) await inTurn(() => deltaTo(snapshot, id));
}

function toPrevious({ id, bytes }: Snapshot) {
  const archived = inTurn(() => archive(bytes));
  archived.catch(() => undefined);
  return { id, archived };
}

/** The body in a coding, for a client. */
export function encodeBody(snapshot: Snapshot, encoding: Encoding): Promise<Bytes> {
  snapshot.asked.add(encoding);
  return bodyIn(snapshot, encoding);
}

/** Made once and shared. A failed one is dropped, so that the next use tries again. */
function bodyIn({ bytes, encodedBodies }: Snapshot, encoding: Encoding): Promise<Bytes> {
  const known = encodedBodies.get(encoding);
  if (known) return known;
  const encoded = compress(bytes, encoding);
  encoded.catch(() => encodedBodies.delete(encoding));
  encodedBodies.set(encoding, encoded);
  return encoded;
}

/** The snapshot as `dcz` against an earlier body, for a client; `undefined` when that body is unknown. */
export function encodeDelta(snapshot: Snapshot, dictionaryId: string): Promise<Bytes | undefined> {
  snapshot.asked.add('dcz');
  return deltaTo(snapshot, dictionaryId);
}

async function deltaTo({ id, bytes, previous, deltas }: Snapshot, dictionaryId: string): Promise<Bytes | undefined> {
  const known = deltas.get(dictionaryId);
  if (known) return known;
  const archived = previous.find((one) => one.id === dictionaryId)?.archived;
  const dictionary = dictionaryId === id ? Promise.resolve(bytes) : archived?.then(restore);
  // After a failed delta the client gets another coding: more bytes, but no error.
  const delta = dictionary
    ?.then(async (body) => toDczStream(dictionaryId, await compressDelta(bytes, body)))
    .catch(() => undefined);
  if (delta) deltas.set(dictionaryId, delta);
  return delta;
}

/** The first bytes of a `dcz` stream. The dictionary's hash follows (RFC 9842, 5). */
const dczMagic = Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0);

const toDczStream = (dictionaryId: string, zstdFrame: Bytes | undefined): Bytes | undefined =>
  zstdFrame && Buffer.concat([dczMagic, Buffer.from(dictionaryId, 'base64'), zstdFrame]);
