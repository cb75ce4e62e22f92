import type { GrantedPermissions } from '#browser/access.ts';
import type { Shortcut } from '#browser/own-page.ts';
import type { SitePages } from '#core/settings/page-scripts.ts';
import type { AccessDeps } from '#ui/pages/site-access.ts';

/** The browser's functions for the popup's page. */
export interface Shell extends AccessDeps {
  /** The popup's page is open as a tab. */
  readonly inTab: boolean;
  /** Offers a text as a download. */
  readonly save: (name: string, text: string) => void;
  /** Opens the page that compares all items. */
  readonly openExplore: () => Promise<void>;
  readonly openPortfolio: () => Promise<void>;
  readonly shortcuts: () => Promise<readonly Shortcut[]>;
  /** Opens the browser's page for shortcuts. */
  readonly changeShortcuts: () => Promise<void>;
  readonly permissions: () => Promise<GrantedPermissions>;
  /** Gives access to pages back. Rejects where the browser cannot take it back. */
  readonly removeAccess: (patterns: readonly string[]) => Promise<void>;
  /** The marketplaces of the manifest whose pages the browser does not let the extension read. */
  readonly missingAccess: () => Promise<readonly SitePages[]>;
  /** Calls a function once after `ms`. Returns a function that cancels the call. */
  readonly after: (ms: number, run: () => void) => () => void;
}
