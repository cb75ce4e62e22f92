import { siteOf } from '#browser/access.ts';
import type { MenuSwitch } from '#browser/browser-ui.ts';
import { createMutex } from '#core/concurrency.ts';
import type { SitePages } from '#core/page-scripts.ts';
import type { Settings } from '#core/settings.ts';
import { isShownOn, withSiteSwitched } from '#core/site-switch.ts';

export interface SiteMenuDeps {
  /** The pages of every site whose scripts may run. */
  readonly pages: (settings: Settings) => Promise<readonly SitePages[]>;
  readonly load: () => Promise<Settings>;
  /** Changes the settings in one write. */
  readonly change: (change: (settings: Settings) => Settings) => Promise<unknown>;
  /** Replaces all items of the menu. */
  readonly show: (switches: readonly MenuSwitch[]) => Promise<void>;
  readonly title: () => string;
}

/** The check box "Show prices on this site" in the context menu of marketplaces. */
export function createSiteMenu({ pages, load, change, show, title }: SiteMenuDeps) {
  const inTurn = createMutex();
  let shown = '';

  const draw = async () => {
    const settings = await load();
    const switches = (await pages(settings)).map((site) => ({
      ...site,
      title: title(),
      on: isShownOn(settings, siteOf(site.id)),
    }));
    const now = JSON.stringify(switches);
    if (now === shown) return;
    await show(switches);
    shown = now;
  };
  // One at a time: two concurrent replacements would leave items twice or not at all.
  const refresh = () => inTurn(draw);

  return {
    /** Updates the menu from the settings. */
    refresh,
    /** Switches a site. The browser has toggled the check box already; a failed change redraws it. */
    click: (id: string, on: boolean): Promise<unknown> =>
      change((settings) => withSiteShown(settings, id, on)).catch(() => {
        shown = '';
        return refresh();
      }),
  };
}

/** Switching a site on also shows hidden overlays. */
const withSiteShown = (settings: Settings, id: string, on: boolean): Settings => ({
  ...withSiteSwitched(settings, id, on),
  hidden: settings.hidden && !on,
});
