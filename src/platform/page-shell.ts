import { openWelcome } from '#platform/install.ts';
import { grantedPermissions, missingAccess } from '#platform/permissions.ts';
import { changeShortcuts, currentShortcuts } from '#platform/shortcuts.ts';

/** What the browser does for a page of ours, the popup or a tab with the popup's page ("popup.html?tab"). */
export function pageShell() {
  const inTab = new URLSearchParams(location.search).has('tab');
  return {
    inTab,
    // A Firefox popup closes as soon as its file dialog opens (bug 1292701).
    filesHere: inTab || location.protocol !== 'moz-extension:',
    save: saveFile,
    shortcuts: currentShortcuts,
    changeShortcuts,
    permissions: grantedPermissions,
    missingAccess,
    openWelcome,
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Downloads a text; no permission is needed for what the user clicked for. */
function saveFile(name: string, text: string): void {
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/json';
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has begun by then; without this the text stays in memory as long as the page.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
