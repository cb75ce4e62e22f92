import type { Bytes } from '#protocol/bytes.ts';
import type { StoredSnapshot } from '#relay/storage/store.ts';
import type { SharedState, StateChange } from '#relay/upstream/shared-state.ts';

/** The place where relays with the same key meet. Every method rejects while it does not answer. */
export interface SharedStore {
  /** Changes the state as one step that no other relay's comes between. `now` is the store's clock, in ms. */
  readonly update: <T>(change: (state: SharedState, now: number) => StateChange<T>) => Promise<T>;
  /** `undefined` when there is no such body. */
  readonly loadBody: (source: string, version: string) => Promise<Bytes | undefined>;
  readonly saveBody: (source: string, version: string, stored: StoredSnapshot) => Promise<void>;
  /** Keeps a body for longer. Returns whether it was still there. */
  readonly keepBody: (source: string, version: string, stored: StoredSnapshot) => Promise<boolean>;
  /** Removes a body, after the time in which another relay may still want to load it. */
  readonly dropBody: (source: string, version: string) => Promise<void>;
  /** Says that this relay is there. Returns the ids of all that were seen lately, sorted. */
  readonly meet: () => Promise<readonly string[]>;
  /** Ends the membership of this relay. */
  readonly leave: () => Promise<void>;
  /** The id of this relay. */
  readonly relayId: string;
}
