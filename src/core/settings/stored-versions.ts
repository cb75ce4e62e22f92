/**
 * The version of each stored thing. Another version of what a user entered is read entry by entry, and only what is not
 * valid is dropped. Another version of what is fetched counts as none: it is fetched again. The relay sets a damaged
 * database aside, and leaves one of a newer version alone.
 */
export const storedVersions = {
  settings: 1,
  settingsFile: 1,
  watchList: 1,
  portfolio: 2,
  views: 1,
  /** All columns by number of name: another order or meaning raises it. A column more or less shows by the length. */
  columns: 3,
  relayDatabase: 1,
} as const;
