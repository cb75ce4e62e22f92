import { missingAccess } from '#browser/access.ts';
import { showCount, showWarning } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { saveStatus } from '#browser/session.ts';
import { loadSettings } from '#browser/settings.ts';
import { runAfter } from '#core/timeout.ts';
import type { PriceService } from '#data/refresh/price-service.ts';
import { createBadge, type IconWarning } from '#worker/badge.ts';

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

/** The toolbar's icon, wired to the browser. */
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
    /** Called after the user granted or revoked access to pages. */
    accessChanged: () => {
      missing = undefined;
      badge.update();
    },
  };
}
