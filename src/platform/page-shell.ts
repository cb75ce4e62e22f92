import { runAfter } from '#core/timeout.ts';
import { openWelcome } from '#platform/install.ts';
import {
  grantedPermissions,
  missingAccess,
  missingAccessTo,
  onAccess,
  removeAccess,
  requestAccess,
} from '#platform/permissions.ts';
import { changeShortcuts, currentShortcuts } from '#platform/shortcuts.ts';

/** The browser's services for the popup, or for its page in a tab ("popup.html?tab"). */
export function pageShell() {
  const inTab = new URLSearchParams(location.search).has('tab');
  const isFirefox = location.protocol === 'moz-extension:';
  return {
    inTab,
    // A Firefox popup closes as soon as its file dialog opens (bug 1292701).
    filesHere: inTab || !isFirefox,
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
    after: runAfter,
  };
}

/** Downloads a text. A download after a click needs no permission. */
function saveFile(name: string, text: string): void {
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/json';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has started by then. The text would stay in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
