import { createBadge } from '#background/badge.ts';
import { troubleText } from '#background/badge-words.ts';
import { message } from '#platform/language.ts';
import { saveStatus } from '#platform/last-status.ts';
import { missingAccess } from '#platform/permissions.ts';
import { loadSettings } from '#platform/settings.ts';
import { showCount, showWarning } from '#platform/toolbar.ts';
import type { Status } from '#protocol/messages.ts';

/** The toolbar's icon, wired to the browser. */
export function openBadge(glance: () => Promise<Status>) {
  let missing: ReturnType<typeof missingAccess> | undefined;
  const badge = createBadge({
    glance,
    settings: loadSettings,
    missing: () => {
      missing ??= missingAccess().catch(() => []);
      return missing;
    },
    // Without room for it the popup waits for the worker.
    keep: (status) => saveStatus(status).catch(() => undefined),
    now: Date.now,
    after: (ms, run) => void setTimeout(run, ms),
    show: (trouble) => showWarning(trouble && troubleText(trouble), message('extensionName')),
    showCount,
  });
  return {
    ...badge,
    /** The user allowed pages, or took them back. */
    accessChanged: () => {
      missing = undefined;
      badge.look();
    },
  };
}
