import { isGranted, registerPageScripts, runInOpenTabs, siteList } from '#browser/access.ts';
import { setMenuSwitches } from '#browser/browser-ui.ts';
import { message } from '#browser/language.ts';
import { changeSettings, initialiseSettings, loadSettings } from '#browser/settings.ts';
import type { Settings } from '#core/settings.ts';
import { createSiteMenu } from '#worker/menu.ts';
import { createPageScripts, pagesWithScripts, withGrantedSites } from '#worker/page-scripts.ts';

/** Connects the menu and the content scripts of chosen sites with installation, permissions and settings. */
export function openSiteAccess(onAccess: () => void, pushSettings: () => Promise<void>) {
  const menu = createSiteMenu({
    pages: (settings) => pagesWithScripts(siteList, settings, isGranted),
    load: loadSettings,
    change: changeSettings,
    show: setMenuSwitches,
    title: () => message('menuShowSite'),
  });
  const pageScripts = createPageScripts({
    sites: siteList,
    isFirefox: import.meta.env.FIREFOX,
    settings: loadSettings,
    isGranted,
    register: registerPageScripts,
    runInOpenTabs,
  });
  return {
    clickMenu: menu.click,
    /** Called after an installation or an update. Both leave no content scripts but those of the manifest. */
    installed: () => {
      void pageScripts.restore();
      void initialiseSettings();
    },
    accessChanged: (granted: readonly string[]) => {
      onAccess();
      const update = () => {
        void menu.refresh();
        void pageScripts.update(granted);
        // Pages of a site whose access was revoked remove their overlays.
        void pushSettings();
      };
      return chooseGranted(withGrantedSites(siteList, granted), changeSettings, update);
    },
    restore: () => {
      void menu.refresh();
      void pageScripts.restore();
    },
    settingsChanged: (settings: Settings, before: Settings) => {
      void menu.refresh();
      if (hostsOf(settings) !== hostsOf(before)) void pageScripts.update();
    },
  };
}

/** Without room for the choice, a marketplace that is on without one still gets its scripts. */
export async function chooseGranted(
  choose: ReturnType<typeof withGrantedSites>,
  change: typeof changeSettings,
  update: () => void,
): Promise<void> {
  if (choose) await change(choose).catch(() => undefined);
  update();
}

const hostsOf = ({ customSites }: Settings): string => Object.keys(customSites).join();
