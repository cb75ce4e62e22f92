import { Fault } from '#core/asks/fault.ts';
import { type Guard, isObjectOf, isString, optional } from '#core/asks/guards.ts';
import type { RateDays } from '#core/money/rates.ts';
import { dayMs, minuteMs } from '#core/prices/age.ts';
import { createRelayFeed, type FeedDeps, type RelayFeed } from '#data/refresh/feed.ts';
import { checkIn } from '#data/refresh/feed-check.ts';
import { type KeyValueStore, type StoredValue, storedValue } from '#data/storage/column-store.ts';
import { isNotices, isSigned, type Notices, ownNotices, readNotices } from '#protocol/notices.ts';
import { isRateDaysBody, isRatesBody, type RateDaysBody, type RatesBody } from '#protocol/rates-body.ts';
import { isOlder } from '#protocol/relay-headers.ts';

export interface Kept<T> {
  readonly relay: string;
  readonly etag?: string | undefined;
  readonly told: T;
}

export const isKept = <T>(isTold: Guard<T>): Guard<Kept<T>> =>
  isObjectOf<Kept<T>>({ relay: isString, etag: optional(isString), told: isTold });

const openKept = <T>(store: KeyValueStore, key: string, isTold: Guard<T>): StoredValue<Kept<T>> =>
  storedValue(() => store, key, isKept(isTold));

interface SmallFeedDeps<T> extends FeedDeps {
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
function createSmallFeed<T>(deps: SmallFeedDeps<T>, { name, parse, pauseMs, keep }: SmallFeed<T>): RelayFeed {
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

const parsedBy =
  <T>(guard: Guard<T>) =>
  (body: unknown): T => {
    if (!guard(body)) throw new Fault('malformed', 'the answer is of another shape');
    return body;
  };

export type StoredRates = StoredValue<Kept<RatesBody>>;

export const openStoredRates = (store: KeyValueStore): StoredRates => openKept(store, 'rates', isRatesBody);

/** The feed of the relay's exchange rates, whose source changes once a day. */
export const createExchangeRates = (deps: SmallFeedDeps<RatesBody>): RelayFeed =>
  createSmallFeed(deps, {
    name: 'rates',
    parse: parsedBy(isRatesBody),
    pauseMs: 60 * minuteMs,
  });

export type PastRates = ReturnType<typeof createPastRates>;

/** The rates of past days, which are asked for when somebody needs them, once a day. */
export function createPastRates(deps: FeedDeps & Pick<SmallFeedDeps<RateDaysBody>, 'store'>) {
  const kept = openKept(deps.store, 'rate-days', isRateDaysBody);
  const { checkIfDue, relayChanged } = createSmallFeed(
    { ...deps, kept, onChange: () => undefined },
    {
      name: 'rates/days',
      parse: parsedBy(isRateDaysBody),
      pauseMs: dayMs,
    },
  );
  return {
    relayChanged,
    /** Empty where the relay knows none. Never rejects. */
    find: async (): Promise<RateDays> => {
      await checkIfDue();
      return (await kept.read())?.told.days ?? {};
    },
  };
}

export type StoredNotices = ReturnType<typeof openStoredNotices>;

export const openStoredNotices = (store: KeyValueStore) => openKept<Notices>(store, 'notices', isNotices);

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
