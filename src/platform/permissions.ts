import { browser } from 'wxt/browser';
import { type SitePages, sitePages } from '#platform/menus.ts';

/** What the browser lets the extension do. */
export interface GrantedPermissions {
  /** Names as in the manifest: "storage". */
  readonly permissions: readonly string[];
  /** Match patterns of the pages that it may read and change. */
  readonly pages: readonly string[];
}

/** The permissions that are held now, and the pages that the manifest names. */
export async function grantedPermissions(): Promise<GrantedPermissions> {
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  const scripts = browser.runtime.getManifest().content_scripts ?? [];
  const pages = new Set([...origins, ...scripts.flatMap(({ matches }) => matches ?? [])]);
  return { permissions: [...permissions].sort(), pages: [...pages].sort() };
}

/** A marketplace whose pages the browser keeps from the extension. */
export interface MissingAccess {
  /** The site's id. */
  readonly id: string;
  /** Match patterns that the user did not allow, or took back. */
  readonly patterns: readonly string[];
}

/** Those of the pages that may not be read and changed, as a question to the browser tells. */
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

/**
 * The marketplaces that the browser keeps from the extension. Only Firefox asks its users page by page; Chromium gives
 * what the manifest names, and does not count it among what can be asked for.
 */
export async function missingAccess(): Promise<readonly MissingAccess[]> {
  if (!import.meta.env.FIREFOX) return [];
  return missingFrom(sitePages(), (pattern) => browser.permissions.contains({ origins: [pattern] }));
}

/** Asks the user for pages; answers whether they are allowed now. Call it first thing in the handler of a click. */
export const requestAccess = (patterns: readonly string[]): Promise<boolean> =>
  browser.permissions.request({ origins: [...patterns] });

/** Hears whenever the user allowed or took back anything; answers with what stops it. */
export function onAccess(listener: () => void): () => void {
  const { onAdded, onRemoved } = browser.permissions;
  onAdded.addListener(listener);
  onRemoved.addListener(listener);
  return () => {
    onAdded.removeListener(listener);
    onRemoved.removeListener(listener);
  };
}
