import { toView } from '#background/view.ts';
import type { Settings } from '#core/settings.ts';
import type { MenuSwitch, SitePages } from '#platform/menus.ts';

export interface MenuParts {
  readonly pages: () => readonly SitePages[];
  readonly load: () => Promise<Settings>;
  /** Changes the settings in one write. */
  readonly change: (change: (settings: Settings) => Settings) => Promise<unknown>;
  /** Replaces all that is in the menu. */
  readonly show: (switches: readonly MenuSwitch[]) => Promise<void>;
  readonly title: () => string;
}

/** "Show prices on this site" in the context menu of every marketplace's pages, checked where prices are shown. */
export function createMenu({ pages, load, change, show, title }: MenuParts) {
  let last: Promise<unknown> = Promise.resolve();
  let shown = '';

  const draw = async () => {
    const settings = await load();
    const switches = pages().map((one) => ({ ...one, title: title(), on: toView(settings, one.id).on }));
    const now = JSON.stringify(switches);
    if (now === shown) return;
    await show(switches);
    shown = now;
  };
  // One at a time: what is put there while another takes everything away would be there twice or not at all.
  const refresh = () => {
    last = last.then(draw, draw);
    return last;
  };

  return {
    /** Makes the menu say what the settings say. */
    refresh,
    /** Does what a click asks for. The browser has flipped the check already, so it is set back when nothing came of it. */
    click: (id: string, on: boolean): Promise<unknown> =>
      change((settings) => switched(settings, id, on)).catch(() => {
        shown = '';
        return refresh();
      }),
  };
}

/** Whoever wants prices on a site while all are hidden wants them to be seen. */
const switched = (settings: Settings, id: string, on: boolean): Settings => ({
  ...settings,
  sites: { ...settings.sites, [id]: on },
  hidden: settings.hidden && !on,
});
