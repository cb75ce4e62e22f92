import { browser } from 'wxt/browser';
import { coversHost, hostnameOf, originPattern } from '#core/settings/hostnames.ts';
import { type PageScript, pagesOf, pagesWhere, type SitePages, type SiteSummary } from '#core/settings/page-scripts.ts';
import { customHostOf, type SwitchedSite } from '#core/settings/site-switch.ts';
import type { PageReportRequest } from '#protocol/messages.ts';

declare global {
  interface ImportMetaEnv {
    /** Written by wxt.config.ts from the adapters, which the worker does not load. Absent outside of a build. */
    readonly SITES?: readonly SiteSummary[];
    readonly NOTICES_KEY?: string;
  }
}

export const siteList: readonly SiteSummary[] = import.meta.env.SITES ?? [];

/** A marketplace by its id. Any other id names a site that is not known here. */
export const siteOf = (id: string): SwitchedSite => siteList.find((site) => site.id === id) ?? { id };

/** The patterns for which the user must have granted access before a site's scripts run; none for a required site. */
function grantedPatterns(id: string): readonly string[] {
  const host = customHostOf(id);
  if (host !== undefined) return [originPattern(host)];
  const site = siteList.find((site) => site.id === id);
  return site?.optional ? site.matches : [];
}

/** `pages` are match patterns of pages that the extension may read and change. */
export async function grantedPermissions() {
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  const scripts = browser.runtime.getManifest().content_scripts ?? [];
  const pages = new Set([...origins, ...scripts.flatMap(({ matches }) => matches ?? [])]);
  return { permissions: [...permissions].sort(), pages: [...pages].sort() };
}

export const isGranted = (pattern: string): Promise<boolean> => browser.permissions.contains({ origins: [pattern] });

export const missingAccessTo = (pages: readonly SitePages[]): Promise<readonly SitePages[]> =>
  pagesWhere(pages, async (pattern) => !(await isGranted(pattern)));

/** Always none in Chromium, which grants all pages of the manifest at installation. */
export async function missingAccess(): Promise<readonly SitePages[]> {
  return import.meta.env.FIREFOX ? missingAccessTo(siteList.filter(({ optional }) => !optional).map(pagesOf)) : [];
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

export const removeAccess = async (patterns: readonly string[]): Promise<void> =>
  void (await browser.permissions.remove({ origins: [...patterns] }));

export function onAccess(listener: (granted: readonly string[]) => void, signal?: AbortSignal): void {
  const { onAdded, onRemoved } = browser.permissions;
  const added = ({ origins = [] }: { origins?: readonly string[] | undefined }) => listener(origins);
  const removed = () => listener([]);
  onAdded.addListener(added);
  onRemoved.addListener(removed);
  signal?.addEventListener('abort', () => {
    onAdded.removeListener(added);
    onRemoved.removeListener(removed);
  });
}

/** A registration as the browser keeps it. Firefox gives the full URL of each file. */
interface Registration {
  readonly id: string;
  readonly matches?: readonly string[] | undefined;
  readonly js?: readonly string[] | undefined;
  readonly world?: string | undefined;
}

const fingerprint = ({ matches = [], js = [], world = 'ISOLATED' }: Omit<Registration, 'id'>): string =>
  JSON.stringify([[...matches].sort(), js.map((file) => file.replace(/^.*\//, '')), world]);

export function compareRegistrations(registered: readonly Registration[], wanted: readonly PageScript[]) {
  const known = new Map(registered.map((one) => [one.id, fingerprint(one)]));
  const kept = new Set(wanted.filter((one) => known.get(one.id) === fingerprint(one)).map(({ id }) => id));
  return {
    remove: registered.map(({ id }) => id).filter((id) => !kept.has(id)),
    add: wanted.filter(({ id }) => !kept.has(id)),
  };
}

/** Browsers keep registrations over a restart, not over an update. Returns the new ones; refused ones are left out. */
export async function registerPageScripts(wanted: readonly PageScript[]): Promise<readonly PageScript[]> {
  const { scripting } = browser;
  const { remove, add } = compareRegistrations(await scripting.getRegisteredContentScripts(), wanted);
  if (remove.length > 0) await scripting.unregisterContentScripts({ ids: remove });
  const added = await Promise.all(add.map(async (one) => ((await register(one)) ? [one] : [])));
  return added.flat();
}

/** One at a time: a browser refuses a list for one bad entry. */
const register = ({ id, matches, js, world }: PageScript): Promise<boolean> =>
  browser.scripting
    .registerContentScripts([
      { id, matches: [...matches], js: [...js], world, runAt: 'document_start', persistAcrossSessions: true },
    ])
    .then(
      () => true,
      () => false,
    );

/** Runs content scripts in the tabs that show their pages already, except where a script of ours answers. */
export async function runInOpenTabs(scripts: readonly PageScript[]): Promise<void> {
  const patterns = [...new Set(scripts.flatMap(({ matches }) => matches))];
  if (patterns.length === 0) return;
  const tabs = await browser.tabs.query({ url: patterns });
  await Promise.allSettled(tabs.map(({ id, url }) => runInOpenTab(id, url, scripts)));
}

async function runInOpenTab(tabId: number | undefined, url: string | undefined, scripts: readonly PageScript[]) {
  const host = url && hostnameOf(url);
  if (tabId === undefined || !host || (await isRunning(tabId))) return;
  // Taps first: they must listen when the other scripts speak to them.
  const fitting = scripts.filter(({ matches }) => coversHost(matches, host));
  const taps = fitting.filter(({ world }) => world === 'MAIN');
  for (const { js, world } of [...taps, ...fitting.filter((one) => !taps.includes(one))])
    await browser.scripting.executeScript({
      target: { tabId },
      files: js.map((file) => `/${file}`),
      world,
      injectImmediately: true,
    });
}

/** Whether a content script answers in a tab. Without one the message has no receiver and is rejected. */
const isRunning = (tabId: number): Promise<boolean> =>
  browser.tabs.sendMessage(tabId, { ask: 'page-report' } satisfies PageReportRequest).then(
    () => true,
    () => false,
  );

/** For pages that cannot import it: all in Firefox, in Chromium those that the user added. Rejects without access. */
export const runInTab = async (tab: number, file: string): Promise<void> =>
  void (await browser.scripting.executeScript({ target: { tabId: tab }, files: [file], injectImmediately: true }));
