import type { startComparing } from '#content/comparing.ts';
import type { reportOf } from '#content/report.ts';
import type { startContent } from '#content/start.ts';
import { runScript } from '#platform/scripts.ts';

/** What scripts that are loaded later leave for those that wait for them; each is a file of `entrypoints`. */
interface Offers {
  overlays?: typeof startContent;
  panel?: typeof startComparing;
  report?: typeof reportOf;
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
 * report; once a page.
 * Rejects when the extension was updated or removed meanwhile.
 */
export async function load<K extends keyof Offers>(name: K): Promise<NonNullable<Offers[K]>> {
  if (!globalThis.skinlensOffers?.[name]) await runScript(`/${name}.js`);
  const offered = globalThis.skinlensOffers?.[name];
  if (!offered) throw new Error(`${name}.js offers nothing`);
  return offered;
}
