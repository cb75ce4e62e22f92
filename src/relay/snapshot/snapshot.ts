import { type Delta, type Past, putAway, startDelta } from '#relay/delta.ts';
import { type Form, startForm } from '#relay/form.ts';
import type { Compressor, Encoding } from '#relay/snapshot/compressor.ts';
import type { Bytes } from '#relay/upstream/body.ts';

/** One body at one time with its compressed forms; replaced whole when the body changes. */
export interface Snapshot {
  readonly bytes: Bytes;
  /** Base64 of the SHA-256 of the bytes: what `Available-Dictionary` names (RFC 9842, 2.2). */
  readonly id: string;
  /** Weak, for every coding of the same body shares it. */
  readonly etag: string;
  /** When these prices were made, in ms since 1970. */
  readonly lastModified: number;
  readonly forms: Map<Encoding, Form>;
  /** Deltas from earlier bodies, by their id. */
  readonly deltas: Map<string, Delta>;
  /** The bodies before this one, newest first. */
  readonly past: readonly Past[];
  /** A newer body has taken its place: no more work is worth doing on it. */
  retired: boolean;
}

/** A body that is not yet a snapshot. */
interface Content {
  readonly bytes: Bytes;
  readonly lastModified: number;
}

/** Makes snapshots: `before` is the one that this follows on. */
export type Publish = (content: Content, before: Snapshot | undefined) => Promise<Snapshot>;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/**
 * Makes the snapshot that follows on another. The same body is the same snapshot, `lastModified` and all.
 * Forms that clients took of the one before are ready when this returns, so that nobody waits for them.
 */
export const createPublish =
  (compressor: Compressor, maxDictionaries: number): Publish =>
  async (content, before) => {
    const id = toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', content.bytes)));
    if (before?.id === id) return before;
    const past = before && compressor.deltas ? [putAway(before, compressor.deltas), ...before.past] : [];
    const snapshot: Snapshot = {
      ...content,
      id,
      etag: `W/"${id.slice(0, 22)}"`,
      forms: new Map(),
      deltas: new Map(),
      past: past.slice(0, maxDictionaries),
      retired: false,
    };
    if (before) await takeOver(compressor, snapshot, before);
    return snapshot;
  };

async function takeOver(compressor: Compressor, snapshot: Snapshot, before: Snapshot): Promise<void> {
  before.retired = true;
  const forms = [...before.forms.keys()].map((encoding) => startForm(compressor, snapshot, encoding).making);
  const delta = before.deltas.size > 0 ? startDelta(compressor, snapshot, before.id)?.making : undefined;
  await Promise.allSettled([...forms, delta]);
}
