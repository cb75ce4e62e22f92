import { browser } from 'wxt/browser';
import { coversHost, hostnameOf } from '#core/hostnames.ts';
import type { PageScript } from '#core/page-scripts.ts';
import type { PageReportRequest } from '#protocol/messages.ts';

/** A registration as the browser keeps it. Firefox gives the full URL of each file. */
interface Registration {
  readonly id: string;
  readonly matches?: readonly string[] | undefined;
  readonly js?: readonly string[] | undefined;
  readonly world?: string | undefined;
}

/** Equal for registrations that do the same. */
const fingerprint = ({ matches = [], js = [], world = 'ISOLATED' }: Omit<Registration, 'id'>): string =>
  JSON.stringify([[...matches].sort(), js.map((file) => file.replace(/^.*\//, '')), world]);

/** The ids to remove, and the scripts to add, so that what is registered becomes what is wanted. */
export function compareRegistrations(registered: readonly Registration[], wanted: readonly PageScript[]) {
  const known = new Map(registered.map((one) => [one.id, fingerprint(one)]));
  const kept = new Set(wanted.filter((one) => known.get(one.id) === fingerprint(one)).map(({ id }) => id));
  return {
    remove: registered.map(({ id }) => id).filter((id) => !kept.has(id)),
    add: wanted.filter(({ id }) => !kept.has(id)),
  };
}

/**
 * Registers exactly these content scripts and removes all others that were registered before. Browsers keep
 * registrations over a restart, and drop them with an update of the extension. Returns what was registered now. A script
 * that the browser refuses, because its file does not exist or access was revoked, is left out.
 */
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

async function runInOpenTab(
  tabId: number | undefined,
  url: string | undefined,
  scripts: readonly PageScript[],
): Promise<void> {
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
