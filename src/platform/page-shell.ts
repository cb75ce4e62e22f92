import { runAfter } from '#core/timeout.ts';
import { openExplore, openPortfolio } from '#platform/explore.ts';
import { openWelcome } from '#platform/install.ts';
import {
  grantedPermissions,
  missingAccess,
  missingAccessTo,
  onAccess,
  removeAccess,
  requestAccess,
} from '#platform/permissions.ts';
import { saveFile } from '#platform/save-file.ts';
import { changeShortcuts, currentShortcuts } from '#platform/shortcuts.ts';

/** The browser's services for the popup and the page of all settings. `inTab`: the page is open as a tab. */
export function pageShell(inTab: boolean) {
  const isFirefox = location.protocol === 'moz-extension:';
  return {
    inTab,
    save: saveFile,
    shortcuts: currentShortcuts,
    changeShortcuts,
    permissions: grantedPermissions,
    missingAccess,
    missingAccessTo,
    // A Firefox popup covers the browser's question.
    requestAccess: inTab || !isFirefox ? requestAccess : undefined,
    removeAccess,
    onAccess,
    openWelcome,
    openExplore,
    openPortfolio,
    after: runAfter,
  };
}
