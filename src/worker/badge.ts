import { missingAccess, siteOf } from '#browser/access.ts';
import { showCount, showWarning } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { saveStatus } from '#browser/session.ts';
import { loadSettings } from '#browser/settings.ts';
import type { FaultKind } from '#core/asks/fault.ts';
import { runAfter } from '#core/asks/timeout.ts';
import { isStale } from '#core/prices/stale-after.ts';
import type { SitePages } from '#core/settings/page-scripts.ts';
import type { Settings } from '#core/settings/settings.ts';
import { isSiteOn } from '#core/settings/site-switch.ts';
import type { PriceService } from '#data/refresh/price-service.ts';
import type { Status } from '#protocol/messages.ts';

const warningKeys = {
  unreachable: 'badgeUnreachable',
  timeout: 'badgeTimeout',
  unauthorized: 'badgeUnauthorized',
  'rate-limited': 'badgeRateLimited',
  unavailable: 'badgeUnavailable',
  undecodable: 'badgeUnusable',
  malformed: 'badgeUnusable',
  'too-large': 'badgeUnusable',
  rejected: 'badgeUnusable',
  stale: 'badgeStale',
  access: 'badgeAccess',
} as const satisfies Record<IconWarning, string>;

export function openBadge(statusWithoutUse: PriceService['statusWithoutUse']) {
  let missing: ReturnType<typeof missingAccess> | undefined;
  const badge = createBadge({
    statusWithoutUse,
    settings: loadSettings,
    missingAccess: () => {
      missing ??= missingAccess().catch(() => []);
      return missing;
    },
    // Without a stored status the popup waits for the worker.
    saveStatus: (status) => saveStatus(status).catch(() => undefined),
    now: Date.now,
    after: runAfter,
    show: (warning) => showWarning(warning && message(warningKeys[warning]), message('extensionName')),
    showCount,
  });
  return {
    ...badge,
    accessChanged: () => {
      missing = undefined;
      badge.update();
    },
  };
}

/** Reason for the mark on the icon: a fault, old prices though the relay answers, or pages without access. */
export type IconWarning = FaultKind | 'stale' | 'access';

interface BadgeDeps {
  readonly statusWithoutUse: () => Promise<Status>;
  readonly settings: () => Promise<Settings>;
  readonly missingAccess: () => Promise<readonly SitePages[]>;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => void;
  readonly saveStatus: (status: Status) => Promise<void>;
  readonly show: (warning: IconWarning | undefined) => Promise<void>;
  readonly showCount: (tab: number, count: number) => Promise<void>;
}

/** Delay of an update, ms. Changes within it are one update, and no page waits for it. */
const delayMs = 250;

export function createBadge(deps: BadgeDeps) {
  let isScheduled = false;
  let shown: IconWarning | undefined | null = null;
  let saved = '';

  const draw = async () => {
    isScheduled = false;
    const [status, settings] = await Promise.all([deps.statusWithoutUse(), deps.settings()]);
    if (saved !== JSON.stringify(status)) await deps.saveStatus(status);
    saved = JSON.stringify(status);
    const warning = warningOf(status, settings, deps.now()) ?? (await accessWarning(deps.missingAccess, settings));
    if (warning === shown) return;
    shown = warning;
    await deps.show(warning);
  };

  return {
    update: () => {
      if (isScheduled) return;
      isScheduled = true;
      deps.after(delayMs, () => void draw());
    },
    /** Shows a tab's number of deals, or none while prices are not fresh: old prices make no deals. */
    showDeals: async (tab: number, count: number) => {
      const warning = warningOf(await deps.statusWithoutUse(), await deps.settings(), deps.now());
      await deps.showCount(tab, warning ? 0 : count);
    },
  };
}

/** `undefined` before the first refresh, and for a table that is old only because no page has used prices since. */
export function warningOf({ table, fault, lastCheck }: Status, settings: Settings, now: number) {
  if (!lastCheck) return undefined;
  if (!table) return fault?.kind;
  if (fault) return isStale(table.asOf, settings, now) ? fault.kind : undefined;
  return isStale(table.asOf, settings, lastCheck.at) ? 'stale' : undefined;
}

async function accessWarning(missingAccess: BadgeDeps['missingAccess'], settings: Settings) {
  const wanted = (await missingAccess()).filter(({ id }) => isSiteOn(settings, siteOf(id)));
  return wanted.length > 0 ? 'access' : undefined;
}
