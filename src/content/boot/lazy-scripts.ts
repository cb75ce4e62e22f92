import type { startContent } from '#content/boot/page-session.ts';
import type { startComparing } from '#content/comparing.ts';
import type { reportOf, reportOfBare } from '#content/report/page-report.ts';
import type { Site } from '#core/site.ts';
import { runScript } from '#platform/scripts.ts';

/** What scripts that are loaded later leave for those that wait for them. */
interface Offers {
  overlays?: typeof startContent;
  panel?: typeof startComparing;
  report?: typeof reportOf;
  bareReport?: typeof reportOfBare;
  /** The whole adapter of the page's marketplace. */
  site?: Site;
}

declare global {
  /** In the content scripts' own world, which the page does not see. */
  var skinlensOffers: Offers | undefined;
}

/** Called by a script that was loaded. */
export const offer = (offers: Offers): void => {
  globalThis.skinlensOffers = { ...globalThis.skinlensOffers, ...offers };
};

/**
 * Loads what a page does not need before it has cards, or before somebody asks for the comparison or for a
 * report; once a page. The file has the name of what it offers, unless it is told.
 * Rejects when the extension was updated or removed meanwhile.
 */
export async function load<K extends keyof Offers>(name: K, file: string = name): Promise<NonNullable<Offers[K]>> {
  if (!globalThis.skinlensOffers?.[name]) await runScript(file);
  const offered = globalThis.skinlensOffers?.[name];
  if (!offered) throw new Error(`no ${file}.js`);
  return offered;
}
