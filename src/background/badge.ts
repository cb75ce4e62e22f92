import type { FaultKind } from '#core/fault.ts';
import type { Settings } from '#core/settings.ts';
import type { MissingAccess } from '#platform/permissions.ts';
import type { Status } from '#protocol/messages.ts';

/** Why the toolbar's icon is marked: a fault, prices that are old though the relay answers, or pages kept from us. */
export type Trouble = FaultKind | 'stale' | 'access';

export interface BadgeParts {
  /** How the table stands, without counting as somebody who looks at prices. */
  readonly glance: () => Promise<Status>;
  readonly settings: () => Promise<Settings>;
  readonly missing: () => Promise<readonly MissingAccess[]>;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Runs something once, after so many ms. */
  readonly after: (ms: number, run: () => void) => void;
  /** Keeps the status where a popup finds it before the worker runs. */
  readonly keep: (status: Status) => Promise<void>;
  readonly show: (trouble: Trouble | undefined) => Promise<void>;
  readonly showCount: (tab: number, count: number) => Promise<void>;
}

/** Longest that the icon lags behind, ms; what comes in between counts once, and no page waits for it. */
const lagMs = 250;

/** What the toolbar's icon says: a mark when there are no prices or old ones, else a tab's count of deals. */
export function createBadge(parts: BadgeParts) {
  let planned = false;
  let shown: Trouble | undefined | null = null;
  let kept = '';

  const draw = async () => {
    planned = false;
    const [status, settings] = await Promise.all([parts.glance(), parts.settings()]);
    if (kept !== JSON.stringify(status)) await parts.keep(status);
    kept = JSON.stringify(status);
    const trouble = troubleOf(status, settings, parts.now()) ?? (await accessTrouble(parts.missing, settings));
    if (trouble === shown) return;
    shown = trouble;
    await parts.show(trouble);
  };

  return {
    /** Something may have changed: the icon is made to say it soon. */
    look: () => {
      if (planned) return;
      planned = true;
      parts.after(lagMs, () => void draw());
    },
    /** A count is a verdict, for which the prices have to be fresh. */
    count: async (tab: number, count: number) => {
      const trouble = troubleOf(await parts.glance(), await parts.settings(), parts.now());
      await parts.showCount(tab, trouble ? 0 : count);
    },
  };
}

/**
 * What is wrong with the prices by the last look at the relay; nothing as long as nobody asked it, and nothing for a
 * table that is old only because nobody looked at prices since.
 */
export function troubleOf({ table, fault, lastCheck }: Status, settings: Settings, now: number): Trouble | undefined {
  if (!lastCheck) return undefined;
  if (!table) return fault?.kind;
  const limit = settings.freshness.staleMinutes * 60_000;
  if (fault) return now - table.asOf > limit ? fault.kind : undefined;
  return lastCheck.at - table.asOf > limit ? 'stale' : undefined;
}

async function accessTrouble(missing: BadgeParts['missing'], { sites }: Settings): Promise<'access' | undefined> {
  const wanted = (await missing()).filter(({ id }) => sites[id] !== false);
  return wanted.length > 0 ? 'access' : undefined;
}
