import { type Guard, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import { createRelayFeed, type FeedDeps, type RelayFeed } from '#data/refresh/feed.ts';
import { checkIn } from '#data/refresh/feed-check.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import { type StoredValue, storedValue } from '#data/storage/stored-value.ts';

/** An answer that is kept as it was told. */
export interface Kept<T> {
  readonly relay: string;
  readonly etag?: string | undefined;
  readonly told: T;
}

export const isKept = <T>(isTold: Guard<T>): Guard<Kept<T>> =>
  isObjectOf<Kept<T>>({ relay: isString, etag: optional(isString), told: isTold });

export const openKept = <T>(store: KeyValueStore, key: string, isTold: Guard<T>): StoredValue<Kept<T>> =>
  storedValue(() => store, key, isKept(isTold));

export interface SmallFeedDeps<T> extends FeedDeps {
  readonly store: KeyValueStore;
  readonly kept: StoredValue<Kept<T>>;
  /** Called when another answer is kept, or none. */
  readonly onChange: () => void;
}

interface SmallFeed<T> {
  /** The path after `/api/`. */
  readonly name: string;
  /** @throws Fault */
  readonly parse: (body: unknown, before: T | undefined) => T | Promise<T>;
  readonly pauseMs: number;
  /** What stays where the relay has none, or another one is chosen; nothing unless given. */
  readonly keep?: (told: T) => T;
}

/** The feed of a small answer. A relay may have none. */
export function createSmallFeed<T>(deps: SmallFeedDeps<T>, { name, parse, pauseMs, keep }: SmallFeed<T>): RelayFeed {
  const { store, kept, onChange } = deps;
  const save = async (after: Kept<T> | undefined) => {
    const before = await kept.read();
    const isNew = JSON.stringify(after?.told) !== JSON.stringify(before?.told);
    await kept.write(after).finally(() => isNew && onChange());
    return isNew;
  };
  return createRelayFeed(deps, {
    path: `/api/${name}`,
    ...checkIn(() => store, `${name}-check`),
    data: kept.read,
    replace: async ({ about: { relay, etag }, body }) =>
      save({ relay, etag, told: await parse(body(), (await kept.read())?.told) }),
    forget: async () => {
      const before = await kept.read();
      await save(keep && before && { relay: '', told: keep(before.told) }).catch(() => undefined);
    },
    pauseMs,
  });
}
