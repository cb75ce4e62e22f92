import { browser } from 'wxt/browser';
import type { SitePages } from '#core/page-scripts.ts';
import { grantedPatterns, requiredPages } from '#platform/site-list.ts';

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

/** A site whose pages the extension may not read, with the match patterns that the user did not grant or has revoked. */
export type MissingAccess = SitePages;

/** Whether the user or the installation has granted a match pattern. */
export const isGranted = (pattern: string): Promise<boolean> => browser.permissions.contains({ origins: [pattern] });

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

/** The sites among these to which the user has not granted access. */
export const missingAccessTo = (pages: readonly SitePages[]): Promise<readonly MissingAccess[]> =>
  missingFrom(pages, isGranted);

/**
 * Marketplaces of the manifest without access. Always none in Chromium, which grants all pages of the manifest at
 * installation.
 */
export async function missingAccess(): Promise<readonly MissingAccess[]> {
  return import.meta.env.FIREFOX ? missingAccessTo(requiredPages()) : [];
}

/** Whether a site's scripts may run: always for a required site, whose scripts do not run without access. */
export async function mayRun(id: string): Promise<boolean> {
  const patterns = grantedPatterns(id);
  if (patterns.length === 0) return true;
  return (await Promise.all(patterns.map(isGranted))).includes(true);
}

/** Asks the user for access to pages. Call it first in the handler of a click, else the browser refuses. */
export const requestAccess = (patterns: readonly string[]): Promise<boolean> =>
  browser.permissions.request({ origins: [...patterns] });

/** Gives access to pages back. */
export const removeAccess = async (patterns: readonly string[]): Promise<void> =>
  void (await browser.permissions.remove({ origins: [...patterns] }));

/** Calls back after each change of permissions, with the match patterns that were granted. Returns a function that stops it. */
export function onAccess(listener: (granted: readonly string[]) => void): () => void {
  const { onAdded, onRemoved } = browser.permissions;
  const added = ({ origins = [] }: { origins?: readonly string[] | undefined }) => listener(origins);
  const removed = () => listener([]);
  onAdded.addListener(added);
  onRemoved.addListener(removed);
  return () => {
    onAdded.removeListener(added);
    onRemoved.removeListener(removed);
  };
}
