import type { GrantedPermissions, MissingAccess } from '#platform/permissions.ts';
import type { Shortcut } from '#platform/shortcuts.ts';

/** What the browser around the popup does for the settings. */
export interface Shell {
  /** The popup's page was opened as a tab of its own. */
  readonly inTab: boolean;
  /** A file can be chosen here; Firefox closes a popup whose user looks for a file. */
  readonly filesHere: boolean;
  /** Gives the user a text as a file. */
  readonly save: (name: string, text: string) => void;
  readonly shortcuts: () => Promise<readonly Shortcut[]>;
  /** Opens the browser's own page where shortcuts are chosen. */
  readonly changeShortcuts: () => Promise<void>;
  readonly permissions: () => Promise<GrantedPermissions>;
  /** The marketplaces that the browser keeps from the extension. */
  readonly missingAccess: () => Promise<readonly MissingAccess[]>;
  /** Shows the welcome page in a tab in front, which closes the popup. */
  readonly openWelcome: () => Promise<void>;
  /** Runs something once, after so many ms; answers with what stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
}
