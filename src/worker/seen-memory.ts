import type { MessageSender } from '#browser/messages.ts';
import { lazy } from '#core/asks/lazy.ts';
import {
  isRecent,
  type SeenElsewhere,
  type SeenListing,
  seenElsewhere,
  seenLimits,
  withTold,
} from '#core/prices/seen-listings.ts';
import type { AskedListing, ToldListing } from '#core/prices/told-listing.ts';
import { coversHost, hostnameOf } from '#core/settings/hostnames.ts';
import type { SiteSummary } from '#core/settings/page-scripts.ts';

interface SeenDeps {
  readonly sites: readonly Pick<SiteSummary, 'id' | 'matches'>[];
  /** Of the session, which outlives the worker. */
  readonly read: () => Promise<readonly SeenListing[]>;
  readonly save: (seen: readonly SeenListing[]) => Promise<void>;
  readonly isOn: () => Promise<boolean>;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => void;
  /** Has `forgetOld` called then, though the worker has ended; `undefined`: no more. */
  readonly wakeAt: (at: number | undefined) => void;
}

/** Delay of a save, ms: a page that loads more cards tells often, and the worker lives longer. */
const saveDelayMs = 1000;

/** The listings that the user has seen in the last minutes on any page but a private one. They go nowhere. */
export function createSeenMemory({ sites, read, save, isOn, now, after, wakeAt }: SeenDeps) {
  let seen: readonly SeenListing[] = [];
  const ready = lazy(async () => {
    seen = await read().catch(() => []);
  });
  let isSaving = false;
  const keep = (next: readonly SeenListing[]) => {
    seen = next;
    if (isSaving) return;
    isSaving = true;
    after(saveDelayMs, () => {
      isSaving = false;
      save(seen).catch(() => undefined);
      wakeAt(seen.length > 0 ? now() + seenLimits.ageMs : undefined);
    });
  };
  const siteAt = (address: string | undefined): string | undefined => {
    const host = address && hostnameOf(address);
    return host ? sites.find(({ matches }) => coversHost(matches, host))?.id : undefined;
  };
  const isUsed = async ({ isPrivate }: MessageSender) => {
    await ready();
    return !isPrivate && (await isOn());
  };
  return {
    /** A page can tell as itself alone. `told`: listings by any text, none for what is none. Answers the texts of the beaten. */
    tell: async (
      told: readonly (readonly [string, ToldListing | undefined])[],
      address: string,
      sender: MessageSender,
    ): Promise<readonly string[]> => {
      const site = siteAt(sender.url);
      if (!(await isUsed(sender)) || site === undefined || siteAt(address) !== site) return [];
      const at = now();
      const listings = told.flatMap(([, one]) => one ?? []);
      keep(withTold(seen, listings, { site, address, tab: sender.tab, at }));
      const ofItem = Map.groupBy(seen, ({ item }) => item);
      return told.flatMap(([text, one]) =>
        one && seenElsewhere(one, ofItem.get(one.item) ?? [], at).beaten ? [text] : [],
      );
    },
    find: async (one: AskedListing, sender: MessageSender): Promise<SeenElsewhere> =>
      (await isUsed(sender)) ? seenElsewhere(one, seen, now()) : {},
    forget: async (): Promise<void> => {
      await ready();
      keep([]);
    },
    /** No page may tell any more. */
    forgetOld: async (): Promise<void> => {
      await ready();
      keep(seen.filter((one) => isRecent(one, now())));
    },
  };
}

export type SeenMemory = ReturnType<typeof createSeenMemory>;
