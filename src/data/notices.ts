import { Fault } from '#core/asks/fault.ts';
import { minuteMs } from '#core/prices/age.ts';
import type { RelayFeed } from '#data/refresh/feed.ts';
import { createSmallFeed, type Kept, openKept, type SmallFeedDeps } from '#data/refresh/small-feed.ts';
import type { KeyValueStore } from '#data/storage/stored-state.ts';
import type { StoredValue } from '#data/storage/stored-value.ts';
import { isNotices, isSigned, type Notices, ownNotices, readNotices } from '#protocol/notices.ts';
import { isOlder } from '#protocol/relay-headers.ts';

export type StoredNotices = StoredValue<Kept<Notices>>;

export const openStoredNotices = (store: KeyValueStore): StoredNotices => openKept(store, 'notices', isNotices);

/** The newest release, where it is newer than a version. */
export async function newerRelease(stored: StoredNotices, version: string): Promise<string | undefined> {
  const latest = (await stored.read())?.told.latest;
  return latest !== undefined && isOlder(version, latest) ? latest : undefined;
}

/**
 * The feed of what is switched off: until an update, of which only what `key` has signed counts and nothing older than the
 * last, whatever relay told that; and by the relay's owner, who may have no signed list.
 */
export const createNotices = (deps: SmallFeedDeps<Notices>, key: string): RelayFeed =>
  createSmallFeed(deps, {
    name: 'notices',
    parse: async (body, before) => {
      const own = ownNotices(body);
      const isOwn = own.length > 0 && !isSigned(body);
      const told = isOwn ? { rows: [], issued: 0, ...before } : await readNotices(body, key);
      if (!told || told.issued < (before?.issued ?? 0))
        throw new Fault('malformed', 'no signed notices, or older ones');
      return { ...told, own };
    },
    pauseMs: 6 * 60 * minuteMs,
    keep: (told) => ({ ...told, own: [] }),
  });
