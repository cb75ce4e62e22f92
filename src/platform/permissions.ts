import { browser } from 'wxt/browser';
import { type SitePages, sitePages } from '#platform/menus.ts';

export interface GrantedPermissions {
  /** Names as in the manifest: "storage". */
  readonly permissions: readonly string[];
  /** Match patterns of pages that the extension may read and change. */
  readonly pages: readonly string[];
}

/** The granted permissions, and the pages of the manifest. */
export async function grantedPermissions(): Promise<GrantedPermissions> {
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  const scripts = browser.runtime.getManifest().content_scripts ?? [];
  const pages = new Set([...origins, ...scripts.flatMap(({ matches }) => matches ?? [])]);
  return { permissions: [...permissions].sort(), pages: [...pages].sort() };
}

/** A marketplace whose pages the extension may not read. */
export interface MissingAccess {
  /** The site's id. */
  readonly id: string;
  /** Match patterns that the user did not grant or has revoked. */
  readonly patterns: readonly string[];
}

export async function missingFrom(
  pages: readonly SitePages[],
  isAllowed: (pattern: string) => Promise<boolean>,
): Promise<readonly MissingAccess[]> {
  const sites = pages.map(async ({ id, patterns }) => {
    const allowed = await Promise.all(patterns.map(isAllowed));
    return { id, patterns: patterns.filter((_, at) => !allowed[at]) };
  });
  return (await Promise.all(sites)).filter(({ patterns }) => patterns.length > 0);
}

/** Marketplaces without access. Always none in Chromium, which grants all pages of the manifest at installation. */
export async function missingAccess(): Promise<readonly MissingAccess[]> {
  if (!import.meta.env.FIREFOX) return [];
  return missingFrom(sitePages(), (pattern) => browser.permissions.contains({ origins: [pattern] }));
}

/** Asks the user for access to pages. Call it first in the handler of a click, else the browser refuses. */
export const requestAccess = (patterns: readonly string[]): Promise<boolean> =>
  browser.permissions.request({ origins: [...patterns] });

/** Calls back after each change of permissions. Returns a function that stops it. */
export function onAccess(listener: () => void): () => void {
  const { onAdded, onRemoved } = browser.permissions;
  onAdded.addListener(listener);
  onRemoved.addListener(listener);
  return () => {
    onAdded.removeListener(listener);
    onRemoved.removeListener(listener);
  };
}
